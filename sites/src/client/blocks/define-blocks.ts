import { LecternCopy } from './copy.ts'
import { LecternTabs } from './tabs.ts'

/** Defines the elements of page bodies. Each enhances markup that is complete without scripts. */
export function defineBlocks(): void {
  customElements.define('lectern-tabs', LecternTabs)
  customElements.define('lectern-copy', LecternCopy)
}

import { LecternCopy } from './copy.ts'
import { LecternTabs } from './tabs.ts'

/** The elements of page bodies. Each works on what is there already; a page without them is whole. */
export function defineBlocks(): void {
  customElements.define('lectern-tabs', LecternTabs)
  customElements.define('lectern-copy', LecternCopy)
}

import { LecternCopy } from './copy.ts'
import { LecternTabs } from './tabs.ts'
import { LecternTry } from './try.ts'
import { LecternVideo } from './video.ts'
import { enlargePictures } from './zoom.ts'

/** Defines the elements of page bodies. Each enhances markup that is complete without scripts. */
export function defineBlocks(): void {
  customElements.define('lectern-tabs', LecternTabs)
  customElements.define('lectern-copy', LecternCopy)
  customElements.define('lectern-video', LecternVideo)
  customElements.define('lectern-try', LecternTry)
  enlargePictures()
}

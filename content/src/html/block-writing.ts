import type { FlowBlock } from '#/document/nodes.ts'
import type { HtmlContext } from './html-context.ts'

/** What the writers of single blocks need of the whole. */
export interface BlockWriting {
  readonly context: HtmlContext
  /** The HTML of what a container holds. */
  readonly blocks: (blocks: readonly FlowBlock[]) => string
}

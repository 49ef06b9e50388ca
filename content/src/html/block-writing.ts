import type { FlowBlock } from '#/document/nodes.ts'
import type { HtmlContext } from './html-context.ts'

/** The context that the writers of single blocks share. */
export interface BlockWriting {
  readonly context: HtmlContext
  /** The HTML of the blocks in a container. */
  readonly blocks: (blocks: readonly FlowBlock[]) => string
}

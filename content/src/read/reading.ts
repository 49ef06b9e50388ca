import type { Block, FlowBlock, JSONDocument } from '#/document/nodes.ts'

/** A block of the document and its bytes in the source. */
export interface SourceBlock {
  readonly node: Block
  /** Offsets in the source, in UTF-16 units; `end` is before the line ending. */
  readonly start: number
  readonly end: number
  /**
   * The prefix of the second and later lines of this block: `''` at the top, `  ` in a list item,
   * `> ` in a quote.
   */
  readonly prefix: string
  /** The blocks inside, in order: children, and blocks of fragments in Markdown. */
  readonly children: readonly SourceBlock[]
}

/** The definition of a footnote that annotations include: no block of its own. */
export interface SourceFootnote {
  readonly label: string
  readonly start: number
  readonly end: number
  readonly body: readonly FlowBlock[]
}

/** The result of reading Markdown: the document, and the place of each of its blocks. */
export interface Reading {
  readonly source: string
  readonly document: JSONDocument
  readonly blocks: readonly SourceBlock[]
  readonly footnotes: readonly SourceFootnote[]
}

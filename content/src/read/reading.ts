import type { Block, FlowBlock, JSONDocument } from '#/document/nodes.ts'

/** A block of the document and the bytes that say it. */
export interface SourceBlock {
  readonly node: Block
  /** Offsets in the source, in UTF-16 units; `end` is after the last character, before the line ending. */
  readonly start: number
  readonly end: number
  /** What the second and later lines of this block begin with: `''` at the top, `  ` in a list item, `> ` in a quote. */
  readonly prefix: string
  /** The blocks inside, in order: children, and blocks of fragments that are written as Markdown. */
  readonly children: readonly SourceBlock[]
}

/** The definition of a footnote that annotations say: no block of its own. */
export interface SourceFootnote {
  readonly label: string
  readonly start: number
  readonly end: number
  readonly body: readonly FlowBlock[]
}

/** What reading Markdown gives: the document, and where each block of it stands. */
export interface Reading {
  readonly source: string
  readonly document: JSONDocument
  readonly blocks: readonly SourceBlock[]
  readonly footnotes: readonly SourceFootnote[]
}

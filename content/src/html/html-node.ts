import type { FlowBlock, Phrasing } from '#/document/nodes.ts'
import type { Mark } from '#/document/marks.ts'

/** A piece of HTML, possibly with Markdown inside: `<mark>**bold**</mark>`, `<details>` around blocks. */
export type HtmlNode = HtmlElement | HtmlText | HtmlComment | HtmlEmbedded

export interface HtmlElement {
  readonly type: 'element'
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly HtmlNode[]
}

/** With character references already decoded. */
export interface HtmlText {
  readonly type: 'text'
  readonly text: string
  /** Written as a character reference: white space that stays as it is (`&#x20;`). */
  readonly exact?: boolean
}

export interface HtmlComment {
  readonly type: 'comment'
  readonly text: string
}

/** Markdown nodes between an opening and a closing tag. Only whoever made the node knows what is in it. */
export interface HtmlEmbedded {
  readonly type: 'embedded'
  /** Whether blocks are inside, or what stands in a line of text. */
  readonly content: 'flow' | 'phrasing'
  readonly nodes: readonly unknown[]
}

/** How whoever reads HTML asks for what the Markdown inside it means. */
export interface EmbeddedReader {
  /** The blocks of embedded flow content. */
  readonly blocks: (embedded: HtmlEmbedded) => readonly FlowBlock[]
  /** The text of embedded phrasing content, with these marks on each leaf. */
  readonly phrasing: (
    embedded: HtmlEmbedded,
    marks: readonly Mark[],
  ) => readonly Phrasing[]
  /** The body of a footnote, by its label; undefined when there is none. */
  readonly footnote: (label: string) => readonly FlowBlock[] | undefined
}

/** Why HTML is kept as it is, in a few words that can be counted: `element <video>`. */
export interface NotUnderstood {
  readonly notUnderstood: string
}

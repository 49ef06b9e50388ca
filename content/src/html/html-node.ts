import type { FlowBlock, Phrasing } from '#/document/nodes.ts'
import type { Mark } from '#/document/marks.ts'

/** A piece of HTML, possibly with Markdown inside: `<mark>**bold**</mark>`, `<details>`. */
export type HtmlNode = HtmlElement | HtmlText | HtmlComment | HtmlEmbedded

export interface HtmlElement {
  readonly type: 'element'
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly HtmlNode[]
}

/** A text with character references already decoded. */
export interface HtmlText {
  readonly type: 'text'
  readonly text: string
  /** Whether it was a character reference: white space such as `&#x20;` stays as it is. */
  readonly exact?: boolean
  /** Whether a tag of a condition is in it, and not as character references. */
  readonly isCondition?: true
}

export interface HtmlComment {
  readonly type: 'comment'
  readonly text: string
}

/** Markdown nodes between two tags. Only the code that made them knows their type. */
export interface HtmlEmbedded {
  readonly type: 'embedded'
  /** Whether the nodes are blocks, or content of a line of text. */
  readonly content: 'flow' | 'phrasing'
  readonly nodes: readonly unknown[]
}

/** The functions by which the HTML readers read embedded Markdown. */
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

/** The reason why HTML stays as it is, in a few words for statistics: `element <video>`. */
export interface NotUnderstood {
  readonly notUnderstood: string
}

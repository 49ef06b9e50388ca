import type { Definition, FootnoteDefinition, PhrasingContent, RootContent } from 'mdast'

import type { Mark } from '#/document/marks.ts'
import type { FlowBlock, Phrasing } from '#/document/nodes.ts'

import type { Indent, Placed } from './source-block.ts'

/** The limit of nested blocks, so that code may walk a document by recursion. */
export const depthMax = 100

/** The state of one text being read. Content that the model lacks makes its block verbatim. */
export interface TextScope {
  readonly place: Indent
  depth: number
  problem: string | undefined
  /** Whether the text is in the body of a footnote, where references are plain text. */
  readonly inFootnote: boolean
}

/** The functions and data that the parts of the reader share. */
export interface Reader {
  readonly source: string
  readonly definitions: ReadonlyMap<string, Definition>
  readonly footnotes: Footnotes
  readonly siblings: (nodes: readonly RootContent[], place: Indent) => Placed[]
  readonly phrasing: (
    nodes: readonly PhrasingContent[],
    marks: readonly Mark[],
    scope: TextScope,
  ) => readonly Phrasing[]
}

export interface Footnotes {
  /** The body of a footnote for one more reference; undefined if missing, or over the limit. */
  readonly body: (label: string) => readonly FlowBlock[] | undefined
  /** Whether annotations include the definition, so that it is no block of its own. */
  readonly isSaid: (definition: FootnoteDefinition) => boolean
  /** Whether the body of a footnote is being read. */
  readonly reading: () => boolean
}

export function textScope(reader: Reader, place: Indent): TextScope {
  return { place, depth: 0, problem: undefined, inFootnote: reader.footnotes.reading() }
}

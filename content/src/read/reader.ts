import type { Definition, FootnoteDefinition, PhrasingContent, RootContent } from 'mdast'

import type { Mark } from '#/document/marks.ts'
import type { FlowBlock, Phrasing } from '#/document/nodes.ts'

import type { Indent, Placed } from './source-block.ts'

/** Blocks inside blocks end here: whoever walks a document may do it by recursion. */
export const depthMax = 100

/** The one text being read. What it holds that the model has no place for makes its block verbatim. */
export interface TextScope {
  readonly place: Indent
  depth: number
  problem: string | undefined
  /** Inside the body of a footnote, where references are plain text. */
  readonly inFootnote: boolean
}

/** What the parts of the reader ask of each other. */
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
  /** The body of a footnote for one more reference; undefined when there is none, or no room. */
  readonly body: (label: string) => readonly FlowBlock[] | undefined
  /** Whether the definition is said by the annotations that refer to it. */
  readonly isSaid: (definition: FootnoteDefinition) => boolean
  /** True while a body is being read. */
  readonly reading: () => boolean
}

export function textScope(reader: Reader, place: Indent): TextScope {
  return { place, depth: 0, problem: undefined, inFootnote: reader.footnotes.reading() }
}

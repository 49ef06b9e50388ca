import type { Annotation, FlowBlock } from '#/document/nodes.ts'

/** What writing a block needs to know about the rest of the document. */
export interface WriteContext {
  /** The label of the footnote that holds the body of this annotation. */
  readonly footnote: (annotation: Annotation) => string
  /** The Markdown of blocks that stand next to each other. */
  readonly blocks: (blocks: readonly FlowBlock[], style?: SiblingStyle) => string
}

export interface SiblingStyle {
  /** The marker of the list item that these blocks are in, where they begin on its line. */
  readonly marker?: ListMarker
  /** Without blank lines between them. */
  readonly tight?: boolean
  /** The markers that a list at the beginning may have, the best first. */
  readonly markers?: readonly ListMarker[]
}

/** `*` and `.` where nothing stands against it; the others keep two lists apart. */
export const listMarkers = ['*', '-', '+', '.', ')'] as const
export type ListMarker = (typeof listMarkers)[number]

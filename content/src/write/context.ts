import type { Annotation, FlowBlock } from '#/document/nodes.ts'

/** The facts about the rest of the document that the writers of blocks need. */
export interface WriteContext {
  /** The label of the footnote that holds the body of this annotation. */
  readonly footnote: (annotation: Annotation) => string
  /** The Markdown of neighbouring blocks. */
  readonly blocks: (blocks: readonly FlowBlock[], style?: SiblingStyle) => string
}

export interface SiblingStyle {
  /** The marker of the enclosing list item, if the blocks begin on its line. */
  readonly marker?: ListMarker
  /** Whether the blocks have no blank lines between them. */
  readonly tight?: boolean
  /** The markers that a list at the start may have, the best first. */
  readonly markers?: readonly ListMarker[]
}

/** The markers of lists: `*` and `.` by default, the others to separate two neighbouring lists. */
export const listMarkers = ['*', '-', '+', '.', ')'] as const
export type ListMarker = (typeof listMarkers)[number]

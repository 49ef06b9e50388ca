import type { Annotation } from '#/document/nodes.ts'

/** The facts about the rest of the document that the HTML writers need. */
export interface HtmlContext {
  /** The label of the footnote that holds the body of this annotation. */
  readonly footnote: (annotation: Annotation) => string
}

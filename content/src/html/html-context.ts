import type { Annotation } from '#/document/nodes.ts'

/** What writing HTML needs to know about the rest of the document. */
export interface HtmlContext {
  /** The label of the footnote that holds the body of this annotation. */
  readonly footnote: (annotation: Annotation) => string
}

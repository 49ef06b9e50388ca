import { fragmentOf } from '#/document/shapes.ts'
import type { FootnoteReference } from 'mdast'

import type { Mark } from '#/document/marks.ts'

import type { TextWork } from './text-work.ts'

/** Adds `word[^1]`: an annotation of the word before it, with a copy of the footnote's body. */
export function addFootnote(
  { reader, scope, builder }: TextWork,
  node: FootnoteReference,
  marks: readonly Mark[],
): void {
  if (scope.inFootnote) {
    builder.add(`[^${node.label ?? node.identifier}]`, marks)
    return
  }
  const body = reader.footnotes.body(node.identifier)
  if (body === undefined) {
    scope.problem ??= 'footnote'
    return
  }
  builder.addInline({
    object: 'inline',
    type: 'annotation',
    isVoid: false,
    data: {},
    nodes: [builder.takeWord()],
    fragments: [fragmentOf('annotation-body', body)],
  })
}

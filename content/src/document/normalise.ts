import type { JSONDocument } from './nodes.ts'
import { cleanCharacters, joinText, splitCodeLines } from './normalise-text.ts'
import { dropEmpty, promoteLone, settleFragments } from './normalise-blocks.ts'
import { dropComputed, dropDefaults, settleRefs } from './normalise-data.ts'
import { nameCells } from './normalise-tables.ts'

/** The rules, in the order in which they are applied. */
export const rules: readonly ((document: JSONDocument) => JSONDocument)[] = [
  dropComputed,
  cleanCharacters,
  splitCodeLines,
  settleRefs,
  dropDefaults,
  joinText,
  promoteLone,
  dropEmpty,
  settleFragments,
  nameCells,
]

/** The one form among all that Markdown cannot tell apart: what reading the written document gives. */
export function normalise(document: JSONDocument): JSONDocument {
  return rules.reduce((current, rule) => rule(current), document)
}

import type { JSONDocument } from './nodes.ts'
import { cleanCharacters, joinText, splitCodeLines } from './normalise-text.ts'
import { dropEmpty, promoteLone, normaliseFragments } from './normalise-blocks.ts'
import { dropComputed, dropDefaults, normaliseRefs } from './normalise-data.ts'
import { nameCells } from './normalise-tables.ts'

/** The rules, in the order in which they are applied. */
export const rules: readonly ((document: JSONDocument) => JSONDocument)[] = [
  dropComputed,
  cleanCharacters,
  splitCodeLines,
  normaliseRefs,
  dropDefaults,
  joinText,
  promoteLone,
  dropEmpty,
  normaliseFragments,
  nameCells,
]

/** The one form of all documents that have the same Markdown: the result of writing and reading. */
export function normalise(document: JSONDocument): JSONDocument {
  return rules.reduce((current, rule) => rule(current), document)
}

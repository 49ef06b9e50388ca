import type { PhrasingContent } from 'mdast'

import { hasConditionTag } from '#/document/condition-tags.ts'

import type { Reader } from '../reader.ts'

/** Whether a text has a tag of a condition, which decides over nothing in the middle of a text. */
export function isCondition(
  node: PhrasingContent,
  { source }: Pick<Reader, 'source'>,
): boolean {
  if (node.type === 'inlineTag') return hasConditionTag(node.value)
  if (node.type !== 'text' || !node.value.includes('{%')) return false
  // Of the text alone nobody could tell whether a backslash escapes the tag.
  const { start, end } = node.position ?? {}
  return hasConditionTag(source.slice(start?.offset ?? 0, end?.offset ?? 0))
}

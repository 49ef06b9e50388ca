import { find, spend, type Comparison, type PairNode } from './comparison.ts'
import {
  below,
  recordAt,
  recordOrEmptyAt,
  recordsIn,
  schemaAt,
  valueAt,
  type Located,
} from './located.ts'
import { isSame } from './same.ts'
import { linkSchemas } from './schema-view.ts'
import { noteTexts } from './texts.ts'
import { quoted } from './words.ts'

/** Compares the media types of two bodies, and links their schemas. */
export function compareContent(
  comparison: Comparison,
  node: PairNode,
  body: Located,
  other: Located,
): void {
  const before = mediaTypesOf(comparison, body)
  const after = mediaTypesOf(comparison, other)
  for (const [key, old] of before) {
    const current = after.get(key)
    if (current === undefined) noteMediaType(node, old, 'removed')
    else compareMediaType(comparison, node, old, current)
  }
  for (const [key, current] of after) {
    if (!before.has(key)) noteMediaType(node, current, 'added')
  }
}

/** The media type of a parameter that is described by content: there is only one. */
export function firstContent(part: Located): Located | undefined {
  const content = recordAt(part, 'content')
  return content && recordsIn(content)[0]
}

function mediaTypesOf(
  comparison: Comparison,
  body: Located,
): ReadonlyMap<string, Located> {
  const found = recordsIn(recordOrEmptyAt(body, 'content'))
  spend(comparison, found.length)
  return new Map(found.map((at) => [keyOf(at.token), at]))
}

/** A media type without case and spaces; UTF-8 is what is meant anyway. */
function keyOf(name: string): string {
  return name
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== 'charset=utf-8' && part !== 'charset="utf-8"')
    .join(';')
}

function noteMediaType(node: PairNode, at: Located, how: 'added' | 'removed'): void {
  find(node, {
    rule: `media-type-${how}`,
    at,
    name: at.token,
    says: (where) => `The media type ${quoted(at.token)} was ${how}: ${where}.`,
  })
}

function compareMediaType(
  comparison: Comparison,
  node: PairNode,
  before: Located,
  after: Located,
): void {
  noteTexts(comparison, node, before, after)
  for (const keyword of ['schema', 'itemSchema']) {
    const [old, current] = [schemaAt(before, keyword), schemaAt(after, keyword)]
    if (old === undefined && current === undefined) continue
    linkSchemas(comparison, node, {
      before: [old ?? below(before, keyword, {})],
      after: [current ?? below(after, keyword, {})],
    })
  }
  if (isSame(comparison, valueAt(before, 'encoding'), valueAt(after, 'encoding'))) return
  find(node, {
    rule: 'encoding-changed',
    at: after,
    name: after.token,
    says: (where) => `The encoding changed: ${where}.`,
  })
}

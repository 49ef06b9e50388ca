import { find, linkParts, type Comparison, type PairNode } from './comparison.ts'
import { compareContent } from './content.ts'
import { recordOrEmptyAt, valueAt, type Located } from './located.ts'
import { listNamed } from './named-parts.ts'
import { isSame } from './same.ts'
import { noteTexts } from './texts.ts'
import { quoted } from './words.ts'

interface Pair {
  readonly before: Located
  readonly after: Located
}

/** Compares which responses there are; a status that is gone may be covered by its range. */
export function compareResponses(
  comparison: Comparison,
  node: PairNode,
  pair: Pair,
): void {
  const before = statusesOf(comparison, pair.before)
  const after = statusesOf(comparison, pair.after)
  const used = new Set<string>()
  for (const [status, old] of before) {
    const key = after.has(status) ? status : `${status.charAt(0)}XX`
    const current = after.get(key)
    if (current === undefined) {
      noteResponse(node, { at: old, status, how: 'removed' })
      continue
    }
    used.add(key)
    linkParts(comparison, node, { kind: 'response', before: old, after: current })
  }
  for (const [status, at] of after) {
    if (!before.has(status) && !used.has(status)) {
      noteResponse(node, { at, status, how: 'added' })
    }
  }
}

function statusesOf(
  comparison: Comparison,
  responses: Located,
): ReadonlyMap<string, Located> {
  const named = listNamed(comparison, responses, (status) => status.toUpperCase())
  return new Map([...named].filter(([status]) => !status.startsWith('X-')))
}

interface ChangedResponse {
  readonly at: Located
  readonly status: string
  readonly how: 'added' | 'removed'
}

function noteResponse(node: PairNode, { at, status, how }: ChangedResponse): void {
  const removed = status.startsWith('2')
    ? 'success-response-removed'
    : 'other-response-removed'
  find(node, {
    rule: how === 'added' ? 'response-added' : removed,
    at,
    name: status,
    says: () =>
      `The response ${quoted(status.replace('DEFAULT', 'default'))} was ${how}.`,
  })
}

/** Compares two responses: their headers, bodies and links. */
export function compareResponse(
  comparison: Comparison,
  node: PairNode,
  { before, after }: Pair,
): void {
  noteTexts(comparison, node, before, after)
  compareHeaders(comparison, node, before, after)
  compareContent(comparison, node, before, after)
  if (isSame(comparison, valueAt(before, 'links'), valueAt(after, 'links'))) return
  find(node, {
    rule: 'links-changed',
    at: after,
    says: (where) => `The links of ${where} changed.`,
  })
}

function compareHeaders(
  comparison: Comparison,
  node: PairNode,
  response: Located,
  other: Located,
): void {
  const [before, after] = [response, other].map((each) =>
    listNamed(comparison, recordOrEmptyAt(each, 'headers'), (name) => name.toLowerCase()),
  )
  for (const [key, at] of before ?? []) {
    const current = after?.get(key)
    if (current === undefined) noteHeader(node, { at, name: key, how: 'removed' })
    else linkParts(comparison, node, { kind: 'header', before: at, after: current })
  }
  for (const [key, at] of after ?? []) {
    if (before?.has(key) !== true) noteHeader(node, { at, name: key, how: 'added' })
  }
}

interface ChangedHeader {
  readonly at: Located
  readonly name: string
  readonly how: 'added' | 'removed'
}

function noteHeader(node: PairNode, { at, name, how }: ChangedHeader): void {
  find(node, {
    rule: `header-${how}`,
    at,
    name,
    says: () => `The header ${quoted(name)} of responses was ${how}.`,
  })
}

/** Compares two request bodies. */
export function compareRequestBody(
  comparison: Comparison,
  node: PairNode,
  { before, after }: Pair,
): void {
  noteTexts(comparison, node, before, after)
  compareContent(comparison, node, before, after)
  const isRequired = valueAt(after, 'required') === true
  if ((valueAt(before, 'required') === true) === isRequired) return
  find(node, {
    rule: isRequired ? 'request-body-required' : 'request-body-optional',
    at: after,
    says: () => `The request body became ${isRequired ? 'required' : 'optional'}.`,
  })
}

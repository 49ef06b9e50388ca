import { find, spend, type Comparison, type PairNode } from './comparison.ts'
import { isRecord, valueAt, type Located } from './located.ts'
import { canonicalText, isSame } from './same.ts'

/** Keywords for people. */
export const texts = [
  'title',
  'summary',
  'description',
  'example',
  'examples',
  'externalDocs',
  '$comment',
]

/** Notes, once for two objects, that what they say to people differs. */
export function noteTexts(
  comparison: Comparison,
  node: PairNode,
  before: Located,
  after: Located,
): void {
  const names = new Set([...texts, ...extensionsOf(before), ...extensionsOf(after)])
  spend(comparison, names.size - texts.length)
  const differs = (name: string) =>
    !isSame(comparison, valueAt(before, name), valueAt(after, name))
  if ([...names].some(differs) || haveOtherTags(comparison, before, after)) {
    noteDocumentation(node, after)
  }
}

export function noteDocumentation(node: PairNode, at: Located): void {
  find(node, {
    rule: 'documentation-changed',
    at,
    says: (where) => `The documentation of ${where} changed.`,
  })
}

function extensionsOf({ value }: Located): readonly string[] {
  return isRecord(value) ? Object.keys(value).filter((name) => name.startsWith('x-')) : []
}

/** Tags of an operation are names, tags of a document are objects with names: both in any order. */
function haveOtherTags(comparison: Comparison, before: Located, after: Located): boolean {
  const [old, current] = [valueAt(before, 'tags'), valueAt(after, 'tags')]
  if (!Array.isArray(old) && !Array.isArray(current)) return false
  return sortedText(comparison, old) !== sortedText(comparison, current)
}

function sortedText(comparison: Comparison, list: unknown): string {
  if (!Array.isArray(list)) return ''
  return list
    .map((member) => canonicalText(comparison, member))
    .toSorted()
    .join()
}

export interface Deprecation {
  readonly at: Located
  readonly before: boolean
  readonly after: boolean
}

export function noteDeprecation(
  node: PairNode,
  { at, before, after }: Deprecation,
): void {
  if (before === after) return
  find(node, {
    rule: after ? 'deprecated' : 'undeprecated',
    at,
    says: (where) =>
      after ? `Deprecated: ${where}.` : `No longer deprecated: ${where}.`,
  })
}

/** Compares the mark of deprecation of two objects. */
export function compareDeprecation(
  node: PairNode,
  before: Located,
  after: Located,
): void {
  noteDeprecation(node, {
    at: after,
    before: valueAt(before, 'deprecated') === true,
    after: valueAt(after, 'deprecated') === true,
  })
}

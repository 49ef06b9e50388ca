import { sameValue } from '#/compare/values.ts'
import { compareRecords } from '#/compare/trees.ts'
import { attributeNames } from '#/page/page-attributes.ts'
import { splitInclude, splitPage } from '#/page/page-file.ts'
import {
  setAttributes,
  setIncludeTitle,
  type AttributeChanges,
} from '#/page/set-attributes.ts'
import type { Entry, JsonValue } from '#/tree/entries.ts'
import { textLevel } from './level.ts'
import { mergeLevel } from './merge-level.ts'
import { workingWith } from './merge-piece.ts'
import { mergeValue } from './merge-values.ts'
import { assemble } from './segments.ts'
import type { TreeAsking } from './tree-conflict.ts'

type Values = Entry['attributes']

export interface ThreeEntries {
  readonly base: Entry
  readonly ours: Entry
  readonly theirs: Entry
}

/** The names of all values that a head can have. */
const headNames: ReadonlySet<string> = new Set(['title', ...attributeNames])

/**
 * The bytes of the head for attributes that are already merged. Lines of different attributes merge
 * as lines; otherwise the head of the side that changed more than attributes gets the attributes of
 * the other.
 */
export function mergeHeads(
  three: ThreeEntries,
  attributes: Values,
  asking: TreeAsking,
): string | undefined {
  const { base, ours, theirs } = three
  if (ours.head === theirs.head || theirs.head === base.head) return ours.head
  if (ours.head === base.head) return theirs.head
  const changed = changesBetween(base.attributes, attributes)
  const wanted = setHead(base.head ?? '', changed, base.kind)
  const lines = mergeHeadLines(three)
  if (lines !== undefined && saysTheSame(lines, wanted, base.kind)) return lines
  const isOursPlain = isPlain(base, ours)
  if (isPlain(base, theirs)) {
    return isOursPlain ? wanted : agreeing(ours.head, ours, attributes)
  }
  return isOursPlain
    ? agreeing(theirs.head, theirs, attributes)
    : decideHead(three, asking)
}

function decideHead(three: ThreeEntries, asking: TreeAsking): string | undefined {
  const { base, ours, theirs } = three
  const heads = { base: base.head, ours: ours.head, theirs: theirs.head }
  const subject = { kind: 'head', entry: base.id, field: 'head', asking } as const
  const chosen = mergeValue(heads, subject)
  return typeof chosen === 'string' ? chosen : undefined
}

/** A head with the merged values of those attributes in which its own entry differs. */
function agreeing(
  head: string | undefined,
  entry: Entry,
  attributes: Values,
): string | undefined {
  if (head === undefined) return undefined
  return setHead(head, changesBetween(entry.attributes, attributes), entry.kind)
}

function mergeHeadLines({ base, ours, theirs }: ThreeEntries): string | undefined {
  const levels = {
    base: textLevel(base.head ?? ''),
    ours: textLevel(ours.head ?? ''),
    theirs: textLevel(theirs.head ?? ''),
  }
  const merged = mergeLevel(
    levels,
    'blocks',
    workingWith(() => undefined),
  )
  if (merged === undefined) return undefined
  const { text, conflicts } = assemble(merged.segments)
  return conflicts.length === 0 ? text : undefined
}

/** Whether a side changed nothing in the head but attributes. */
function isPlain(base: Entry, side: Entry): boolean {
  const changes = changesBetween(base.attributes, side.attributes)
  return setHead(base.head ?? '', changes, side.kind) === (side.head ?? '')
}

function saysTheSame(one: string, other: string, kind: Entry['kind']): boolean {
  const split = kind === 'reusable-content' ? splitInclude : splitPage
  const [left, right] = [split(one), split(other)]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- attributes of a page file are plain values
  const values = [left.attributes, right.attributes] as unknown as [JsonValue, JsonValue]
  return (
    left.title === right.title &&
    left.problem === right.problem &&
    left.body === right.body &&
    sameValue(...values)
  )
}

function changesBetween(
  before: Values,
  after: Values,
): ReadonlyMap<string, JsonValue | null> {
  return new Map(
    compareRecords(before, after)
      .filter(({ name }) => headNames.has(name))
      .map((change) => [change.name, change.after ?? null]),
  )
}

function setHead(
  head: string,
  changes: ReadonlyMap<string, JsonValue | null>,
  kind: Entry['kind'],
): string {
  if (changes.size === 0) return head
  const others = new Map(changes)
  const title = changes.get('title')
  if (kind !== 'reusable-content') return setAttributes(head, asChanges(others))
  others.delete('title')
  const edited = others.size === 0 ? head : setAttributes(head, asChanges(others))
  return typeof title === 'string' ? setIncludeTitle(edited, title) : edited
}

/** The changes by attribute: entries store values as page files do, under keys of `headNames`. */
function asChanges(changes: ReadonlyMap<string, JsonValue | null>): AttributeChanges {
  return Object.fromEntries(changes)
}

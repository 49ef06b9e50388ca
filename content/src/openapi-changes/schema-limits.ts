import { find, type PairNode } from './comparison.ts'
import { valueAt, type Located } from './located.ts'
import { keywordOf, placeOf, type SchemaView } from './schema-view.ts'
import type { RuleId } from './rules.ts'
import { quoted } from './words.ts'

interface Pair {
  readonly before: SchemaView
  readonly after: SchemaView
}

/** Compares limits of numbers, lengths and counts, patterns and the like. */
export function compareLimits(node: PairNode, pair: Pair): void {
  for (const limit of limits) compareLimit(node, pair, limit)
  comparePatterns(node, pair)
  compareMultiples(node, pair)
  compareUniqueness(node, pair)
}

interface Limit {
  readonly keyword: string
  /** The keyword that leaves out the limit itself. */
  readonly exclusive?: string
  readonly isUpper: boolean
}

const limits: readonly Limit[] = [
  { keyword: 'maximum', exclusive: 'exclusiveMaximum', isUpper: true },
  { keyword: 'minimum', exclusive: 'exclusiveMinimum', isUpper: false },
  ...['Length', 'Items', 'Properties', 'Contains'].flatMap((of) => [
    { keyword: `max${of}`, isUpper: true },
    { keyword: `min${of}`, isUpper: false },
  ]),
]

interface Bound {
  readonly value: number
  readonly isExclusive: boolean
}

function compareLimit(node: PairNode, pair: Pair, limit: Limit): void {
  const before = boundOf(pair.before, limit)
  const after = boundOf(pair.after, limit)
  const order = compareBounds(before, after, limit)
  const at = placeOf(pair, limit.keyword)
  if (order === 0 || at === undefined) return
  find(node, {
    rule: order > 0 ? 'limit-tightened' : 'limit-loosened',
    at,
    name: limit.keyword,
    says: (where) =>
      `The limit "${limit.keyword}" of ${where} changed from ${shown(before)} to ${shown(after)}.`,
  })
}

function shown(bound: Bound | undefined): string {
  if (bound === undefined) return 'none'
  return `${bound.value}${bound.isExclusive ? ' (exclusive)' : ''}`
}

/** What holds without a bound: a length or count is never below zero. */
function unbounded({ isUpper, exclusive }: Limit): number {
  if (isUpper) return Infinity
  return exclusive === undefined ? 0 : -Infinity
}

/** Positive where the second bound allows less. */
function compareBounds(
  before: Bound | undefined,
  after: Bound | undefined,
  limit: Limit,
): number {
  const none = { value: unbounded(limit), isExclusive: false }
  const [old, current] = [before ?? none, after ?? none]
  if (old.value !== current.value) {
    return old.value > current.value === limit.isUpper ? 1 : -1
  }
  return Number(current.isExclusive) - Number(old.isExclusive)
}

/** The bound of all parts together: the one that allows least. */
function boundOf({ parts, types }: SchemaView, limit: Limit): Bound | undefined {
  const areIntegers = types?.size === 1 && types.has('integer')
  let tightest: Bound | undefined
  for (const part of parts) {
    for (const written of boundsOf(part, limit)) {
      const bound = areIntegers ? inclusive(written, limit) : written
      if (tightest === undefined || compareBounds(tightest, bound, limit) > 0) {
        tightest = bound
      }
    }
  }
  return tightest
}

/** The last integer within a bound: above 0 is the same as from 1. */
function inclusive({ value, isExclusive }: Bound, { isUpper }: Limit): Bound {
  const last = isUpper ? Math.floor(value) : Math.ceil(value)
  const step = isUpper ? -1 : 1
  return { value: isExclusive && last === value ? last + step : last, isExclusive: false }
}

/** The bounds of one part. In 3.0 the exclusive keyword is true, and the other has the number. */
function boundsOf(part: Located, { keyword, exclusive }: Limit): readonly Bound[] {
  const value = valueAt(part, keyword)
  const other = exclusive === undefined ? undefined : valueAt(part, exclusive)
  const bounds: Bound[] = []
  if (typeof value === 'number') bounds.push({ value, isExclusive: other === true })
  if (typeof other === 'number') bounds.push({ value: other, isExclusive: true })
  return bounds
}

function comparePatterns(node: PairNode, pair: Pair): void {
  const before = keywordOf(pair.before, 'pattern')
  const after = keywordOf(pair.after, 'pattern')
  const at = placeOf(pair, 'pattern')
  if (before === after || at === undefined) return
  if (typeof (before ?? after) !== 'string') return
  find(node, {
    rule: ruleOfPatterns(before, after),
    at,
    says: (where) =>
      `The pattern of ${where} changed from ${before === undefined ? 'none' : quoted(before)} to ${after === undefined ? 'none' : quoted(after)}.`,
  })
}

function ruleOfPatterns(before: unknown, after: unknown): RuleId {
  if (before === undefined) return 'pattern-added'
  return after === undefined ? 'pattern-removed' : 'pattern-changed'
}

function compareMultiples(node: PairNode, pair: Pair): void {
  const before = multipleOf(pair.before)
  const after = multipleOf(pair.after)
  const at = placeOf(pair, 'multipleOf')
  if (before === after || at === undefined) return
  find(node, {
    rule: ruleOfMultiples(before, after),
    at,
    says: (where) =>
      `The numbers of ${where} are multiples of ${after ?? 'anything'} instead of ${before ?? 'anything'}.`,
  })
}

/** Every integer is a multiple of one, so that it says nothing. */
function multipleOf(view: SchemaView): number | undefined {
  const value = keywordOf(view, 'multipleOf')
  if (typeof value !== 'number' || value <= 0) return undefined
  return value === 1 && view.types?.has('integer') === true ? undefined : value
}

function ruleOfMultiples(before: number | undefined, after: number | undefined): RuleId {
  if (after === undefined) return 'multiple-of-widened'
  if (before === undefined) return 'multiple-of-narrowed'
  if (Number.isInteger(after / before)) return 'multiple-of-narrowed'
  return Number.isInteger(before / after) ? 'multiple-of-widened' : 'multiple-of-changed'
}

function compareUniqueness(node: PairNode, pair: Pair): void {
  const before = keywordOf(pair.before, 'uniqueItems') === true
  const after = keywordOf(pair.after, 'uniqueItems') === true
  const at = placeOf(pair, 'uniqueItems')
  if (before === after || at === undefined) return
  find(node, {
    rule: after ? 'unique-items-required' : 'unique-items-lifted',
    at,
    says: (where) =>
      after
        ? `The items of ${where} must differ from each other.`
        : `The items of ${where} may be equal to each other.`,
  })
}

import { find, spend, type Comparison, type PairNode } from './comparison.ts'
import {
  asSchema,
  below,
  childOf,
  isRecord,
  listAt,
  recordAt,
  type Located,
} from './located.ts'
import { linkSchemas, partWith, placeOf, type SchemaView } from './schema-view.ts'
import { quoted } from './words.ts'

interface Pair {
  readonly before: SchemaView
  readonly after: SchemaView
}

/** Compares the items of lists, and the fields of objects that have no name of their own. */
export function compareItems(comparison: Comparison, node: PairNode, pair: Pair): void {
  compareTuples(comparison, node, pair)
  linkWhereEither(comparison, node, {
    before: keywordSchema(pair.before, 'items'),
    after: keywordSchema(pair.after, 'items'),
    views: pair,
  })
  compareAdditional(comparison, node, pair)
  comparePatternFields(comparison, node, pair)
}

function keywordSchema(view: SchemaView, keyword: string): Located | undefined {
  const part = partWith(view, keyword)
  return part && asSchema(childOf(part, keyword))
}

interface EitherSchema {
  readonly before: Located | undefined
  readonly after: Located | undefined
  readonly views: Pair
}

/** Links two schemas; one that is absent allows everything. */
function linkWhereEither(
  comparison: Comparison,
  node: PairNode,
  { before, after, views }: EitherSchema,
): void {
  if (before === undefined && after === undefined) return
  const token = (before ?? after)?.token ?? ''
  const open = ({ parts }: SchemaView) =>
    parts.slice(0, 1).map((part) => below(part, token, {}))
  linkSchemas(comparison, node, {
    before: before === undefined ? open(views.before) : [before],
    after: after === undefined ? open(views.after) : [after],
  })
}

function compareTuples(comparison: Comparison, node: PairNode, pair: Pair): void {
  const before = tupleOf(pair.before)
  const after = tupleOf(pair.after)
  spend(comparison, before.length + after.length)
  const at = placeOf(pair, 'prefixItems')
  if (before.length !== after.length && at !== undefined) {
    find(node, {
      rule: 'tuple-changed',
      at,
      says: (where) =>
        `The list of ${where} describes ${after.length} items by position instead of ${before.length}.`,
    })
  }
  for (const [index, old] of before.entries()) {
    const current = after[index]
    if (current === undefined) break
    linkWhereEither(comparison, node, {
      before: asSchema(old),
      after: asSchema(current),
      views: pair,
    })
  }
}

function tupleOf(view: SchemaView): readonly Located[] {
  const part = partWith(view, 'prefixItems')
  return part === undefined ? [] : listAt(part, 'prefixItems')
}

type Additional =
  | { readonly are: 'open' | 'closed'; readonly at: Located | undefined }
  | { readonly are: 'typed'; readonly at: Located }

function additionalOf(view: SchemaView): Additional {
  for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
    const part = partWith(view, keyword)
    const at = part && childOf(part, keyword)
    if (at === undefined) continue
    if (at.value === false) return { are: 'closed', at }
    if (isRecord(at.value) && Object.keys(at.value).length > 0) {
      return { are: 'typed', at }
    }
    return { are: 'open', at }
  }
  return { are: 'open', at: undefined }
}

function compareAdditional(comparison: Comparison, node: PairNode, pair: Pair): void {
  const before = additionalOf(pair.before)
  const after = additionalOf(pair.after)
  if (before.are === 'typed' && after.are !== 'closed') {
    linkAdditional(comparison, node, { before, after, pair })
    return
  }
  if (before.are === after.are) return
  if (before.are === 'open' && after.are === 'typed') {
    linkAdditional(comparison, node, { before, after, pair })
    return
  }
  const at = after.at ?? pair.after.parts[0] ?? before.at
  if (at === undefined) return
  if (after.are !== 'closed') {
    find(node, {
      rule: 'additional-fields-allowed',
      at,
      says: (where) => `Fields that are not named are allowed in ${where}.`,
    })
    return
  }
  find(node, {
    rule: before.are === 'typed' ? 'map-values-removed' : 'additional-fields-forbidden',
    at,
    says: (where) => `Fields that are not named are no longer allowed in ${where}.`,
  })
}

function linkAdditional(
  comparison: Comparison,
  node: PairNode,
  {
    before,
    after,
    pair,
  }: { readonly before: Additional; readonly after: Additional; readonly pair: Pair },
): void {
  linkWhereEither(comparison, node, {
    before: before.are === 'typed' ? before.at : undefined,
    after: after.are === 'typed' ? after.at : undefined,
    views: pair,
  })
}

function comparePatternFields(comparison: Comparison, node: PairNode, pair: Pair): void {
  const before = patternsOf(comparison, pair.before)
  const after = patternsOf(comparison, pair.after)
  for (const [name, old] of before) {
    const current = after.get(name)
    if (current !== undefined) {
      linkSchemas(comparison, node, { before: [old], after: [current] })
      continue
    }
    find(node, {
      rule: 'pattern-fields-removed',
      at: old,
      name,
      says: (where) => `Fields named like ${quoted(name)} were removed: ${where}.`,
    })
  }
  for (const [name, at] of after) {
    if (before.has(name)) continue
    find(node, {
      rule: 'pattern-fields-added',
      at,
      name,
      says: (where) => `Fields named like ${quoted(name)} are described: ${where}.`,
    })
  }
}

function patternsOf(
  comparison: Comparison,
  view: SchemaView,
): ReadonlyMap<string, Located> {
  const found = new Map<string, Located>()
  const part = partWith(view, 'patternProperties')
  const patterns = part && recordAt(part, 'patternProperties')
  if (patterns === undefined || !isRecord(patterns.value)) return found
  for (const [name, value] of Object.entries(patterns.value)) {
    spend(comparison, 1 + (name.length >> 8))
    const schema = asSchema(below(patterns, name, value))
    if (schema !== undefined) found.set(name, schema)
  }
  return found
}

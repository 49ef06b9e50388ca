import { find, spend, type Comparison, type PairNode } from './comparison.ts'
import { valueAt, type Located } from './located.ts'
import { canonicalText } from './same.ts'
import { partWith, type SchemaView } from './schema-view.ts'
import { bare, listed, quoted } from './words.ts'

interface Values {
  readonly at: Located
  readonly isConst: boolean
  /** By their canonical text; null is compared with the types. */
  readonly byText: ReadonlyMap<string, unknown>
}

/** Compares the lists of allowed values; a constant is a list of one. */
export function compareValues(
  comparison: Comparison,
  node: PairNode,
  pair: { readonly before: SchemaView; readonly after: SchemaView },
): void {
  const before = valuesOf(comparison, pair.before)
  const after = valuesOf(comparison, pair.after)
  if (before === undefined && after === undefined) return
  if (before === undefined || after === undefined) {
    noteList(node, pair, { before, after })
    return
  }
  const removed = missing(before, after)
  const added = missing(after, before)
  if (removed.length === 0 && added.length === 0) return
  if (before.isConst && after.isConst) {
    find(node, {
      rule: 'const-changed',
      at: after.at,
      says: (where) =>
        `The value of ${where} changed from ${quoted(removed[0])} to ${quoted(added[0])}.`,
    })
    return
  }
  noteValues(node, { at: before.at, removed })
  noteValues(node, { at: after.at, added })
}

interface Lists {
  readonly before: Values | undefined
  readonly after: Values | undefined
}

function noteList(
  node: PairNode,
  views: { readonly after: SchemaView },
  { before, after }: Lists,
): void {
  const at = after?.at ?? views.after.parts[0] ?? before?.at
  if (at === undefined) return
  const named = listed([...((before ?? after)?.byText.values() ?? [])].map(quoted))
  find(node, {
    rule: before === undefined ? 'enum-added' : 'enum-removed',
    at,
    says: (where) =>
      before === undefined
        ? `Only listed values are allowed for ${where}: ${named}.`
        : `Other values than ${named} are allowed for ${where}.`,
  })
}

interface NamedValues {
  readonly at: Located
  readonly added?: readonly unknown[]
  readonly removed?: readonly unknown[]
}

function noteValues(node: PairNode, { at, added = [], removed = [] }: NamedValues): void {
  const values = [...added, ...removed]
  if (values.length === 0) return
  const names = values.map(quoted)
  const isAdded = added.length > 0
  find(node, {
    rule: isAdded ? 'enum-value-added' : 'enum-value-removed',
    at,
    name: values.slice(0, 5).map(bare).join(', '),
    says: (where) =>
      `${names.length === 1 ? 'The value' : 'The values'} ${listed(names)} ${names.length === 1 ? 'was' : 'were'} ${isAdded ? 'added to' : 'removed from'} the values of ${where}.`,
  })
}

function missing(from: Values, other: Values): readonly unknown[] {
  return [...from.byText]
    .filter(([text]) => !other.byText.has(text))
    .map(([, value]) => value)
}

function valuesOf(comparison: Comparison, view: SchemaView): Values | undefined {
  const constant = partWith(view, 'const')
  if (constant !== undefined) {
    const value = valueAt(constant, 'const')
    return { at: constant, isConst: true, byText: textsOf(comparison, [value]) }
  }
  const part = view.parts.find((each) => Array.isArray(valueAt(each, 'enum')))
  const list = part && valueAt(part, 'enum')
  if (part === undefined || !Array.isArray(list)) return undefined
  spend(comparison, list.length)
  return { at: part, isConst: false, byText: textsOf(comparison, list) }
}

function textsOf(
  comparison: Comparison,
  list: readonly unknown[],
): ReadonlyMap<string, unknown> {
  const values = list.filter((value) => value !== null)
  return new Map(values.map((value) => [canonicalText(comparison, value), value]))
}

import { find, type Comparison, type PairNode } from './comparison.ts'
import type { RuleId } from './rules.ts'
import { compareAlternatives } from './schema-alternatives.ts'
import { compareFields } from './schema-fields.ts'
import { compareItems } from './schema-items.ts'
import { compareLimits } from './schema-limits.ts'
import { compareValues } from './schema-values.ts'
import { keywordOf, placeOf, type SchemaView } from './schema-view.ts'
import { isSame } from './same.ts'
import { noteDeprecation, noteDocumentation, noteTexts, texts } from './texts.ts'
import { listed, quoted } from './words.ts'

export interface SchemaPair {
  readonly before: SchemaView
  readonly after: SchemaView
}

/** Compares what two schemas say themselves; what is inside them is linked. */
export function compareSchemas(
  comparison: Comparison,
  node: PairNode,
  pair: SchemaPair,
): void {
  const { before, after } = pair
  noteSchemaTexts(comparison, node, pair)
  if (!isSame(comparison, before.unresolved, after.unresolved)) {
    note(node, pair, '$ref', {
      rule: 'reference-changed',
      says: (where) => `A reference of ${where} leads out of the document, or nowhere.`,
    })
    return
  }
  compareNull(node, pair)
  const rest = compareAlternatives(comparison, node, pair)
  if (rest !== undefined && compareTypes(node, rest)) compareRest(comparison, node, rest)
}

function compareRest(comparison: Comparison, node: PairNode, pair: SchemaPair): void {
  compareValues(comparison, node, pair)
  compareLimits(node, pair)
  compareFormats(node, pair)
  compareDefaults(comparison, node, pair)
  compareFields(comparison, node, pair)
  compareItems(comparison, node, pair)
  compareConditions(comparison, node, pair)
}

interface Said {
  readonly rule: RuleId
  readonly says: (where: string) => string
  readonly name?: string
}

/** Notes a difference in a keyword. */
function note(node: PairNode, pair: SchemaPair, keyword: string, said: Said): void {
  const at = placeOf(pair, keyword)
  if (at !== undefined) find(node, { at, ...said })
}

function noteSchemaTexts(
  comparison: Comparison,
  node: PairNode,
  { before, after }: SchemaPair,
): void {
  if (before.parts.length !== after.parts.length) {
    noteCommonTexts(comparison, node, { before, after })
  } else {
    for (const [index, part] of before.parts.entries()) {
      const other = after.parts[index]
      if (other !== undefined) noteTexts(comparison, node, part, other)
    }
  }
  const [old, at] = [
    keywordOf(before, 'deprecated') === true,
    placeOf({ before, after }, 'deprecated'),
  ]
  if (at === undefined) return
  noteDeprecation(node, {
    at,
    before: old,
    after: keywordOf(after, 'deprecated') === true,
  })
}

/** Compares the foremost texts of schemas that are put together in another way. */
function noteCommonTexts(comparison: Comparison, node: PairNode, pair: SchemaPair): void {
  const differs = (keyword: string) =>
    !isSame(comparison, keywordOf(pair.before, keyword), keywordOf(pair.after, keyword))
  const at = placeOf(pair, 'description')
  if (at !== undefined && texts.some(differs)) noteDocumentation(node, at)
}

/** Compares types; false where nothing else can be compared. */
function compareTypes(node: PairNode, pair: SchemaPair): boolean {
  const { before, after } = pair
  if (hasOnlyChoices(before) || hasOnlyChoices(after)) return true
  const said = { lost: lostTypes(before, after), gained: lostTypes(after, before) }
  if (!said.lost && !said.gained) return true
  const rule = ruleOfTypes(said)
  note(node, pair, 'type', {
    rule,
    says: (where) =>
      `The type of ${where} changed from ${namesOf(before)} to ${namesOf(after)}.`,
  })
  return (
    rule !== 'type-changed' && before.types !== undefined && after.types !== undefined
  )
}

function ruleOfTypes({ lost, gained }: { lost: boolean; gained: boolean }): RuleId {
  if (lost && gained) return 'type-changed'
  return lost ? 'type-narrowed' : 'type-widened'
}

function hasOnlyChoices({ types, choices }: SchemaView): boolean {
  return types === undefined && choices.length > 0
}

/** Whether one schema has types that another does not allow. */
function lostTypes({ types }: SchemaView, { types: allowed }: SchemaView): boolean {
  if (allowed === undefined) return false
  if (types === undefined) return true
  return [...types].some(
    (type) => !allowed.has(type) && !(type === 'integer' && allowed.has('number')),
  )
}

function namesOf({ types }: SchemaView): string {
  if (types === undefined) return 'anything'
  return types.size === 0 ? 'null' : listed([...types].toSorted())
}

function compareNull(node: PairNode, pair: SchemaPair): void {
  const [before, after] = [pair.before.allowsNull, pair.after.allowsNull]
  if (before === undefined || after === undefined || before === after) return
  // Where null comes with an alternative, it is said around the schema that has the type.
  const isInPlace = pair.before.parts.length === pair.after.parts.length
  const at = isInPlace ? placeOf(pair, 'type') : pair.after.at
  if (at === undefined) return
  find(node, {
    rule: after ? 'null-allowed' : 'null-disallowed',
    at,
    says: (where) =>
      after ? `Null is allowed for ${where}.` : `Null is no longer allowed for ${where}.`,
  })
}

const wider = new Map([
  ['int32', 'int64'],
  ['float', 'double'],
])

function compareFormats(node: PairNode, pair: SchemaPair): void {
  const before = keywordOf(pair.before, 'format')
  const after = keywordOf(pair.after, 'format')
  if (before === after || (before ?? after) === undefined) return
  note(node, pair, 'format', {
    rule: ruleOfFormats(before, after),
    says: (where) =>
      `The format of ${where} changed from ${before === undefined ? 'none' : quoted(before)} to ${after === undefined ? 'none' : quoted(after)}.`,
  })
}

function ruleOfFormats(before: unknown, after: unknown): RuleId {
  if (before === undefined) return 'format-added'
  if (after === undefined) return 'format-removed'
  if (typeof before !== 'string' || typeof after !== 'string') return 'format-changed'
  if (wider.get(before) === after) return 'format-widened'
  return wider.get(after) === before ? 'format-narrowed' : 'format-changed'
}

function compareDefaults(comparison: Comparison, node: PairNode, pair: SchemaPair): void {
  const before = keywordOf(pair.before, 'default')
  const after = keywordOf(pair.after, 'default')
  if (isSame(comparison, before, after)) return
  note(node, pair, 'default', {
    rule: ruleOfChange('default', before, after),
    says: (where) =>
      `The default of ${where} changed from ${before === undefined ? 'none' : quoted(before)} to ${after === undefined ? 'none' : quoted(after)}.`,
  })
}

function ruleOfChange<Word extends 'default' | 'condition'>(
  word: Word,
  before: unknown,
  after: unknown,
): `${Word}-added` | `${Word}-removed` | `${Word}-changed` {
  if (before === undefined) return `${word}-added`
  return after === undefined ? `${word}-removed` : `${word}-changed`
}

/** Keywords that are compared as they are written: what they refer to is not followed. */
const conditions = [
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'contains',
  'propertyNames',
]
const encodings = ['contentEncoding', 'contentMediaType']

function compareConditions(
  comparison: Comparison,
  node: PairNode,
  pair: SchemaPair,
): void {
  for (const keyword of conditions) {
    const before = keywordOf(pair.before, keyword)
    const after = keywordOf(pair.after, keyword)
    if (isSame(comparison, before, after)) continue
    note(node, pair, keyword, {
      rule: ruleOfChange('condition', before, after),
      name: keyword,
      says: (where) => `The condition "${keyword}" of ${where} changed.`,
    })
  }
  compareWriting(comparison, node, pair)
}

function compareWriting(comparison: Comparison, node: PairNode, pair: SchemaPair): void {
  for (const keyword of [...encodings, 'xml']) {
    const before = keywordOf(pair.before, keyword)
    const after = keywordOf(pair.after, keyword)
    if (isSame(comparison, before, after)) continue
    note(node, pair, keyword, {
      rule: keyword === 'xml' ? 'encoding-changed' : 'content-encoding-changed',
      name: keyword,
      says: (where) => `The keyword "${keyword}" of ${where} changed.`,
    })
  }
}

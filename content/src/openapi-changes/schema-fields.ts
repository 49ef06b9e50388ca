import {
  eitherWay,
  find,
  received,
  sent,
  spend,
  type Comparison,
  type PairNode,
} from './comparison.ts'
import { asSchema, below, isRecord, valueAt, type Located } from './located.ts'
import { keywordOf, linkViews, viewOf, type SchemaView } from './schema-view.ts'
import { quoted } from './words.ts'

interface Pair {
  readonly before: SchemaView
  readonly after: SchemaView
}

interface Fields {
  /** The schemas of each field, which all hold. */
  readonly schemas: ReadonlyMap<string, readonly Located[]>
  /** The part that requires a field. */
  readonly required: ReadonlyMap<string, Located>
}

/** Compares the named fields of two objects, and links what is in them. */
export function compareFields(comparison: Comparison, node: PairNode, pair: Pair): void {
  const before = fieldsOf(comparison, pair.before)
  const after = fieldsOf(comparison, pair.after)
  for (const [name, schemas] of before.schemas) {
    const others = after.schemas.get(name)
    if (others === undefined) noteRemoved(comparison, node, name, schemas)
    else compareField(comparison, node, { name, before, after, schemas, others })
  }
  for (const [name, schemas] of after.schemas) {
    if (before.schemas.has(name)) continue
    noteAdded(comparison, node, { name, schemas, isRequired: after.required.has(name) })
  }
  compareUndescribed(node, before, after)
}

function fieldsOf(comparison: Comparison, { parts }: SchemaView): Fields {
  const schemas = new Map<string, Located[]>()
  const required = new Map<string, Located>()
  for (const part of parts) {
    for (const [name, schema] of describedIn(comparison, part)) {
      const known = schemas.get(name)
      if (known === undefined) schemas.set(name, [schema])
      else known.push(schema)
    }
    const names = valueAt(part, 'required')
    if (!Array.isArray(names)) continue
    spend(comparison, names.length)
    for (const name of names) {
      if (typeof name !== 'string' || required.has(name)) continue
      spend(comparison, name.length >> 8)
      required.set(name, part)
    }
  }
  return { schemas, required }
}

function describedIn(
  comparison: Comparison,
  part: Located,
): readonly (readonly [string, Located])[] {
  const properties = valueAt(part, 'properties')
  if (!isRecord(properties)) return []
  const parent = below(part, 'properties', properties)
  const described: (readonly [string, Located])[] = []
  for (const [name, value] of Object.entries(properties)) {
    spend(comparison, 1 + (name.length >> 8))
    const schema = asSchema(below(parent, name, value))
    if (schema !== undefined) described.push([name, schema])
  }
  return described
}

/** The ways that a field goes: what is read-only is not sent, what is write-only not received. */
function waysOf(view: SchemaView): number {
  if (keywordOf(view, 'readOnly') === true) return received
  return keywordOf(view, 'writeOnly') === true ? sent : eitherWay
}

function noteRemoved(
  comparison: Comparison,
  node: PairNode,
  name: string,
  schemas: readonly Located[],
): void {
  const [at] = schemas
  if (at === undefined) return
  find(node, {
    rule: 'field-removed',
    at,
    name,
    ways: waysOf(viewOf(comparison, schemas)),
    says: (where) => `Removed: ${where}.`,
  })
}

interface AddedField {
  readonly name: string
  readonly schemas: readonly Located[]
  readonly isRequired: boolean
}

function noteAdded(
  comparison: Comparison,
  node: PairNode,
  { name, schemas, isRequired }: AddedField,
): void {
  const [at] = schemas
  if (at === undefined) return
  find(node, {
    rule: isRequired ? 'required-field-added' : 'optional-field-added',
    at,
    name,
    ways: waysOf(viewOf(comparison, schemas)),
    says: (where) => `Added, ${isRequired ? 'and required' : 'optional'}: ${where}.`,
  })
}

interface FieldPair {
  readonly name: string
  readonly before: Fields
  readonly after: Fields
  readonly schemas: readonly Located[]
  readonly others: readonly Located[]
}

function compareField(
  comparison: Comparison,
  node: PairNode,
  { name, before, after, schemas, others }: FieldPair,
): void {
  const views = { before: viewOf(comparison, schemas), after: viewOf(comparison, others) }
  const [old, current] = [waysOf(views.before), waysOf(views.after)]
  const [at] = others
  if (at !== undefined) {
    noteWays(node, { at, name, old, current })
    const isRequired = after.required.has(name)
    if (before.required.has(name) !== isRequired) {
      noteRequired(node, { at, name, isRequired, ways: current })
    } else if (isRequired && old === received && (current & sent) !== 0) {
      noteRequired(node, { at, name, isRequired, ways: sent })
    }
  }
  linkViews(comparison, node, views, { ways: old & current })
}

interface Ways {
  readonly at: Located
  readonly name: string
  readonly old: number
  readonly current: number
}

function noteWays(node: PairNode, { at, name, old, current }: Ways): void {
  if (old === current) return
  const marks = [
    {
      way: received,
      set: 'read-only-set',
      lifted: 'read-only-lifted',
      word: 'read-only',
    },
    { way: sent, set: 'write-only-set', lifted: 'write-only-lifted', word: 'write-only' },
  ] as const
  for (const { way, set, lifted, word } of marks) {
    if (current !== way && old !== way) continue
    const isSet = current === way
    find(node, {
      rule: isSet ? set : lifted,
      at,
      name,
      says: (where) => `${isSet ? 'Now' : 'No longer'} ${word}: ${where}.`,
    })
  }
}

interface Requirement {
  readonly at: Located
  readonly name: string
  readonly isRequired: boolean
  readonly ways: number
}

function noteRequired(node: PairNode, { at, name, isRequired, ways }: Requirement): void {
  find(node, {
    rule: isRequired ? 'field-required' : 'field-optional',
    at,
    name,
    ways,
    says: (where) => `${isRequired ? 'Now required' : 'No longer required'}: ${where}.`,
  })
}

/** Compares which fields are required that neither side describes. */
function compareUndescribed(node: PairNode, before: Fields, after: Fields): void {
  const isDescribed = (name: string) =>
    before.schemas.has(name) || after.schemas.has(name)
  for (const [name, at] of after.required) {
    if (isDescribed(name) || before.required.has(name)) continue
    find(node, {
      rule: 'field-required',
      at,
      name,
      says: (where) => `The field ${quoted(name)} is now required in ${where}.`,
    })
  }
  for (const [name, at] of before.required) {
    if (isDescribed(name) || after.required.has(name)) continue
    find(node, {
      rule: 'field-optional',
      at,
      name,
      says: (where) => `The field ${quoted(name)} is no longer required in ${where}.`,
    })
  }
}

import { bounds } from './bounds.ts'
import { lastStep, targetOf } from './follow.ts'
import {
  isRecord,
  isTrue,
  listOf,
  memberOf,
  stringOf,
  type JsonRecord,
} from './members.ts'
import { step, type ApiReader } from './reader.ts'

/** What a schema is put together from: objects that all hold. */
export interface SchemaParts {
  readonly parts: readonly SchemaPart[]
  readonly choices: readonly SchemaChoice[]
  /** Whether null is allowed besides what the parts say. */
  readonly isNullable: boolean
  /** Whether one of the parts allows nothing. */
  readonly isNever: boolean
  /** What it is known by: the objects that references led to, and itself. */
  readonly objects: readonly object[]
  /** Its name in the document, and the last step of a reference that leads nowhere. */
  readonly name: string | undefined
  readonly missing: string | undefined
}

export interface SchemaPart {
  readonly value: JsonRecord
  /** Whether it is the schema itself, not one that it has in `allOf`. */
  readonly isHead: boolean
}

export interface SchemaChoice {
  readonly kind: 'oneOf' | 'anyOf'
  readonly members: readonly unknown[]
  readonly part: SchemaPart
}

/** Follows references, and takes `allOf` apart. */
export function schemaParts(reader: ApiReader, raws: readonly unknown[]): SchemaParts {
  const gathering = begin(reader)
  for (const raw of raws) gathering.waiting.push({ value: raw, isHead: true })
  gathering.waiting.reverse()
  const seen = new Set<unknown>()
  for (
    let next = gathering.waiting.pop();
    next !== undefined;
    next = gathering.waiting.pop()
  ) {
    if (seen.has(next.value) || !step(reader, sizeOf(next.value))) continue
    if (seen.size === bounds.schemasMerged) break
    seen.add(next.value)
    gather(gathering, next)
  }
  return settled(gathering)
}

/** The steps that it takes to read a schema by itself. */
function sizeOf(value: unknown): number {
  if (!isRecord(value)) return 1
  const properties = memberOf(value, 'properties')
  const count = isRecord(properties) ? Object.keys(properties).length : 0
  return 1 + Object.keys(value).length + Math.min(count, bounds.properties)
}

interface Waiting {
  readonly value: unknown
  readonly isHead: boolean
}

interface Gathering {
  readonly reader: ApiReader
  /** The next one last. */
  readonly waiting: Waiting[]
  readonly parts: SchemaPart[]
  readonly choices: SchemaChoice[]
  readonly heads: object[]
  isNullable: boolean
  isNever: boolean
  missing: string | undefined
}

function begin(reader: ApiReader): Gathering {
  return {
    reader,
    waiting: [],
    parts: [],
    choices: [],
    heads: [],
    isNullable: false,
    isNever: false,
    missing: undefined,
  }
}

function gather(gathering: Gathering, { value, isHead }: Waiting): void {
  if (value === false) gathering.isNever = true
  if (!isRecord(value)) return
  const { parts, waiting } = gathering
  if (isHead) gathering.heads.push(value)
  const part = { value, isHead }
  const reference = stringOf(value, '$ref') ?? stringOf(value, '$dynamicRef')
  if (reference === undefined || Object.keys(value).length > 1) parts.push(part)
  gathering.isNullable ||= isTrue(value, 'nullable') || isTrue(value, 'x-nullable')
  waiting.push(...mergedIn(part))
  for (const kind of ['anyOf', 'oneOf'] as const) choose(gathering, part, kind)
  if (reference !== undefined) refer(gathering, reference, isHead)
}

/** The schemas in `allOf`, the last one first. One alone only gets words added. */
function mergedIn({ value, isHead }: SchemaPart): readonly Waiting[] {
  const members = listOf(value, 'allOf', bounds.schemasMerged)
  const isLone = members.length === 1 && !hasSubstance(value)
  return members
    .toReversed()
    .map((member) => ({ value: member, isHead: isHead && isLone }))
}

function refer(gathering: Gathering, reference: string, isHead: boolean): void {
  const target = targetOf(gathering.reader, reference)
  if (target === undefined) gathering.missing ??= lastStep(reference)
  else gathering.waiting.push({ value: target, isHead })
}

function hasSubstance(value: JsonRecord): boolean {
  return ['properties', 'oneOf', 'anyOf', 'items', 'required'].some(
    (keyword) => memberOf(value, keyword) !== undefined,
  )
}

/** Notes alternatives; one that is left beside null holds like any other part. */
function choose(gathering: Gathering, part: SchemaPart, kind: 'oneOf' | 'anyOf'): void {
  const all = listOf(part.value, kind, bounds.alternatives)
  if (all.length === 0) return
  const members = all.filter((member) => !isNull(member))
  if (members.length < all.length) gathering.isNullable = true
  if (members.length === 1) {
    gathering.waiting.push({ value: members[0], isHead: part.isHead })
  } else if (members.length > 1) {
    gathering.choices.push({ kind, members, part })
  }
}

function isNull(schema: unknown): boolean {
  const [type, values] = [memberOf(schema, 'type'), memberOf(schema, 'enum')]
  if (type === 'null') return true
  if (isRecord(schema) && Object.hasOwn(schema, 'const')) return schema['const'] === null
  return Array.isArray(values) && values.length === 1 && values[0] === null
}

function settled(gathering: Gathering): SchemaParts {
  const { reader, parts, choices, heads, isNullable, isNever, missing } = gathering
  const named = heads.find((object) => reader.names.has(object))
  return {
    parts,
    choices,
    isNullable,
    isNever,
    objects: heads,
    name: named && reader.names.get(named),
    missing,
  }
}

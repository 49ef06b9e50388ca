import { bounds, lengths } from './bounds.ts'
import { firstEntries, isRecord, isTrue, listOf, memberOf, recordOf } from './members.ts'
import type { ApiSchema } from './model.ts'
import type { ApiReader, Writable } from './reader.ts'
import { impliedChoice } from './schema-choices.ts'
import { limitsOf } from './schema-limits.ts'
import {
  schemaParts,
  type SchemaChoice,
  type SchemaPart,
  type SchemaParts,
} from './schema-parts.ts'
import { typesOf } from './schema-types.ts'
import { valuesOf } from './schema-values.ts'
import { jsonText, lineOf, textOf } from './texts.ts'

/** A schema with what is in it named, but not yet read. */
export interface SchemaForm {
  /** What it says itself, and the characters of that. */
  readonly own: ApiSchema
  readonly size: number
  readonly objects: readonly object[]
  readonly properties: readonly FormProperty[]
  readonly patternProperties: readonly FormProperty[]
  readonly additional: unknown
  readonly items: unknown
  readonly firstItems: readonly unknown[]
  readonly not: unknown
  readonly choices: readonly SchemaChoice[]
  /** Alternatives that only the mapping of a discriminator names. */
  readonly implied: SchemaChoice | undefined
  /** Whether there is more than is named here. */
  readonly isCut: boolean
}

export interface FormProperty {
  readonly name: string
  readonly isRequired: boolean
  /** All of these hold. */
  readonly schemas: readonly unknown[]
}

/** The form of schemas that all hold. That of one alone is made once. */
export function formOf(reader: ApiReader, raws: readonly unknown[]): SchemaForm {
  const [raw] = raws
  if (raws.length !== 1 || typeof raw !== 'object' || raw === null) {
    return makeForm(reader, raws)
  }
  const known = reader.forms.get(raw)
  if (known !== undefined) return known
  const form = makeForm(reader, raws)
  if (reader.forms.size < formsMax) reader.forms.set(raw, form)
  return form
}

/** Forms of large documents take much memory; those that are met first are met most often. */
const formsMax = 20_000

function makeForm(reader: ApiReader, raws: readonly unknown[]): SchemaForm {
  const gathered = schemaParts(reader, raws)
  const { properties, isCut } = propertiesOf(gathered)
  const values = valuesOf(reader, gathered)
  const own = ownOf(gathered, values)
  return {
    own,
    size: JSON.stringify(own).length,
    objects: gathered.objects,
    properties,
    patternProperties: patternsOf(gathered),
    additional: additionalOf(gathered),
    items: itemsOf(gathered),
    firstItems: firstItemsOf(gathered),
    not: keywordOf(gathered, 'not'),
    choices: gathered.choices.filter(({ members }) => members !== values?.members),
    implied: impliedChoice(reader, heads(gathered)),
    isCut,
  }
}

function heads({ parts }: SchemaParts): readonly SchemaPart[] {
  return parts.filter(({ isHead }) => isHead)
}

/** What the first part that has a keyword says of it. */
function keywordOf({ parts }: SchemaParts, keyword: string): unknown {
  for (const { value } of parts) {
    const member = memberOf(value, keyword)
    if (member !== undefined) return member
  }
  return undefined
}

function ownOf(gathered: SchemaParts, values: ReturnType<typeof valuesOf>): ApiSchema {
  const { parts, name, missing } = gathered
  const own = heads(gathered).map(({ value }) => value)
  const first = <Value>(find: (head: object) => Value | undefined): Value | undefined => {
    for (const head of own) {
      const found = find(head)
      if (found !== undefined) return found
    }
    return undefined
  }
  const title = first((head) => lineOf(head, 'title', lengths.title)) ?? missing
  const description = first((head) => textOf(head, 'description', lengths.ofField))
  const format = formatOf(gathered)
  const standard = first((head) => memberOf(head, 'default'))
  const limits = limitsOf(parts)
  const examples = examplesOf(own)
  return {
    ...(name !== undefined && { name }),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    types: typesOf(gathered),
    ...(format !== undefined && { format }),
    ...(gathered.isNever && { isNever: true }),
    ...flagsOf(gathered),
    ...(limits.length > 0 && { limits }),
    ...(values !== undefined && { values: values.list }),
    ...withText('default', standard),
    ...(examples.length > 0 && { examples }),
  }
}

function withText<Key extends string>(
  key: Key,
  value: unknown,
): { readonly [Name in Key]?: string } {
  const text = value === undefined ? undefined : jsonText(value, lengths.value)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only key is this one
  return (text === undefined ? {} : { [key]: text }) as {
    readonly [Name in Key]?: string
  }
}

function formatOf(gathered: SchemaParts): string | undefined {
  if (keywordOf(gathered, 'type') === 'file') return 'binary'
  for (const { value } of gathered.parts) {
    const format = lineOf(value, 'format', lengths.title)
    if (format !== undefined) return format
  }
  return undefined
}

function flagsOf({ parts }: SchemaParts): Partial<ApiSchema> {
  const says = (...keywords: readonly string[]) =>
    parts.some(({ value }) => keywords.some((keyword) => isTrue(value, keyword)))
  return {
    ...(says('deprecated', 'x-deprecated') && { isDeprecated: true }),
    ...(says('readOnly') && { isReadOnly: true }),
    ...(says('writeOnly') && { isWriteOnly: true }),
  }
}

const examplesMax = 5

function examplesOf(schemas: readonly object[]): readonly string[] {
  const found = new Set<string>()
  for (const head of schemas) {
    const given = memberOf(head, 'example') ?? memberOf(head, 'x-example')
    const all = listOf(head, 'examples', examplesMax)
    for (const value of given === undefined ? all : [given, ...all]) {
      const text = jsonText(value, lengths.value)
      if (text !== undefined && found.size < examplesMax) found.add(text)
    }
  }
  return [...found]
}

function propertiesOf({ parts }: SchemaParts): {
  readonly properties: readonly FormProperty[]
  readonly isCut: boolean
} {
  const required = new Set(
    parts.flatMap(({ value }) => listOf(value, 'required', bounds.properties * 2)),
  )
  const found = new Map<string, Writable<FormProperty> & { schemas: unknown[] }>()
  let isCut = false
  for (const { value } of parts) {
    const members = recordOf(value, 'properties')
    if (members === undefined) continue
    isCut ||= Object.keys(members).length > bounds.properties
    for (const [name, schema] of firstEntries(members, bounds.properties)) {
      const known = found.get(name)
      if (known !== undefined) known.schemas.push(schema)
      else if (found.size === bounds.properties) isCut = true
      else {
        found.set(name, { name, isRequired: required.has(name), schemas: [schema] })
      }
    }
  }
  return { properties: [...found.values()], isCut }
}

function patternsOf(gathered: SchemaParts): readonly FormProperty[] {
  const members = keywordOf(gathered, 'patternProperties')
  if (!isRecord(members)) return []
  return firstEntries(members, bounds.properties).map(([name, schema]) => ({
    name,
    isRequired: false,
    schemas: [schema],
  }))
}

function additionalOf(gathered: SchemaParts): unknown {
  return (
    keywordOf(gathered, 'additionalProperties') ??
    keywordOf(gathered, 'unevaluatedProperties')
  )
}

function itemsOf(gathered: SchemaParts): unknown {
  const items = keywordOf(gathered, 'items')
  return Array.isArray(items) ? keywordOf(gathered, 'additionalItems') : items
}

function firstItemsOf(gathered: SchemaParts): readonly unknown[] {
  for (const { value } of gathered.parts) {
    for (const keyword of ['prefixItems', 'items']) {
      const list = listOf(value, keyword, bounds.alternatives)
      if (list.length > 0) return list
    }
  }
  return []
}

import { bounds, lengths } from './bounds.ts'
import { followed } from './follow.ts'
import { isRecord, listOf, memberOf } from './members.ts'
import type { ApiValue } from './model.ts'
import type { ApiReader } from './reader.ts'
import type { SchemaChoice, SchemaParts } from './schema-parts.ts'
import { cleanText, jsonText, lineOf, textOf } from './texts.ts'

export interface SchemaValues {
  readonly list: readonly ApiValue[]
  /** The alternatives that name them, each a value with words about it. */
  readonly members?: readonly unknown[]
}

/** The values that a schema may have, where it names each of them. */
export function valuesOf(
  reader: ApiReader,
  { parts, choices }: SchemaParts,
): SchemaValues | undefined {
  for (const { value } of parts) {
    if (Object.hasOwn(value, 'const')) {
      return { list: named([value['const']], () => undefined) }
    }
    const values = listOf(value, 'enum', bounds.values)
    if (values.length > 0) return { list: named(values, describedIn(value)) }
  }
  for (const choice of choices) {
    const list = valuesOfChoice(reader, choice)
    if (list !== undefined) return { list, members: choice.members }
  }
  return undefined
}

type Describe = (value: unknown, index: number) => string | undefined

function named(values: readonly unknown[], describe: Describe): readonly ApiValue[] {
  return values.flatMap((value, index) => {
    const text = jsonText(value, lengths.value)
    if (text === undefined) return []
    const description = describe(value, index)
    return [{ value: text, ...(description !== undefined && { description }) }]
  })
}

const descriptionFields = [
  'x-enum-descriptions',
  'x-enumDescriptions',
  'x-enum-description',
]

/** What is said of the values beside them: in their order, or by what they are. */
function describedIn(schema: object): Describe {
  const described = descriptionFields
    .map((name) => memberOf(schema, name))
    .find((field) => typeof field === 'object' && field !== null)
  return (value, index) => {
    const found: unknown = Array.isArray(described)
      ? described[index]
      : memberOf(described, String(value))
    return typeof found === 'string' && found.trim() !== ''
      ? cleanText(found, lengths.ofField)
      : undefined
  }
}

function valuesOfChoice(
  reader: ApiReader,
  { members }: SchemaChoice,
): readonly ApiValue[] | undefined {
  const found: ApiValue[] = []
  for (const member of members) {
    const schema = followed(reader, member)
    const value = schema && soleValue(schema)
    const text = value === undefined ? undefined : jsonText(value, lengths.value)
    if (text === undefined) return undefined
    const description =
      textOf(schema, 'description', lengths.ofField) ??
      lineOf(schema, 'title', lengths.title)
    found.push({ value: text, ...(description !== undefined && { description }) })
  }
  return found.length === 0 ? undefined : found
}

function soleValue(schema: object): unknown {
  if (!isRecord(schema) || memberOf(schema, 'properties') !== undefined) return undefined
  if (Object.hasOwn(schema, 'const')) return schema['const']
  const values = listOf(schema, 'enum', 2)
  return values.length === 1 ? values[0] : undefined
}

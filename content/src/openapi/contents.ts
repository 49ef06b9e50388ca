import { bounds, lengths } from './bounds.ts'
import { followed } from './follow.ts'
import { givenExamples } from './given-examples.ts'
import { madeExample } from './made-example.ts'
import { entriesOf, listOf, memberOf, type JsonRecord } from './members.ts'
import type { ApiContent, ApiExample, ApiSchema } from './model.ts'
import { readSchema } from './read-schema.ts'
import { spendUnits, type ApiReader } from './reader.ts'
import { spellValue } from './spell-value.ts'
import { cleanLine } from './texts.ts'

/** The media types of a body, with schemas and examples. */
export function contentsOf(
  reader: ApiReader,
  owner: unknown,
  isSent: boolean,
): readonly ApiContent[] {
  return entriesOf(owner, 'content', bounds.contents).flatMap(([name, value]) => {
    const media = followed(reader, value)
    return media === undefined ? [] : contentOf(reader, { name, media, isSent })
  })
}

interface Media {
  readonly name: string
  readonly media: JsonRecord
  readonly isSent: boolean
}

/** One media type; nothing where there is no room for it. */
export function contentOf(
  reader: ApiReader,
  { name, media, isSent }: Media,
): readonly ApiContent[] {
  if (!spendUnits(reader, 1)) return []
  const mediaType = cleanLine(name, lengths.title)
  const schema = readSchema(reader, schemaOf(media))
  const examples: ApiExample[] = [
    ...givenExamples(reader, media, (value) => spellValue(value, mediaType)),
  ]
  if (examples.length === 0 && schema !== undefined) {
    reader.part.afterwards.push(() => {
      examples.push(...exampleOf(reader, schema, { mediaType, isSent }))
    })
  }
  return [{ mediaType, ...(schema !== undefined && { schema }), examples }]
}

/** A stream is a list of what comes in it. */
function schemaOf(media: JsonRecord): unknown {
  const item = memberOf(media, 'itemSchema')
  const whole = memberOf(media, 'schema')
  return whole === undefined && item !== undefined
    ? { type: 'array', items: item }
    : whole
}

function exampleOf(
  reader: ApiReader,
  schema: ApiSchema,
  how: { readonly mediaType: string; readonly isSent: boolean },
): readonly ApiExample[] {
  const value = madeExample(schema, how.isSent)
  const text = value === undefined ? undefined : spellValue(value, how.mediaType)
  if (text === undefined || text.length > lengths.example) return []
  return spendUnits(reader, 1 + (text.length >> 7)) ? [{ text, isMade: true }] : []
}

/** The media types that an operation of version 2.0 names, or that all of them have. */
export function mediaTypesOf(
  reader: ApiReader,
  operation: unknown,
  field: 'consumes' | 'produces',
): readonly string[] {
  const owner = Array.isArray(memberOf(operation, field)) ? operation : reader.root
  return listOf(owner, field, bounds.contents).filter((name) => typeof name === 'string')
}

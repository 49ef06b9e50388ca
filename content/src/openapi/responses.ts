import { bounds, lengths } from './bounds.ts'
import { contentOf, contentsOf, mediaTypesOf } from './contents.ts'
import { descriptionIn } from './descriptions.ts'
import { followed } from './follow.ts'
import { entriesOf, isTrue, memberOf, type JsonRecord } from './members.ts'
import type { ApiContent, ApiHeader, ApiResponse } from './model.ts'
import { schemaOfTwo } from './parameters.ts'
import { readSchema } from './read-schema.ts'
import { spendUnits, type ApiReader } from './reader.ts'
import { cleanLine, cleanText } from './texts.ts'

/** What callers may get, by status. */
export function responsesOf(
  reader: ApiReader,
  operation: JsonRecord,
): readonly ApiResponse[] {
  return entriesOf(operation, 'responses', bounds.responses).flatMap(
    ([status, value]) => {
      const response = followed(reader, value)
      if (status.startsWith('x-') || response === undefined) return []
      if (!spendUnits(reader, 1)) return []
      return [
        {
          status: cleanLine(status, lengths.title),
          ...descriptionIn(reader, response, lengths.ofField),
          headers: headersOf(reader, response),
          contents: reader.isTwo
            ? contentsOfTwo(reader, operation, response)
            : contentsOf(reader, response, false),
        },
      ]
    },
  )
}

function headersOf(reader: ApiReader, response: JsonRecord): readonly ApiHeader[] {
  return entriesOf(response, 'headers', bounds.headers).flatMap(([name, value]) => {
    const header = followed(reader, value)
    if (header === undefined || name.toLowerCase() === 'content-type') return []
    if (!spendUnits(reader, 1)) return []
    const [content] = entriesOf(header, 'content', 1)
    const written = memberOf(content?.[1] ?? header, 'schema')
    const schema = readSchema(
      reader,
      reader.isTwo ? schemaOfTwo(reader, header) : written,
    )
    return [
      {
        name: cleanText(name, lengths.name),
        isRequired: isTrue(header, 'required'),
        ...descriptionIn(reader, header, lengths.ofField),
        ...(schema !== undefined && { schema }),
      },
    ]
  })
}

/** In version 2.0 a response has one schema for all media types, and examples beside it. */
function contentsOfTwo(
  reader: ApiReader,
  operation: JsonRecord,
  response: JsonRecord,
): readonly ApiContent[] {
  const schema = memberOf(response, 'schema')
  const examples = entriesOf(response, 'examples', bounds.contents)
  if (schema === undefined && examples.length === 0) return []
  const given = new Map(examples.filter(([name]) => name.includes('/')))
  const named = mediaTypesOf(reader, operation, 'produces')
  const usual = named.length > 0 || given.size > 0 ? named : ['application/json']
  return [...new Set([...usual, ...given.keys()])].flatMap((name) => {
    const example = given.get(name)
    const media = {
      ...(schema !== undefined && { schema }),
      ...(example !== undefined && { example }),
    }
    return contentOf(reader, { name, media, isSent: false })
  })
}

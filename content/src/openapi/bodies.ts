import { lengths } from './bounds.ts'
import { contentOf, contentsOf, mediaTypesOf } from './contents.ts'
import { descriptionIn } from './descriptions.ts'
import { followed } from './follow.ts'
import { isRecord, isTrue, memberOf, type JsonRecord } from './members.ts'
import type { ApiContent, ApiOperation } from './model.ts'
import { schemaOfTwo } from './parameters.ts'
import type { ApiReader } from './reader.ts'

type Body = NonNullable<ApiOperation['body']>

/** What callers send. */
export function bodyOf(
  reader: ApiReader,
  operation: JsonRecord,
  parameters: readonly JsonRecord[],
): Body | undefined {
  if (reader.isTwo) return bodyOfTwo(reader, operation, parameters)
  const body = followed(reader, memberOf(operation, 'requestBody'))
  if (body === undefined) return undefined
  return {
    isRequired: isTrue(body, 'required'),
    ...descriptionIn(reader, body, lengths.ofPart),
    contents: contentsOf(reader, body, true),
  }
}

/** In version 2.0 a body is a parameter, and so is each field of a form. */
function bodyOfTwo(
  reader: ApiReader,
  operation: JsonRecord,
  parameters: readonly JsonRecord[],
): Body | undefined {
  const sent = mediaTypesOf(reader, operation, 'consumes')
  const body = parameters.find((parameter) => memberOf(parameter, 'in') === 'body')
  if (body !== undefined) {
    const examples = memberOf(body, 'x-examples')
    const media = {
      schema: memberOf(body, 'schema'),
      ...(isRecord(examples) && { examples }),
    }
    return {
      isRequired: isTrue(body, 'required'),
      ...descriptionIn(reader, body, lengths.ofPart),
      contents: orJson(sent).flatMap((name) => {
        const example = memberOf(examples, name)
        const own = example === undefined ? media : { schema: media.schema, example }
        return contentOf(reader, { name, media: own, isSent: true })
      }),
    }
  }
  const fields = parameters.filter(
    (parameter) => memberOf(parameter, 'in') === 'formData',
  )
  return fields.length === 0 ? undefined : formOf(reader, sent, fields)
}

function orJson(mediaTypes: readonly string[]): readonly string[] {
  return mediaTypes.length > 0 ? mediaTypes : ['application/json']
}

function formOf(
  reader: ApiReader,
  sent: readonly string[],
  fields: readonly JsonRecord[],
): Body {
  const hasFile = fields.some((field) => memberOf(field, 'type') === 'file')
  const usual = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  const forms = sent.filter((name) =>
    /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/.test(name),
  )
  const names = fields.map((field) => String(memberOf(field, 'name')))
  const properties = fields.map((field, index) => {
    const description = memberOf(field, 'description')
    return [names[index] ?? '', { ...schemaOfTwo(reader, field), description }]
  })
  const required = names.filter((_, index) => isTrue(fields[index], 'required'))
  const schema = { type: 'object', properties: Object.fromEntries(properties), required }
  const contents = (forms.length > 0 ? forms : [usual]).flatMap(
    (name): readonly ApiContent[] =>
      contentOf(reader, { name, media: { schema }, isSent: true }),
  )
  return { isRequired: required.length > 0, contents }
}

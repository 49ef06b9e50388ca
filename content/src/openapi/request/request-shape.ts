import type {
  ApiContent,
  ApiOperation,
  ApiParameter,
  ApiProperty,
  ApiSchema,
  ApiSecurityScheme,
} from '../model.ts'

/** What of an operation is needed to send it: small, because pages carry it for each operation. */
export interface RequestShape {
  /** In lower case. */
  readonly method: string
  readonly path: string
  readonly servers: readonly RequestServer[]
  /** Any one of these is enough; an empty one means that none is needed. */
  readonly security: readonly (readonly RequestScheme[])[]
  readonly parameters: readonly RequestParameter[]
  /** The forms that the body may have; none if there is no body. */
  readonly contents: readonly RequestContent[]
  readonly isBodyRequired?: true
}

export interface RequestServer {
  /** With its variables in braces. */
  readonly url: string
  readonly title?: string
  readonly variables: readonly RequestVariable[]
}

export interface RequestVariable {
  readonly name: string
  readonly default: string
  readonly values?: readonly string[]
}

export type RequestScheme = Pick<
  ApiSecurityScheme,
  'id' | 'type' | 'in' | 'name' | 'detail'
>

/** How the text that is typed for a value is read: a list has one value in each line. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'list' | 'object' | 'file'

export interface RequestField {
  readonly name: string
  readonly kind: FieldKind
  readonly isRequired?: true
  readonly values?: readonly string[]
  /** As it would be typed. */
  readonly example?: string
}

export interface RequestParameter extends RequestField {
  readonly in: ApiParameter['in']
  readonly style: string
  readonly explode: boolean
  /** Set if the value is written in a format of its own, such as JSON. */
  readonly mediaType?: string
}

export interface RequestContent {
  readonly mediaType: string
  readonly examples: readonly { readonly name?: string; readonly text: string }[]
  /** Of a form; another body is one text or one file. */
  readonly fields?: readonly RequestField[]
}

/** More of these no form shows, and no page carries. */
const fieldsMax = 200
const valuesMax = 200
const examplesMax = 5
const shortCharactersMax = 2000

/** The shape of an operation, with examples of its body of at most so many characters. */
export function requestShape(
  operation: ApiOperation,
  exampleCharactersMax = 16_000,
): RequestShape {
  const { method, path, servers, security = [], parameters, body } = operation
  return {
    method,
    path,
    servers: servers.slice(0, fieldsMax).map(({ url, description, variables }) => ({
      url,
      ...(description !== undefined && { title: description.slice(0, 100) }),
      variables: variables
        .slice(0, fieldsMax)
        .map(({ name, default: first, values }) => ({
          name,
          default: first,
          ...(values && { values: values.slice(0, valuesMax) }),
        })),
    })),
    security: security
      .slice(0, fieldsMax)
      .map((schemes) => schemes.map(({ scheme }) => schemeOf(scheme))),
    parameters: parameters.slice(0, fieldsMax).map(parameterOf),
    contents: (body?.contents ?? [])
      .slice(0, fieldsMax)
      .map((content) => contentOf(content, exampleCharactersMax)),
    ...(body?.isRequired === true && { isBodyRequired: true }),
  }
}

function schemeOf({ id, type, in: place, name, detail }: ApiSecurityScheme) {
  return {
    id,
    type,
    ...(place !== undefined && { in: place }),
    ...(name !== undefined && { name }),
    ...(detail !== undefined && { detail }),
  }
}

function parameterOf(parameter: ApiParameter): RequestParameter {
  const { name, in: place, isRequired, schema, mediaType, style, explode } = parameter
  const example = parameter.examples[0]?.text
  return {
    ...fieldOf({ name, isRequired, schema }, example),
    in: place,
    style,
    explode,
    ...(mediaType !== undefined && { mediaType }),
  }
}

function contentOf(
  { mediaType, schema, examples }: ApiContent,
  exampleCharactersMax: number,
): RequestContent {
  const fields = isForm(mediaType) ? fieldsOf(schema) : undefined
  return {
    mediaType,
    examples: examples
      .filter(({ text }) => text.length <= exampleCharactersMax)
      .slice(0, examplesMax)
      .map(({ name, text }) => ({ ...(name !== undefined && { name }), text })),
    ...(fields && { fields }),
  }
}

export function isForm(mediaType: string): boolean {
  const essence = essenceOf(mediaType)
  return (
    essence === 'application/x-www-form-urlencoded' || essence === 'multipart/form-data'
  )
}

/** Whether a body of this type is text that people write; others are files. */
export function isText(mediaType: string): boolean {
  const essence = essenceOf(mediaType)
  return (
    essence.startsWith('text/') ||
    /[/+](?:json|xml|yaml|x-yaml|javascript|graphql|x-ndjson|jsonl)$/.test(essence) ||
    essence === 'application/*' ||
    essence === '*/*'
  )
}

/** A media type without its parameters. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase()
}

/** The type to send for one that may stand for several. */
export function concreteType(mediaType: string): string {
  if (!mediaType.includes('*')) return mediaType
  return mediaType.startsWith('text/') ? 'text/plain' : 'application/json'
}

function fieldsOf(schema: ApiSchema | undefined): readonly RequestField[] {
  const properties =
    schema?.properties ?? schema?.alternatives?.[0]?.schemas[0]?.properties
  return (properties ?? [])
    .filter((property) => property.schema.isReadOnly !== true)
    .slice(0, fieldsMax)
    .map((property) => fieldOf(property))
}

function fieldOf(
  {
    name,
    isRequired,
    schema,
  }: Omit<ApiProperty, 'schema'> & { readonly schema: ApiSchema | undefined },
  given?: string,
): RequestField {
  const kind = kindOf(schema)
  const values = kind === 'list' ? undefined : schema?.values?.slice(0, valuesMax)
  const typed = typedText(kind, given ?? exampleIn(schema))
  return {
    name,
    kind,
    ...(isRequired && { isRequired: true }),
    ...(values && { values: values.map(({ value }) => plainText(value)) }),
    ...(typed !== '' && typed.length <= shortCharactersMax && { example: typed }),
  }
}

function exampleIn(schema: ApiSchema | undefined): string {
  return schema?.examples?.[0] ?? schema?.default ?? ''
}

const kindsByType: readonly (readonly [type: string, kind: FieldKind])[] = [
  ['array', 'list'],
  ['object', 'object'],
  ['file', 'file'],
  ['string', 'text'],
  ['boolean', 'boolean'],
  ['number', 'number'],
  ['integer', 'number'],
]

function kindOf(schema: ApiSchema | undefined): FieldKind {
  if (schema?.format === 'binary') return 'file'
  const found = kindsByType.find(([type]) => schema?.types.includes(type))
  return found?.[1] ?? (schema?.properties === undefined ? 'text' : 'object')
}

/** An example as it would be typed: text without quotes, lists with a value in each line. */
function typedText(kind: FieldKind, example: string): string {
  if (kind !== 'list') return plainText(example)
  const values = parsed(example)
  if (!Array.isArray(values)) return plainText(example)
  const lines = values.map((value: unknown) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  )
  return lines.some((line) => line.includes('\n')) ? example : lines.join('\n')
}

/** What a JSON string says; other text as it is. */
function plainText(text: string): string {
  const value = text.startsWith('"') ? parsed(text) : undefined
  return typeof value === 'string' ? value : text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The part of JSON Schema that the contract is written in. */
interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly anyOf?: readonly object[]
  readonly oneOf?: readonly object[]
  readonly properties?: Readonly<Record<string, object>>
  readonly required?: readonly string[]
  readonly items?: object
  readonly minItems?: number
  readonly minimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
}

const formats: Readonly<Record<string, string>> = {
  'date-time': '2099-01-02T03:04:05.000Z',
  email: 'someone@example.com',
  emoji: '1f331',
  uri: 'https://example.com/',
}

/** Tried in turn where a pattern is asked for; a new pattern may need a new one. */
const texts = [
  'sample',
  'sample-name',
  'a',
  '0',
  'sample.example',
  'text/plain',
  '#000',
  '/sample',
  'docs.sample.example',
]

/** The smallest value that the schema accepts: what it requires and nothing else. */
export function minimalValue(schema: object): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema of the contract, which is made of these keywords
  const known = schema as JsonSchema
  if ('const' in known) return known.const
  if (known.default !== undefined) return known.default
  if (known.enum !== undefined) return known.enum[0]
  const [alternative] = known.oneOf ?? known.anyOf ?? []
  if (alternative !== undefined) return minimalValue(alternative)
  return valueOfType(known)
}

function valueOfType(schema: JsonSchema): unknown {
  const { type } = schema
  const first = typeof type === 'string' ? type : type?.[0]
  const make = first === undefined ? undefined : byType[first]
  if (make === undefined) throw new Error(`No sample for ${JSON.stringify(schema)}`)
  return make(schema)
}

const byType: Readonly<Record<string, (schema: JsonSchema) => unknown>> = {
  object: ({ required = [], properties = {} }) =>
    Object.fromEntries(
      required.map((name) => [name, minimalValue(properties[name] ?? {})]),
    ),
  array: ({ minItems = 0, items = {} }) =>
    Array.from({ length: minItems }, () => minimalValue(items)),
  string: minimalText,
  integer: ({ minimum = 0 }) => minimum,
  number: ({ minimum = 0 }) => minimum,
  boolean: () => false,
  null: () => null,
}

function minimalText({ format, pattern, minLength = 0, maxLength }: JsonSchema): string {
  const formed = format === undefined ? undefined : formats[format]
  if (formed !== undefined) return formed
  const fitting = texts
    .map((text) => text.padEnd(minLength, 'x').slice(0, maxLength))
    .find((text) => pattern === undefined || new RegExp(pattern, 'u').test(text))
  if (fitting === undefined) throw new Error(`No sample text is known for ${pattern}`)
  return fitting
}

import type { ApiProperty, ApiSchema } from './model.ts'

interface Making {
  /** Whether callers send it: then what is read-only is left out, otherwise what is write-only. */
  readonly isSent: boolean
  left: number
}

const membersMax = 120
const depthMax = 6
/** Below this depth only what is required is shown. */
const optionalDepthMax = 3

/** A value that fits a schema; undefined where nothing can be said of it. */
export function madeExample(schema: ApiSchema, isSent: boolean): unknown {
  return valueOf(schema, { isSent, left: membersMax }, 0)
}

function valueOf(schema: ApiSchema, making: Making, depth: number): unknown {
  const given = givenIn(schema)
  if (given !== undefined) return JSON.parse(given)
  if (depth > depthMax || making.left <= 0) return undefined
  making.left -= 1
  const chosen = (schema.alternatives ?? []).flatMap(({ schemas }) => schemas.slice(0, 1))
  const own = ownValue(schema, making, depth)
  const others = chosen.map((each) => valueOf(each, making, depth))
  if (own === undefined || !isObject(own)) return own ?? others[0]
  return Object.fromEntries(
    [own, ...others.filter(isObject)].flatMap((each) => Object.entries(each)),
  )
}

function givenIn({ examples, default: standard, values }: ApiSchema): string | undefined {
  return examples?.[0] ?? standard ?? values?.[0]?.value
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function ownValue(schema: ApiSchema, making: Making, depth: number): unknown {
  switch (schema.types.find((type) => type !== 'null')) {
    case 'object':
      return objectOf(schema, making, depth)
    case 'array':
      return listOf(schema, making, depth)
    case 'string':
      return textFor(schema)
    case 'integer':
    case 'number':
      return numberFor(schema)
    case 'boolean':
      return true
    default:
      return schema.types.includes('null') ? null : undefined
  }
}

function objectOf(schema: ApiSchema, making: Making, depth: number): object {
  const members: [string, unknown][] = []
  for (const property of schema.properties ?? []) {
    if (!isShown(property, making, depth)) continue
    const value = valueOf(property.schema, making, depth + 1)
    if (value !== undefined) members.push([property.name, value])
  }
  if (
    members.length === 0 &&
    schema.additional !== undefined &&
    schema.additional !== false
  ) {
    const value = valueOf(schema.additional, making, depth + 1)
    if (value !== undefined) members.push(['key', value])
  }
  return Object.fromEntries(members)
}

function isShown(
  { isRequired, schema }: ApiProperty,
  { isSent }: Making,
  depth: number,
): boolean {
  const isForOthers = isSent ? schema.isReadOnly : schema.isWriteOnly
  if (isForOthers === true || schema.isNever === true) return false
  if (isRequired) return true
  return (
    depth < optionalDepthMax &&
    schema.isDeprecated !== true &&
    schema.folded === undefined
  )
}

function listOf(schema: ApiSchema, making: Making, depth: number): readonly unknown[] {
  const members = [...(schema.firstItems ?? []), ...(schema.items ? [schema.items] : [])]
  return members
    .filter(({ folded }) => folded === undefined)
    .map((member) => valueOf(member, making, depth + 1))
    .filter((value) => value !== undefined)
}

const texts: Readonly<Record<string, string>> = {
  date: '2025-01-31',
  'date-time': '2025-01-31T12:00:00Z',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'name@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  url: 'https://example.com',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  byte: 'dGV4dA==',
  binary: '<file>',
}

function textFor({ format = '', limits }: ApiSchema): string {
  const text = Object.hasOwn(texts, format) ? (texts[format] ?? '') : 'text'
  const least = Number(limits?.find(({ name }) => name === 'minLength')?.value ?? 0)
  return least > text.length && least <= 100 ? text.padEnd(least, 'x') : text
}

function numberFor({ types, limits }: ApiSchema): number {
  const bound = (wanted: string) => {
    const value = Number(limits?.find(({ name }) => name === wanted)?.value)
    return Number.isFinite(value) ? value : undefined
  }
  const isWhole = types.includes('integer')
  const above = bound('exclusiveMinimum')
  const least = bound('minimum') ?? (above === undefined ? undefined : above + 1)
  const most = bound('maximum') ?? bound('exclusiveMaximum')
  const usual = isWhole ? 1 : 1.5
  if (least !== undefined && least > usual) return isWhole ? Math.ceil(least) : least
  if (most !== undefined && most < usual) return isWhole ? Math.floor(most) : most
  return bound('multipleOf') ?? usual
}

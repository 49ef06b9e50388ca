import { seeded } from '../../../../tools/gate.ts'
import { nonexistent } from './authz-nonexistent.ts'
import {
  fits,
  isIdentifier,
  type JsonSchema,
  type Target,
} from '../generate/generate-schema.ts'
import { kindInPath } from '../generate/generate-things.ts'
import { valueFor } from '../generate/generate-values.ts'

type Step =
  | { readonly property: string }
  | { readonly shape: number }
  | { readonly each: 'item' | 'key' }

/** A place in a request that names a thing. */
export interface Slot {
  /** `path.teamId`, `query.owner`, `body.members[]`. */
  readonly name: string
  readonly kind: string
  readonly place: 'path' | 'query' | 'body'
  /** The name of the parameter; the way to the place for a body. */
  readonly parameter: string
  readonly steps: readonly Step[]
}

/** Secrets that open a site to readers, and the addresses of sites. */
const opensSite = new Set(['shareKey', 'siteShareKey', 'jwtToken', 'visitorAuthToken'])

export function slotsOf({ definition, params, query, body }: Target): Slot[] {
  const { path } = definition
  const inPath = Object.keys(params.properties ?? {}).map((parameter): Slot => ({
    name: `path.${parameter}`,
    kind: kindInPath(path, parameter),
    place: 'path',
    parameter,
    steps: [],
  }))
  const inQuery = Object.entries(query.properties ?? {})
    .filter(([field, schema]) => field === 'page' || namesThing(schema, { path, field }))
    .map(([parameter, schema]): Slot => ({
      name: `query.${parameter}`,
      kind: isCursor(parameter, schema) ? 'cursor' : kindInPath(path, parameter),
      place: 'query',
      parameter,
      steps: [],
    }))
  return [...inPath, ...inQuery, ...(body ? slotsIn(body, [], { path, field: '' }) : [])]
}

/** Where a list goes on; elsewhere a page is one of content. */
export function isCursor(parameter: string, schema: JsonSchema): boolean {
  return parameter === 'page' && !isIdentifier(schema)
}

/** A field of an operation: what it names may depend on both. */
interface Field {
  readonly path: string
  readonly field: string
}

/** Ids, addresses, names that are unique somewhere, and secrets that stand for a site. */
function namesThing(schema: JsonSchema, { path, field }: Field): boolean {
  const ofReader =
    opensSite.has(field) ||
    (field === 'url' && path.startsWith('/urls/')) ||
    (field === 'source' && path.endsWith('/redirect'))
  return (
    ofReader ||
    isIdentifier(schema) ||
    schema.format === 'email' ||
    (schema.pattern !== undefined && isNameOf(schema.pattern, kindInPath(path, field)))
  )
}

/** Colours and URLs have a form too, and are nobody's. */
function isNameOf(pattern: string, kind: string): boolean {
  return new RegExp(pattern, 'u').test(nonexistent(kind))
}

function slotsIn(schema: JsonSchema, steps: readonly Step[], of: Field): Slot[] {
  const alternatives = schema.oneOf ?? schema.anyOf ?? []
  const below = [
    ...alternatives.flatMap((one, shape) => slotsIn(one, [...steps, { shape }], of)),
    ...Object.entries(schema.properties ?? {}).flatMap(([property, one]) =>
      slotsIn(one, [...steps, { property }], { ...of, field: property }),
    ),
    ...(schema.items ? slotsIn(schema.items, [...steps, { each: 'item' }], of) : []),
    ...(schema.propertyNames && namesThing(schema.propertyNames, of)
      ? [bodySlot([...steps, { each: 'key' }], of)]
      : []),
  ]
  if (!namesThing(schema, of)) return below
  const named = schema.format === 'email' ? { ...of, field: 'email' } : of
  return [bodySlot(steps, named), ...below]
}

function bodySlot(steps: readonly Step[], { path, field }: Field): Slot {
  const words = steps.map((step) => {
    if ('property' in step) return `.${step.property}`
    if ('shape' in step) return `|${step.shape}`
    return step.each === 'item' ? '[]' : '{}'
  })
  return {
    name: `body${words.join('')}`,
    kind: kindInPath(path, field),
    place: 'body',
    parameter: field,
    steps,
  }
}

/** The smallest body with these values in their places; undefined when they exclude each other. */
export function bodyWith(
  schema: JsonSchema,
  filled: readonly { slot: Slot; value: string }[],
  own: (field: string) => string,
): unknown {
  const filling = {
    identifier: own,
    optional: 'none',
    shape: 0,
    word: 'Sweep',
  } as const
  // The same each time, so that what was replaced can be told from what fills the rest.
  const small = (of: JsonSchema, field = '') =>
    valueFor(of, { ...filling, random: seeded(1) }, field)
  const bodies = filled.map(({ slot, value }) => put(schema, slot.steps, value, small))
  const base = small(schema)
  const [first = base, ...others] = bodies
  let body = first
  for (const other of others) body = merged(body, other, base)
  return fits(schema, body) ? body : undefined
}

function put(
  schema: JsonSchema,
  steps: readonly Step[],
  value: string,
  small: (schema: JsonSchema, field?: string) => unknown,
): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return value
  if ('shape' in step) {
    const shape = (schema.oneOf ?? schema.anyOf ?? [])[step.shape]
    return put(shape ?? {}, rest, value, small)
  }
  if ('property' in step) {
    const of = schema.properties?.[step.property] ?? {}
    return { ...Object(small(schema)), [step.property]: put(of, rest, value, small) }
  }
  if (step.each === 'item') return [put(schema.items ?? {}, rest, value, small)]
  const { additionalProperties: values } = schema
  return { [value]: typeof values === 'object' ? small(values) : 'value' }
}

/** Both replacements: what is as in the base was not replaced. */
function merged(one: unknown, other: unknown, base: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other]
  if (!isRecord(one) || !isRecord(other)) {
    return JSON.stringify(other) === JSON.stringify(base) ? one : other
  }
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  const baseOf = (key: string) => (isRecord(base) ? base[key] : undefined)
  return Object.fromEntries(
    keys.map((key) => [
      key,
      key in one && key in other
        ? merged(one[key], other[key], baseOf(key))
        : (other[key] ?? one[key]),
    ]),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

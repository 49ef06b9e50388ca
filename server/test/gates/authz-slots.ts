import { seeded } from '../../../tools/gate.ts'
import { fits, isIdentifier, type JsonSchema, type Target } from './generate-schema.ts'
import { kindOf } from './generate-things.ts'
import { valueFor } from './generate-values.ts'

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

export function slotsOf({ params, query, body }: Target): Slot[] {
  const inPath = Object.keys(params.properties ?? {}).map((parameter): Slot => ({
    name: `path.${parameter}`,
    kind: kindOf(parameter),
    place: 'path',
    parameter,
    steps: [],
  }))
  const inQuery = Object.entries(query.properties ?? {})
    .filter(([parameter, schema]) => parameter === 'page' || namesThing(schema))
    .map(([parameter]): Slot => ({
      name: `query.${parameter}`,
      kind: parameter === 'page' ? 'cursor' : kindOf(parameter),
      place: 'query',
      parameter,
      steps: [],
    }))
  return [...inPath, ...inQuery, ...(body ? slotsIn(body, [], '') : [])]
}

/** Ids, addresses, and names that are unique in the world. */
function namesThing(schema: JsonSchema): boolean {
  return isIdentifier(schema) || schema.format === 'email' || schema.pattern !== undefined
}

function slotsIn(schema: JsonSchema, steps: readonly Step[], field: string): Slot[] {
  const alternatives = schema.oneOf ?? schema.anyOf ?? []
  const below = [
    ...alternatives.flatMap((one, shape) => slotsIn(one, [...steps, { shape }], field)),
    ...Object.entries(schema.properties ?? {}).flatMap(([property, of]) =>
      slotsIn(of, [...steps, { property }], property),
    ),
    ...(schema.items ? slotsIn(schema.items, [...steps, { each: 'item' }], field) : []),
    ...(schema.propertyNames && namesThing(schema.propertyNames)
      ? [bodySlot([...steps, { each: 'key' }], field)]
      : []),
  ]
  if (!namesThing(schema)) return below
  const kindField = schema.format === 'email' ? 'email' : field
  return [bodySlot(steps, kindField), ...below]
}

function bodySlot(steps: readonly Step[], field: string): Slot {
  const words = steps.map((step) => {
    if ('property' in step) return `.${step.property}`
    if ('shape' in step) return `|${step.shape}`
    return step.each === 'item' ? '[]' : '{}'
  })
  return {
    name: `body${words.join('')}`,
    kind: kindOf(field),
    place: 'body',
    parameter: field,
    steps,
  }
}

/** The smallest body with these values in their places; undefined when they exclude each other. */
export function bodyWith(
  schema: JsonSchema,
  filled: readonly { slot: Slot; value: string }[],
  own: (kind: string) => string,
): unknown {
  const filling = {
    random: seeded(1),
    identifier: (field: string) => own(kindOf(field)),
    optional: 'none',
    shape: 0,
    word: 'Sweep',
  } as const
  const small = (of: JsonSchema, field = '') => valueFor(of, filling, field)
  const bodies = filled.map(({ slot, value }) => put(schema, slot.steps, value, small))
  const [first = small(schema), ...others] = bodies
  let body = first
  for (const other of others) body = merged(body, other)
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

function merged(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other]
  if (!isRecord(one) || !isRecord(other)) return other
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return Object.fromEntries(
    keys.map((key) => [
      key,
      key in one && key in other
        ? merged(one[key], other[key])
        : (other[key] ?? one[key]),
    ]),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

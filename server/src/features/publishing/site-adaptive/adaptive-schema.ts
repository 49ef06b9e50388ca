import {
  type AdaptiveClaim,
  type AdaptiveJsonSchema,
  type AdaptiveObject,
  type AdaptiveScalar,
  adaptiveSchemaLimits as limits,
  adaptiveSchemaUrl,
} from '@lectern/contract/site-adaptive.ts'

/** The reason why a value is no schema of claims, and the path of the faulty part. */
export interface SchemaProblem {
  readonly path: string
  readonly message: string
}

class SchemaError extends Error {
  readonly problem: SchemaProblem
  constructor(path: string, message: string) {
    super(message)
    this.problem = { path, message }
  }
}

type Values = Readonly<Record<string, unknown>>
interface Reading {
  claims: number
}

/**
 * Names with a special meaning on JavaScript objects: code that reads claims may use them as keys.
 */
const unsafeNames = new Set(['__proto__', 'constructor', 'prototype'])

export const emptyAdaptiveSchema: AdaptiveJsonSchema = {
  type: 'object',
  properties: {},
  additionalProperties: false,
}

/** Reads a schema as plain data, part by part; nothing of it is ever compiled. */
export function readAdaptiveSchema(
  value: unknown,
  path: string,
):
  | { readonly schema: AdaptiveJsonSchema; readonly problem?: never }
  | { readonly problem: SchemaProblem; readonly schema?: never } {
  try {
    const values = valuesAt(value, path)
    allow(values, ['$schema', 'type', 'properties', 'additionalProperties'], path)
    const schema = values['$schema']
    if (schema !== undefined && schema !== adaptiveSchemaUrl) {
      throw new SchemaError(`${path}.$schema`, `must be "${adaptiveSchemaUrl}"`)
    }
    const { type, properties, additionalProperties } = readObject(
      values,
      { path, depth: 0 },
      { claims: 0 },
    )
    const { unsigned } = properties
    if (unsigned !== undefined && unsigned.type !== 'object') {
      throw new SchemaError(
        `${path}.properties.unsigned`,
        'must be of type "object": it holds the claims that are not signed',
      )
    }
    return {
      schema: {
        ...(schema !== undefined && { $schema: adaptiveSchemaUrl }),
        type,
        properties,
        additionalProperties,
      },
    }
  } catch (error) {
    if (error instanceof SchemaError) return { problem: error.problem }
    throw error
  }
}

interface Place {
  readonly path: string
  readonly depth: number
}

function readObject(
  values: Values,
  { path, depth }: Place,
  reading: Reading,
): AdaptiveObject {
  if (values['type'] !== 'object') {
    throw new SchemaError(`${path}.type`, 'must be "object"')
  }
  if (values['additionalProperties'] !== false) {
    throw new SchemaError(`${path}.additionalProperties`, 'must be false')
  }
  if (depth > limits.depthMax) {
    throw new SchemaError(path, `is nested deeper than ${limits.depthMax} objects`)
  }
  const inside = `${path}.properties`
  const named = Object.entries(valuesAt(values['properties'], inside)).map(
    ([name, claim]) => {
      requireName(name, inside)
      reading.claims += 1
      if (reading.claims > limits.claimsMax) {
        throw new SchemaError(inside, `has more than ${limits.claimsMax} claims in all`)
      }
      const place = { path: `${inside}.${name}`, depth: depth + 1 }
      return [name, readClaim(claim, place, reading)] as const
    },
  )
  return {
    type: 'object',
    ...readDescription(values, path),
    properties: Object.fromEntries(named),
    additionalProperties: false,
  }
}

function readClaim(value: unknown, place: Place, reading: Reading): AdaptiveClaim {
  const { path } = place
  const values = valuesAt(value, path)
  if (values['type'] === 'object') {
    allow(values, ['type', 'description', 'properties', 'additionalProperties'], path)
    return readObject(values, place, reading)
  }
  if (values['type'] === 'array') {
    allow(values, ['type', 'description', 'items'], path)
    const items = readScalar(values['items'], `${path}.items`)
    return { type: 'array', ...readDescription(values, path), items }
  }
  return readScalar(value, path)
}

function readScalar(value: unknown, path: string): AdaptiveScalar {
  const values = valuesAt(value, path)
  const { type } = values
  if (type !== 'boolean' && type !== 'number' && type !== 'string') {
    throw new SchemaError(
      `${path}.type`,
      'must be "boolean", "string", "number", "array" or "object", and a plain type in an array',
    )
  }
  allow(values, ['type', 'description', ...(type === 'string' ? ['enum'] : [])], path)
  const description = readDescription(values, path)
  if (type !== 'string') return { type, ...description }
  const list = values['enum']
  return {
    type,
    ...description,
    ...(list !== undefined && { enum: readEnum(list, path) }),
  }
}

function readEnum(list: unknown, path: string): string[] {
  const values: readonly unknown[] = Array.isArray(list) ? list : []
  const texts = values.filter((value) => typeof value === 'string')
  const isGood =
    texts.length > 0 &&
    texts.length === values.length &&
    texts.length <= limits.valuesMax &&
    texts.every((text) => text.length <= limits.valueLengthMax) &&
    new Set(texts).size === texts.length
  if (isGood) return texts
  throw new SchemaError(
    `${path}.enum`,
    `must list 1 to ${limits.valuesMax} different texts of at most ${limits.valueLengthMax} characters`,
  )
}

function readDescription(values: Values, path: string): { description?: string } {
  const { description } = values
  if (description === undefined) return {}
  if (
    typeof description === 'string' &&
    description.length <= limits.descriptionLengthMax
  ) {
    return { description }
  }
  throw new SchemaError(
    `${path}.description`,
    `must be a text of at most ${limits.descriptionLengthMax} characters`,
  )
}

function requireName(name: string, path: string): void {
  const isGood = name.length <= limits.nameLengthMax && /^[^\p{Cc}]+$/u.test(name)
  if (!isGood) {
    throw new SchemaError(
      path,
      `has a claim whose name is empty, has control characters or is longer than ${limits.nameLengthMax}`,
    )
  }
  if (unsafeNames.has(name)) {
    throw new SchemaError(path, `has a claim "${name}", which no claim may be called`)
  }
}

function allow(values: Values, names: readonly string[], path: string): void {
  const other = Object.keys(values).find((name) => !names.includes(name))
  if (other === undefined) return
  throw new SchemaError(
    path,
    `has the keyword "${other.slice(0, limits.nameLengthMax)}", which is not understood here; it may have ${names.join(', ')}`,
  )
}

function valuesAt(value: unknown, path: string): Values {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value))
  }
  throw new SchemaError(path, 'must be an object')
}

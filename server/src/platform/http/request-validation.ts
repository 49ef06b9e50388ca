import type { ErrorObject } from 'ajv'

import {
  type ErrorDetail,
  invalidRequest,
  invalidText,
} from '#/platform/errors/api-error.ts'

import { schemaCheck } from './schema-check.ts'

type Part = 'params' | 'querystring' | 'body'
interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { type?: unknown }>>
}

const detailsMax = 20
const partNames = { params: 'path', querystring: 'query', body: 'body' } as const

/** A validator that compiles on first use: hundreds of operations must not slow the start. */
export function lazyValidator(schema: object, part: Part, optional: boolean) {
  const errorsOf = schemaCheck(schema)
  return (value: unknown): { value: unknown } | { error: Error } => {
    // Fastify hands over null for an absent body; the body parser refuses a literal null.
    if (part === 'body' && value === null) {
      return optional
        ? { value: undefined }
        : {
            error: invalidRequest('This operation needs a JSON body, and none was sent.'),
          }
    }
    if (part !== 'body') {
      const bad = firstBadText(value)
      if (bad !== undefined) return { error: invalidText(`${partNames[part]}.${bad}`) }
      if (part === 'querystring') coerceQuery(value, schema)
    }
    const errors = errorsOf(value)
    return errors === undefined ? { value } : { error: validationError(errors, part) }
  }
}

function validationError(errors: readonly ErrorObject[], part: Part): Error {
  const seen = new Map<string, ErrorDetail>()
  for (const error of errors) {
    const detail = describe(error, part)
    if (detail && !seen.has(detail.path)) seen.set(detail.path, detail)
    if (seen.size >= detailsMax) break
  }
  const details = [...seen.values()]
  const [first] = details
  const message = first ? `${first.path} ${first.message}.` : 'The request is not valid.'
  return invalidRequest(message, details)
}

/** The path without a list's alternative: a discriminator chose it, so failures in it count. */
function withoutDiscriminated(schemaPath: string): string {
  return schemaPath.replace(/\/items\/oneOf\/\d+\//, '/items/')
}

function describe(error: ErrorObject, part: Part): ErrorDetail | undefined {
  // An alternative's own failures only confuse; the line about the alternatives follows them.
  if (/\/(?:anyOf|oneOf)\//.test(withoutDiscriminated(error.schemaPath))) return undefined
  const place = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const missing: unknown = error.params['missingProperty']
  if (typeof missing === 'string') {
    return {
      path: [partNames[part], ...place, missing].join('.'),
      message: 'is required',
    }
  }
  return { path: [partNames[part], ...place].join('.'), message: explain(error) }
}

function explain({ keyword, params, message = 'is not valid' }: ErrorObject): string {
  const allowed: unknown = params['allowedValues']
  const limit: unknown = params['limit']
  switch (keyword) {
    case 'enum':
      return `must be one of ${Array.isArray(allowed) ? allowed.map((value) => JSON.stringify(value)).join(', ') : 'the known values'}`
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`
    case 'minLength':
      return `must have at least ${String(limit)} characters`
    case 'maxLength':
      return `must have at most ${String(limit)} characters`
    case 'format':
      return `must be a valid ${String(params['format'])}`
    case 'anyOf':
    case 'oneOf':
      return 'matches none of the accepted forms'
    default:
      return message
  }
}

function firstBadText(values: unknown): string | undefined {
  if (typeof values !== 'object' || values === null) return undefined
  for (const [name, value] of Object.entries(values)) {
    const texts: unknown[] = Array.isArray(value) ? value : [value]
    for (const text of texts) {
      if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())) {
        return name
      }
    }
  }
  return undefined
}

/**
 * Turns query values, which arrive as text, into numbers and booleans if spelled exactly. Drops
 * keys unknown to the operation, so that no later code depends on them.
 */
function coerceQuery(query: unknown, { properties = {} }: ObjectSchema): void {
  if (typeof query !== 'object' || query === null) return
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parsed query is a plain record
  const values = query as Record<string, unknown>
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(properties, name)) delete values[name]
  }
  for (const [name, { type }] of Object.entries(properties)) {
    const value = values[name]
    if (typeof value === 'string') values[name] = coerced(value, type)
  }
}

function coerced(value: string, type: unknown): unknown {
  switch (type) {
    case 'array':
      return [value]
    case 'integer':
      return /^-?\d{1,15}$/.test(value) ? Number(value) : value
    case 'boolean':
      if (value === 'true' || value === '1') return true
      return value === 'false' || value === '0' ? false : value
    default:
      return value
  }
}

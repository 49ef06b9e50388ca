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
  for (const detail of detailsOf(errors, part)) {
    if (!seen.has(detail.path)) seen.set(detail.path, detail)
    if (seen.size >= detailsMax) break
  }
  const details = [...seen.values()]
  const [first] = details
  const message = first ? `${first.path} ${first.message}.` : 'The request is not valid.'
  return invalidRequest(message, details)
}

/** The details of errors, of which `below` is the alternative that they are all within. */
function detailsOf(
  errors: readonly ErrorObject[],
  part: Part,
  below = '',
): readonly ErrorDetail[] {
  return errors.flatMap((error) => {
    // The failures of alternatives only confuse, unless one alternative was meant.
    if (isWithinAlternative(error.schemaPath.slice(below.length))) return []
    if (error.keyword === 'anyOf' || error.keyword === 'oneOf') {
      return alternativeDetails(error, errors, part)
    }
    return [describe(error, part)]
  })
}

/** Whether it is the path of an alternative, other than one that a discriminator chose. */
function isWithinAlternative(schemaPath: string): boolean {
  const rest = schemaPath.replace(/\/items\/oneOf\/\d+\//, '/items/')
  return /\/(?:anyOf|oneOf)\//.test(rest)
}

function alternativeDetails(
  error: ErrorObject,
  errors: readonly ErrorObject[],
  part: Part,
): readonly ErrorDetail[] {
  const prefix = `${error.schemaPath}/`
  const within = errors.filter(({ schemaPath }) => schemaPath.startsWith(prefix))
  const byAlternative = Map.groupBy(within, ({ schemaPath }) =>
    schemaPath.slice(0, schemaPath.indexOf('/', prefix.length)),
  )
  const meant = [...byAlternative].filter(
    ([, failures]) => !failures.some((failure) => isOfAnother(failure, error)),
  )
  const [only] = meant
  if (only !== undefined && meant.length === 1) return detailsOf(only[1], part, only[0])
  const tags = within.filter(({ keyword }) => keyword === 'const')
  const places = new Set(tags.map(({ instancePath }) => instancePath))
  const [tag] = tags
  if (tag !== undefined && places.size === 1 && tags.length === byAlternative.size) {
    const values = tags.map(({ params }): unknown => params['allowedValue'])
    return [{ ...describe(tag, part), message: oneOf(values) }]
  }
  return [describe(error, part)]
}

/** Whether a failure shows that its alternative was not meant: another type or another tag. */
function isOfAnother({ keyword, instancePath }: ErrorObject, of: ErrorObject): boolean {
  return keyword === 'const' || (keyword === 'type' && instancePath === of.instancePath)
}

function describe(error: ErrorObject, part: Part): ErrorDetail {
  const place = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const at = (...steps: readonly string[]) =>
    [partNames[part], ...place, ...steps].join('.')
  const missing: unknown = error.params['missingProperty']
  if (typeof missing === 'string') return { path: at(missing), message: 'is required' }
  if (error.keyword === 'discriminator') {
    const tag = String(error.params['tag'])
    return { path: at(tag), message: oneOf(tagsOf(error.parentSchema, tag)) }
  }
  return { path: at(), message: explain(error) }
}

/** The values of the property that tells the alternatives of a schema apart. */
function tagsOf(schema: unknown, tag: string): readonly unknown[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schemas are those of the contract
  const { oneOf: alternatives = [] } = Object(schema) as {
    readonly oneOf?: readonly { properties?: Record<string, { const?: unknown }> }[]
  }
  return alternatives.map(({ properties }) => properties?.[tag]?.const)
}

function oneOf(values: readonly unknown[]): string {
  return `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`
}

/** What a limit counts, one and many; numbers themselves have none. */
const counted: Readonly<Record<string, readonly [string, string, string]>> = {
  minLength: ['must have at least', ' character', ' characters'],
  maxLength: ['must have at most', ' character', ' characters'],
  minItems: ['must have at least', ' entry', ' entries'],
  maxItems: ['must have at most', ' entry', ' entries'],
  minProperties: ['must have at least', ' member', ' members'],
  maxProperties: ['must have at most', ' member', ' members'],
  minimum: ['must be at least', '', ''],
  maximum: ['must be at most', '', ''],
}

function explain(error: ErrorObject): string {
  const { keyword, params, parentSchema, message = 'is not valid' } = error
  const limit: unknown = params['limit']
  const bound = counted[keyword]
  if (bound !== undefined) {
    const [words, one, many] = bound
    return `${words} ${String(limit)}${limit === 1 ? one : many}`
  }
  switch (keyword) {
    case 'enum':
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Ajv gives the list of the schema
      return oneOf(params['allowedValues'] as readonly unknown[])
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`
    case 'uniqueItems':
      return 'must not name anything twice'
    case 'pattern':
      return lookLike(parentSchema)
    case 'format':
      return `must be a valid ${String(params['format'])}`
    case 'anyOf':
    case 'oneOf':
      return 'has none of the forms that the reference names for it'
    default:
      return message
  }
}

/** What a text must look like, by an example: nobody reads regular expressions. */
function lookLike(schema: unknown): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schemas are those of the contract
  const { examples = [] } = Object(schema) as { readonly examples?: readonly unknown[] }
  return examples.length === 0
    ? 'has characters, or an order of them, that are not allowed here'
    : `must look like ${JSON.stringify(examples[0])}`
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

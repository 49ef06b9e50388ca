import type {
  AdaptiveClaim,
  AdaptiveJsonSchema,
  AdaptiveObject,
  AdaptiveScalar,
} from '@lectern/contract/site-adaptive.ts'

type Claims = Readonly<Record<string, unknown>>

/** The limit for the entries of a list; a token is short anyway. */
const listLengthMax = 1000

/** The claims that every token may hold about itself, whether or not the schema names them. */
const registeredClaims = new Set(['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'])

/**
 * Whether the claims of a visitor are such as the schema of the site allows. No claim is required.
 */
export function claimsFit(schema: AdaptiveJsonSchema, claims: unknown): boolean {
  return claimsProblem(schema, claims) === undefined
}

/** The claim that does not fit the schema, and the value it should have, in words. */
export function claimsProblem(
  schema: AdaptiveJsonSchema,
  claims: unknown,
): string | undefined {
  if (!isClaims(claims)) return 'the claims must be an object'
  const own = Object.entries(claims).filter(
    ([name]) => Object.hasOwn(schema.properties, name) || !registeredClaims.has(name),
  )
  return objectProblem(schema, Object.fromEntries(own), '')
}

/**
 * The unsigned claims of a visitor that fit the schema. Anyone can write anything into these, so
 * claims that do not fit are dropped and the rest counts.
 */
export function fittingUnsignedClaims(
  schema: AdaptiveJsonSchema,
  claims: unknown,
): Claims {
  const unsigned = Object.hasOwn(schema.properties, 'unsigned')
    ? schema.properties['unsigned']
    : undefined
  if (unsigned?.type !== 'object' || !isClaims(claims)) return {}
  const fitting = Object.entries(unsigned.properties)
    .filter(([name]) => Object.hasOwn(claims, name))
    .filter(([name, claim]) => claimProblem(claim, claims[name], name) === undefined)
    .map(([name]) => [name, claims[name]])
  return Object.fromEntries(fitting)
}

function objectProblem(
  schema: AdaptiveObject | AdaptiveJsonSchema,
  claims: Claims,
  path: string,
): string | undefined {
  for (const [name, value] of Object.entries(claims)) {
    const claim = Object.hasOwn(schema.properties, name)
      ? schema.properties[name]
      : undefined
    const problem =
      claim === undefined
        ? `the claim "${path}${name}" is not in the adaptive schema of the site`
        : claimProblem(claim, value, `${path}${name}`)
    if (problem !== undefined) return problem
  }
  return undefined
}

function claimProblem(
  claim: AdaptiveClaim,
  value: unknown,
  path: string,
): string | undefined {
  if (claim.type === 'object') {
    if (!isClaims(value)) return mustBe(path, 'an object')
    return objectProblem(claim, value, `${path}.`)
  }
  if (claim.type !== 'array') return scalarProblem(claim, value, path)
  if (!Array.isArray(value) || value.length > listLengthMax) return mustBe(path, 'a list')
  const entries: readonly unknown[] = value
  return entries
    .map((entry) => scalarProblem(claim.items, entry, `${path}[]`))
    .find((problem) => problem !== undefined)
}

function scalarProblem(
  claim: AdaptiveScalar,
  value: unknown,
  path: string,
): string | undefined {
  if (claim.type === 'number') {
    const isNumber = typeof value === 'number' && Number.isFinite(value)
    return isNumber ? undefined : mustBe(path, 'a number')
  }
  if (claim.type === 'boolean') {
    return typeof value === 'boolean' ? undefined : mustBe(path, 'true or false')
  }
  if (typeof value !== 'string') return mustBe(path, 'a text')
  const isListed = claim.enum === undefined || claim.enum.includes(value)
  return isListed ? undefined : mustBe(path, `one of ${claim.enum?.join(', ')}`)
}

function mustBe(path: string, what: string): string {
  return `the claim "${path}" must be ${what}`
}

function isClaims(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

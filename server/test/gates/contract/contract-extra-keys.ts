import { plainRequest, type Sources } from './contract-cases.ts'
import { type Generated, jsonBody } from './contract-request.ts'
import { withKey } from '../generate/generate-mutations.ts'
import type { JsonSchema, Target } from '../generate/generate-schema.ts'

/** The same request without and with keys that mean nothing: the answers must be the same. */
export interface ExtraKeyPair {
  readonly plain: Generated
  readonly extended: Generated
}

const meaningless: readonly (readonly [string, unknown])[] = [
  ['zz_unknown', 'word'],
  ['__proto__', { role: 'admin', isAdmin: true }],
  ['constructor', { prototype: { role: 'admin' } }],
  ['toString', null],
  ['organization_id', 'NNNNNNNNNN0000000001'],
  ['createdBy', 'NNNNNNNNNN0000000001'],
  ['permissions', { admin: true }],
  ['version', 99],
  ['', 1],
]

export function extraKeyPairs(target: Target, sources: Sources): ExtraKeyPair[] {
  const plain = plainRequest(target, sources)
  const inQuery = {
    plain,
    extended: {
      ...plain,
      query: [
        ...plain.query,
        ...meaningless.map(([name, value]) => [name, String(value)] as const),
      ],
      note: 'extra keys in the query',
    },
  }
  const { body: schema } = target
  if (schema === undefined || plain.body === undefined) return [inQuery]
  const body: unknown = JSON.parse(plain.body.toString())
  const inBody = {
    plain,
    extended: {
      ...plain,
      ...jsonBody(extended(body, schema)),
      note: 'extra keys in the body',
    },
  }
  return [inQuery, inBody]
}

/** Every object that the schema describes is given every key it does not name. */
function extended(value: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(value)) {
    return value.map((entry) => extended(entry, schema.items ?? {}))
  }
  if (typeof value !== 'object' || value === null) return value
  if (schema.additionalProperties !== undefined) return value
  const named = [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
    .map(({ properties = {} }) => properties)
    .reduce((all, properties) => ({ ...all, ...properties }), {})
  let result: object = Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      extended(entry, named[name] ?? {}),
    ]),
  )
  for (const [name, extra] of meaningless) {
    if (!Object.hasOwn(named, name)) result = withKey(result, name, extra)
  }
  return result
}

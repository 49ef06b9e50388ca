import type { IdSource } from './contract-ids.ts'
import { bytesMaxOf, type Generated, jsonBody, type Query } from './contract-request.ts'
import { crowdsOf } from '../generate/generate-crowds.ts'
import {
  absent,
  applied,
  type Mutation,
  mutationsOf,
} from '../generate/generate-mutations.ts'
import { type JsonSchema, type Target, typesOf } from '../generate/generate-schema.ts'
import { kindInPath } from '../generate/generate-things.ts'
import {
  type Filling,
  type Random,
  shapesOf,
  valueFor,
} from '../generate/generate-values.ts'

/** A request, and the limit it stands at when it stands at one. */
export interface Case {
  readonly request: Generated
  readonly limit?: Mutation['limit']
}

export interface Sources {
  readonly random: Random
  readonly ids: IdSource
  readonly people: readonly string[]
}

// Enough cases for every shape of a body whose shapes hold shapes again.
const shapesMin = 6

/** The request that an operation is meant for: by the admin, with ids that exist. */
export function plainRequest(
  target: Target,
  sources: Sources,
  filling: Partial<Filling> = {},
): Generated {
  const fill: Filling = { ...fillingOf(target, sources), optional: 'none', ...filling }
  return {
    target,
    as: 'admin',
    params: paramsFor(target, fill),
    query: queryFor(target, { ...fill, optional: 'none' }),
    headers: {},
    ...(target.body === undefined
      ? { body: undefined }
      : jsonBody(valueFor(target.body, fill))),
    note: 'plain',
  }
}

function queryFor({ query }: Target, fill: Filling): Query {
  const values: [string, unknown][] = Object.entries(Object(valueFor(query, fill)))
  return values.map(([name, value]) => [name, String(value)])
}

/** The path parameters, filled with ids: each names a thing, whatever its form is. */
function paramsFor({ params }: Target, fill: Filling): Record<string, string> {
  const names = Object.keys(params.properties ?? {})
  return Object.fromEntries(names.map((name) => [name, fill.identifier(name)]))
}

/** Cases in which every person calls an operation, with a plain request and a random one. */
export function casesByPerson(target: Target, sources: Sources): Case[] {
  return sources.people.flatMap((as) => [
    { request: { ...plainRequest(target, sources), as, note: `as ${as}` } },
    { request: { ...randomRequest(target, sources), as, note: `random as ${as}` } },
  ])
}

/** Cases with the body in each of its shapes, with as little and as much as the schema takes. */
export function shapeCases(target: Target, sources: Sources): Case[] {
  const count = target.body === undefined ? 0 : shapesOf(target.body)
  return Array.from({ length: count }, (_, shape) =>
    (['none', 'all'] as const).map((optional) => ({
      request: {
        ...plainRequest(target, sources, { shape, optional }),
        note: `shape ${shape}, ${optional} of what is optional`,
      },
    })),
  ).flat()
}

/** Cases in which one path parameter each is wrong. */
export function paramCases(target: Target, sources: Sources): Case[] {
  const base = plainRequest(target, sources)
  return Object.entries(target.params.properties ?? {}).flatMap(([name, schema]) => {
    const schemaOfText: JsonSchema = { ...schema, type: 'string' }
    return mutationsOf(schemaOfText, base.params[name], ['path', name]).flatMap((bent) =>
      typeof bent.value === 'string' && bent.note !== 'very long'
        ? [
            withLimit(bent, {
              ...base,
              params: { ...base.params, [name]: bent.value },
              note: `path ${name}: ${bent.note}`,
            }),
          ]
        : [],
    )
  })
}

const oddNumbers = ['1.5', '1e2', '', 'abc', ' 5', '+5', '0x10', 'NaN', '9'.repeat(40)]

/** Cases in which one query parameter each is wrong, repeated, or in brackets. */
export function queryCases(target: Target, sources: Sources): Case[] {
  const base = plainRequest(target, sources)
  const known = Object.entries(target.query.properties ?? {})
  const bent = known.flatMap(([name, schema]) =>
    queryTexts(name, schema, fillingOf(target, sources)).map((mutation) =>
      withLimit(mutation, {
        ...base,
        query: [...without(base.query, name), [name, String(mutation.value)]],
        note: `query ${name}: ${mutation.note}`,
      }),
    ),
  )
  const repeated = known.flatMap(([name, schema]) => {
    const text = String(valueFor(schema, fillingOf(target, sources), name))
    return [
      request('twice', [
        [name, text],
        [name, text],
      ]),
      request('brackets', [[`${name}[]`, text]]),
      request('nested', [[`${name}[a]`, text]]),
    ]
    function request(note: string, query: Query): Case {
      const others = without(base.query, name)
      return {
        request: {
          ...base,
          query: [...others, ...query],
          note: `query ${name}: ${note}`,
        },
      }
    }
  })
  return [...aloneCases(target, sources), ...bent, ...repeated]
}

/** Each query parameter without the others, with every value of which there are but a few. */
function aloneCases(target: Target, sources: Sources): Case[] {
  const base = plainRequest(target, sources)
  return Object.entries(target.query.properties ?? {}).flatMap(([name, schema]) => {
    const values = typesOf(schema).includes('boolean')
      ? [true, false]
      : (schema.enum ?? [valueFor(schema, fillingOf(target, sources), name)])
    return values.map((value) => ({
      request: {
        ...base,
        query: [...without(base.query, name), [name, String(value)] as const],
        note: `query ${name}: ${String(value)} alone`,
      },
    }))
  })
}

function without(query: Query, name: string): Query {
  return query.filter(([key]) => key !== name)
}

function queryTexts(name: string, schema: JsonSchema, filling: Filling): Mutation[] {
  const value = valueFor(schema, filling, name)
  const path = ['query', name]
  const bent = mutationsOf(schema, value, path).filter(
    ({ value: text, note }) =>
      (typeof text === 'string' || typeof text === 'number') && note !== 'very long',
  )
  if (typeof value !== 'number') return bent
  const spellings = oddNumbers.map((text) => ({ note: `"${text}"`, path, value: text }))
  return [...bent, ...spellings]
}

/** The body bent at every place, in every shape it can take. */
export function bodyCases(target: Target, sources: Sources): Case[] {
  const { body: schema } = target
  if (schema === undefined) return []
  const base = plainRequest(target, sources)
  const cases = new Map<string, Case>()
  for (let shape = 0; shape < Math.max(shapesMin, shapesOf(schema)); shape += 1) {
    const filling = { ...fillingOf(target, sources), shape }
    const value = valueFor(schema, filling)
    const least = valueFor(schema, { ...filling, optional: 'none' })
    for (const bent of mutationsOf(schema, value)) {
      if (bent.value === absent && bent.path.length === 0) continue
      const note = `body ${bent.path.join('.')}: ${bent.note}`
      const key = `${note} ${shape % 2 === 0 ? '' : 'other'}`
      if (cases.has(key)) continue
      const sent = jsonBody(
        applied(narrowed(value, least, bent.path), bent.path, bent.value),
      )
      cases.set(key, withLimit(prefixed(bent), { ...base, ...sent, note }))
    }
  }
  return [...cases.values()]
}

const crowdBytesMax = 1_000_000

/** The body with far more entries than it may have, at every place: its refusal must be cheap. */
export function crowdCases(target: Target, sources: Sources): Case[] {
  const base = plainRequest(target, sources)
  const bytes = Math.min(crowdBytesMax, bytesMaxOf(target) / 2)
  return crowdsOf(target, fillingOf(target, sources), bytes).map(({ note, body }) => ({
    request: {
      ...base,
      body,
      headers: { 'content-type': 'application/json' },
      note: `far too many in body ${note}`,
    },
  }))
}

/** Only what is required and the part that gets bent, so that nothing else is refused first. */
function narrowed(value: unknown, least: unknown, [part]: Mutation['path']): unknown {
  if (typeof part !== 'string') return value
  return { ...Object(least), [part]: Object(value)[part] }
}

function prefixed(bent: Mutation): Mutation {
  if (bent.limit === undefined) return bent
  return { ...bent, limit: { ...bent.limit, name: `body.${bent.limit.name}` } }
}

function withLimit({ limit }: Mutation, request: Generated): Case {
  return limit === undefined ? { request } : { request, limit }
}

/** All there is, with things that fit the operation. */
function fillingOf(
  { definition: { path } }: Target,
  { random, ids }: Sources,
  choose: IdSource['own'] = ids.own,
): Filling {
  return {
    random,
    identifier: (field) => choose(kindInPath(path, field)),
    known: (field) => {
      // A random one would be refused first, whatever else the request says.
      if (field === 'condition') return 'visitor.claims.beta == true'
      const kind = knownPlaces.find(([end, name]) => path.endsWith(end) && field === name)
      return kind && choose(kind[2])
    },
    optional: 'all',
  }
}

/** Addresses at which something is: a random one would always be answered with 404. */
const knownPlaces = [
  ['/urls/published', 'url', 'open url'],
  ['/urls/content', 'url', 'open url'],
  ['/redirect', 'source', 'source'],
] as const

/** A request that the schema accepts, by anyone, with any ids. */
export function randomRequest(target: Target, sources: Sources): Generated {
  const { random, ids, people } = sources
  const fill: Filling = { ...fillingOf(target, sources, ids.any), optional: 'some' }
  const hasBody =
    target.body !== undefined &&
    (target.definition.bodyOptional !== true || random.below(2) === 1)
  return {
    target,
    as: random.below(3) > 0 ? 'admin' : random.pick(people),
    params: paramsFor(target, fill),
    query: queryFor(target, fill),
    headers: {},
    ...(hasBody ? jsonBody(valueFor(target.body ?? {}, fill)) : { body: undefined }),
    note: 'random',
  }
}

/** A random request with up to three places of its body or query bent. */
export function randomBentRequest(target: Target, sources: Sources): Generated {
  const { random } = sources
  let request = randomRequest(target, sources)
  if (target.body === undefined || request.body === undefined) {
    const queries = queryCases(target, sources)
    return queries.length === 0
      ? request
      : { ...request, query: random.pick(queries).request.query, note: 'random, bent' }
  }
  let value: unknown = JSON.parse(request.body.toString())
  const notes: string[] = []
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const bent = mutationsOf(target.body, value).filter(({ path }) => path.length > 0)
    if (bent.length === 0) break
    const { note, path, value: to } = random.pick(bent)
    value = applied(value, path, to)
    notes.push(`${path.join('.')}: ${note}`)
  }
  request = { ...request, ...jsonBody(value), note: `random, ${notes.join('; ')}` }
  return request
}

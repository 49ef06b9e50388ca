import { limitMax } from '@lectern/contract/common.ts'

import { bytesMaxOf, type Verdict } from './contract-request.ts'
import { type JsonSchema, type Target, targets } from '../generate/generate-schema.ts'

/** A limit as the specification states it, and where the contract must have it. */
interface SpecifiedLimit {
  readonly name: string
  /** Groups of the contract whose requests have the field. */
  readonly tags: readonly string[]
  readonly field: string
  readonly min?: number
  readonly max: number
  readonly except?: readonly string[]
}

/** Section 8 of the specification, then the limits its notes add; those of groups to come wait for them. */
const specified: readonly SpecifiedLimit[] = [
  { name: 'space title', tags: ['spaces'], field: 'title', max: 50 },
  { name: 'collection title', tags: ['collections'], field: 'title', max: 50 },
  {
    name: 'collection description',
    tags: ['collections'],
    field: 'description',
    max: 100,
  },
  { name: 'space emoji', tags: ['spaces'], field: 'emoji', max: 50 },
  { name: 'site title', tags: ['sites'], field: 'title', min: 2, max: 128 },
  { name: 'site hostname', tags: ['custom-hostnames'], field: 'hostname', max: 512 },
  { name: 'site basename', tags: ['sites'], field: 'basename', min: 1, max: 100 },
  { name: 'site proxy', tags: ['sites'], field: 'proxy', max: 512 },
  { name: 'team title', tags: ['teams'], field: 'title', min: 1, max: 64 },
  { name: 'share link name', tags: ['site-settings'], field: 'name', max: 50 },
  { name: 'SAML label', tags: ['sso'], field: 'label', min: 1, max: 30 },
  { name: 'SAML entity id', tags: ['sso'], field: 'entityID', max: 1024 },
  { name: 'SAML certificate', tags: ['sso'], field: 'certificate', max: 10_000 },
  { name: 'SAML SSO URL', tags: ['sso'], field: 'ssoURL', max: 2048 },
  {
    name: 'search query',
    tags: ['search', 'published-sites'],
    field: 'query',
    max: 512,
  },
  { name: 'subdomain', tags: ['subdomains'], field: 'subdomain', min: 3, max: 32 },
  {
    name: 'OpenAPI URL',
    tags: ['openapi'],
    field: 'url',
    max: 2048,
    // The address of a request to try is none of a specification.
    except: ['sendOpenAPISpecRequest'],
  },
  { name: 'icon name', tags: ['conversations'], field: 'icon', max: 50 },
  {
    name: 'organization title',
    tags: ['organizations'],
    field: 'title',
    min: 2,
    max: 255,
  },
  {
    name: 'organization hostname',
    tags: ['organizations'],
    field: 'hostname',
    min: 3,
    max: 32,
  },
  { name: 'organization logo', tags: ['organizations'], field: 'logo', max: 2048 },
  { name: 'display name', tags: ['users'], field: 'displayName', min: 1, max: 64 },
  { name: 'photo URL', tags: ['users'], field: 'photoURL', max: 2048 },
  { name: 'API token label', tags: ['api-tokens'], field: 'label', min: 1, max: 50 },
  { name: 'expression', tags: ['organizations'], field: 'expression', max: 1024 },
  { name: 'section icon', tags: ['site-structure'], field: 'icon', max: 50 },
  { name: 'section path', tags: ['site-structure'], field: 'path', min: 1, max: 100 },
  {
    name: 'section description',
    tags: ['site-structure'],
    field: 'description',
    max: 256,
  },
  {
    name: 'condition',
    tags: ['site-structure', 'site-settings'],
    field: 'condition',
    max: 1024,
  },
  { name: 'redirect source', tags: ['site-settings'], field: 'source', max: 512 },
  { name: 'feedback comment', tags: ['published-sites'], field: 'comment', max: 512 },
  { name: 'font family', tags: ['site-settings'], field: 'fontFamily', max: 50 },
  { name: 'announcement', tags: ['site-settings'], field: 'message', min: 2, max: 128 },
  { name: 'footer copyright', tags: ['site-settings'], field: 'copyright', max: 300 },
]

interface Probe {
  readonly operation: string
  readonly limit: { readonly name: string; readonly offset: number }
  readonly verdict: Verdict
  readonly accepted: boolean
}

/** Keeps book of which limit was met from which side. */
export function limitBook() {
  const seen = new Map<string, Map<number, Probe>>()
  return {
    note(probe: Probe): void {
      const key = `${probe.operation} ${probe.limit.name}`
      const offsets = seen.get(key) ?? new Map<number, Probe>()
      seen.set(key, offsets.set(probe.limit.offset, probe))
    },
    /** Limits met at n − 1, n and n + 1, each answered as the contract says. */
    probed(): string[] {
      return [...seen].filter(([, offsets]) => isProbed(offsets)).map(([key]) => key)
    },
    /** Leaves out limits that a stricter rule hides, such as the form of an address. */
    unprobed(): string[] {
      return [...seen]
        .filter(
          ([, offsets]) => offsets.get(0)?.verdict === 'valid' && !isProbed(offsets),
        )
        .map(([key]) => key)
    },
  }
}

/** From one side all is fine, from the other nothing; below zero there is no length. */
function isProbed(offsets: ReadonlyMap<number, Probe>): boolean {
  const probes = [...offsets.values()]
  const within = probes.filter(({ verdict }) => verdict === 'valid')
  const beyond = probes.filter(({ verdict }) => verdict === 'invalid')
  const isSharp =
    offsets.get(0)?.verdict === 'valid' && (beyond.length === 1 || offsets.size === 2)
  return (
    isSharp &&
    within.every(({ accepted }) => accepted) &&
    beyond.every(({ accepted }) => !accepted)
  )
}

/** What the specification demands of the contract and the gate: each stated limit exists and was probed. */
export function judgeSpecified(probed: readonly string[]) {
  const stated = specified.map((limit) => ({ limit, places: placesOf(limit) }))
  const ofLists = targets
    .filter(({ query }) => query.properties?.['limit'] !== undefined)
    .map(({ id }) => `${id} query.limit maximum ${limitMax}`)
  const ofBodies = targets
    .filter(({ body }) => body !== undefined)
    .map((target) => `${target.id} body bytes ${bytesMaxOf(target)}`)
  return {
    checked:
      stated.flatMap(({ places }) => places).length + ofLists.length + ofBodies.length,
    waiting: stated
      .filter(({ places }) => places.length === 0)
      .map(({ limit }) => limit.name),
    problems: [
      ...stated.flatMap(({ limit, places }) =>
        places.flatMap((place) => judgePlace(limit, place, probed)),
      ),
      ...[...ofLists, ...ofBodies]
        .filter((key) => !probed.includes(key))
        .map((key) => `not probed: ${key}`),
      ...targets
        .filter(
          ({ query: { properties } }) =>
            (properties?.['limit']?.maximum ?? limitMax) !== limitMax,
        )
        .map(({ id }) => `${id} answers another number of entries than is stated`),
    ],
  }
}

interface Stated {
  readonly operation: string
  readonly place: string
  readonly schema: JsonSchema
}

/** Filters in a query have bounds of their own. */
function placesOf({ tags, field, except = [] }: SpecifiedLimit): Stated[] {
  return targets
    .filter(({ id, definition }) => tags.includes(definition.tag) && !except.includes(id))
    .flatMap((target) =>
      fieldsOf(target, field).map(([place, schema]) => ({
        operation: target.id,
        place,
        schema,
      })),
    )
}

function judgePlace(
  { name, field, min, max }: SpecifiedLimit,
  { operation, place, schema }: Stated,
  probed: readonly string[],
): string[] {
  const isMet = probed.some(
    (key) =>
      key.startsWith(`${operation} ${place}.`) &&
      key.endsWith(`${field} maxLength ${max}`),
  )
  const isAsStated =
    schema.maxLength === max && (min === undefined || schema.minLength === min)
  return [
    ...(isMet ? [] : [`${name}: ${operation} was not probed at ${max}`]),
    ...(isAsStated
      ? []
      : [`${name}: ${operation} allows ${schema.minLength}..${schema.maxLength}`]),
  ]
}

type Found = readonly [place: string, schema: JsonSchema]

function fieldsOf({ params, body }: Target, field: string): Found[] {
  return [
    ...inside(params, field).map((schema): Found => ['path', schema]),
    ...(body ? inside(body, field).map((schema): Found => ['body', schema]) : []),
  ]
}

function inside(schema: JsonSchema, field: string): JsonSchema[] {
  const own = schema.properties?.[field]
  const deeper = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.oneOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ].flatMap((one) => inside(one, field))
  return own === undefined ? deeper : [own, ...deeper]
}

import type { TProperties } from 'typebox'

import { errorBody, nestedName } from './common.ts'
import {
  type HeaderName,
  headerParameters,
  headerReferences,
  headers,
  reference,
  responseName,
  sharedResponses,
} from './openapi-components.ts'
import type { Method, OperationDefinition } from './operation.ts'
import { operations } from './operations.ts'
import { documentedStatuses } from './statuses.ts'

type Part = Record<string, unknown>

export interface OpenApiOptions {
  readonly version: string
  /** The base address of the paths, with its `/v1`. */
  readonly serverUrl?: string
}

const description = `Manage documentation from your own programs: organizations and the people in them, what they write, and where it is published.

**Authentication.** Send \`Authorization: Bearer <token>\` with every request that does not say otherwise. A token acts as its user and can be narrowed to reading or to one organization.

**Lists.** Lists come in pages. Pass \`next.page\` of one answer as \`page\` of the next request until \`next\` is absent.

**Changes.** Fields that are left out of a PATCH keep their value, and unknown fields and query parameters are ignored; \`X-Unknown-Keys\` names them. Every write takes an \`Idempotency-Key\`, so that it can be sent again safely; many take \`If-Match\`, so that nobody overwrites what they have not seen.

**Refusals.** Every refusal has the same body: \`error.reason\` is for programs, \`error.message\` for people.`

const tags = {
  'api-tokens': 'The tokens that let programs act as you.',
  'audit-events': 'Who did what in an organization, and when.',
  'change-requests':
    'Proposals to change the content of a space, and how they are merged.',
  collections: 'Folders of spaces, with access of their own.',
  comments: 'What people say about spaces and change requests.',
  content:
    'What is in a space: its pages, files, reusable contents and variables, now and before.',
  'custom-hostnames': 'Names of their own that sites are read under.',
  imports: 'Bringing content in from files.',
  invites: 'Bringing people in, by e-mail or with a link.',
  links: 'What content leads to, what is broken, and what leads back.',
  members: 'The people of an organization and their roles.',
  openapi: 'OpenAPI specifications of an organization, and their versions.',
  organizations: 'The owners of all content, with their settings.',
  provisioning: 'Letting a directory keep the members and teams of an organization.',
  'published-sites': 'Sites as their readers see them.',
  'site-insights': 'What readers of sites do, counted.',
  sessions: 'Where you are signed in with a browser.',
  reviews: 'What people think of change requests, and who is asked for it.',
  search: 'Finding pages by their words.',
  'site-settings':
    'How sites look, who may read them, what is known of visitors, and redirects.',
  'site-structure': 'The sections, groups and spaces a site consists of, in order.',
  sites: 'What readers see: spaces that are published together.',
  spaces: 'Bodies of documentation, with their settings.',
  sso: 'The identity providers that members of an organization sign in with.',
  storage: 'Uploading files.',
  permissions: 'Who was given access to collections and spaces, and why they have it.',
  subdomains: 'The names organizations publish under.',
  system: 'The server itself.',
  teams: 'Groups of members that are given access together.',
  urls: 'Finding what a URL shows.',
  users: 'Accounts of people, across organizations.',
} satisfies Record<string, string>

const methodOrder: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The OpenAPI 3.1 document of all operations; the same input always gives the same text. */
export function buildOpenApi({ version, serverUrl = '/v1' }: OpenApiOptions): Part {
  const schemas = new NamedSchemas()
  const paths = buildPaths(schemas)
  const responses = sharedResponses(schemas.resolve(errorBody))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lectern management API',
      version,
      description,
      contact: { name: 'The Lectern project' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl, description: 'This server.' }],
    tags: Object.entries(tags).map(([name, meaning]) => ({ name, description: meaning })),
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token, as created at `/user/tokens`.',
        },
      },
      parameters: headerParameters,
      headers,
      responses,
      schemas: schemas.all(),
    },
  }
}

/** The text of the document in the form in which it is committed. */
export function openApiText(version: string): string {
  return `${JSON.stringify(buildOpenApi({ version }), null, 2)}\n`
}

function buildPaths(schemas: NamedSchemas): Part {
  const byPlace = Object.entries<OperationDefinition>(operations).toSorted(
    ([, a], [, b]) =>
      compare(a.path, b.path) ||
      methodOrder.indexOf(a.method) - methodOrder.indexOf(b.method),
  )
  const paths: Record<string, Part> = {}
  for (const [id, definition] of byPlace) {
    const path = (paths[definition.path] ??= {})
    path[definition.method.toLowerCase()] = buildOperation(id, definition, schemas)
  }
  return paths
}

function buildOperation(
  id: string,
  definition: OperationDefinition,
  schemas: NamedSchemas,
): Part {
  const parameters = buildParameters(definition, schemas)
  return {
    operationId: id,
    tags: [definition.tag],
    summary: definition.summary,
    description: definition.description,
    ...(definition.deprecated && { deprecated: true }),
    ...(definition.caller === 'anyone' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(definition.body && {
      requestBody: {
        required: definition.bodyOptional !== true,
        content: { 'application/json': { schema: schemas.resolve(definition.body) } },
      },
    }),
    responses: buildResponses(definition, schemas),
  }
}

function buildParameters(definition: OperationDefinition, schemas: NamedSchemas): Part[] {
  const parameters = [
    ...parametersIn('path', definition.params ?? {}, schemas),
    ...parametersIn('query', definition.query ?? {}, schemas),
  ]
  const named: (keyof typeof headerParameters)[] = []
  if (definition.method !== 'GET') named.push('IdempotencyKey')
  if (definition.conditional) named.push('IfMatch')
  if (definition.versioned) named.push('IfNoneMatch')
  named.push('Prefer')
  return [...parameters, ...named.map((name) => reference('parameters', name))]
}

function parametersIn(
  place: 'path' | 'query',
  properties: TProperties,
  schemas: NamedSchemas,
): Part[] {
  return Object.entries(properties).map(([name, property]) => {
    const { description: meaning, ...schema } = schemas.resolve(property)
    return {
      name,
      in: place,
      required: place === 'path',
      ...(meaning !== undefined && { description: meaning }),
      schema,
    }
  })
}

function buildResponses(definition: OperationDefinition, schemas: NamedSchemas): Part {
  const responses: Part = {}
  for (const status of documentedStatuses(definition)) {
    responses[status] =
      status === definition.status || (status === 201 && definition.mayCreate === true)
        ? buildSuccess(definition, schemas, status)
        : reference('responses', responseName(status))
  }
  return responses
}

function buildSuccess(
  definition: OperationDefinition,
  schemas: NamedSchemas,
  status: number,
): Part {
  const particular: HeaderName[] = []
  if (definition.versioned) particular.push('ETag')
  if (definition.method !== 'GET') particular.push('Idempotent-Replayed')
  if (isPaged(definition)) particular.push('Link')
  if (status === 201) particular.push('Location')
  if (definition.deprecated) particular.push('Deprecation')
  particular.push('X-Unknown-Keys')
  return {
    description: successDescription(definition, status),
    headers: headerReferences(particular),
    ...(definition.reply && {
      content: { 'application/json': { schema: schemas.resolve(definition.reply) } },
    }),
    ...(definition.bytes !== undefined && { content: { [definition.bytes]: {} } }),
  }
}

function successDescription(definition: OperationDefinition, status: number): string {
  if (status === 201) return 'Created.'
  if (definition.status === 204) return 'Done. The answer is empty.'
  if (isPaged(definition)) return 'One page of the list.'
  return definition.method === 'GET' ? 'Found.' : 'Done.'
}

function isPaged(definition: OperationDefinition): boolean {
  return definition.query?.['page'] !== undefined
}

/** Replaces named schemas by references, and stores each of them once. */
class NamedSchemas {
  readonly #byName = new Map<string, Part>()

  resolve(schema: object): Part {
    const around = nestedName in schema ? schema[nestedName] : undefined
    if (typeof around === 'string') return reference('schemas', around)
    const resolved = Object.fromEntries(
      Object.entries(schema)
        .filter(([key]) => key !== '$id')
        .map(([key, value]) => [key, this.#resolveValue(value)]),
    )
    const name = '$id' in schema ? schema.$id : undefined
    if (typeof name !== 'string') return resolved
    this.#keep(name, resolved)
    return reference('schemas', name)
  }

  all(): Part {
    return Object.fromEntries([...this.#byName].toSorted(([a], [b]) => compare(a, b)))
  }

  #resolveValue(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.#resolveValue(entry))
    return typeof value === 'object' && value !== null ? this.resolve(value) : value
  }

  #keep(name: string, schema: Part) {
    const known = this.#byName.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas are named ${name}.`)
    }
    this.#byName.set(name, schema)
  }
}

/** Compares by code unit, so that the order does not depend on the locale of the machine. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

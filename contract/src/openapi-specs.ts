import { Type, type Static } from 'typebox'

import {
  constant,
  enumeration,
  exactlyOne,
  id,
  identifier,
  list,
  named,
  nullable,
  paging,
  permissions,
  record,
  timestamp,
  uri,
} from './common.ts'
import { defineOperations } from './operation.ts'
import { inOrganization } from './parameters.ts'
import { webUrl } from './web-url.ts'

/** The bytes that a specification may have over all its files, and a request that brings one. */
export const specBytesMax = 25 * 1024 * 1024

const slug = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$',
  examples: ['petstore'],
  description:
    'The name of the specification in blocks and addresses: letters, digits and single hyphens. Upper and lower case are the same name.',
})
const visibility = enumeration(['private', 'public'], {
  description:
    '`private`: its file is for members. `public`: it is for everybody who has the URL.',
})

const source = exactlyOne(
  Type.Object({
    url: Type.String({
      ...webUrl,
      description:
        'Where the specification is fetched from, now and again every few hours.',
    }),
  }),
  Type.Object({
    text: Type.String({
      minLength: 1,
      maxLength: specBytesMax,
      description: 'The specification itself, in JSON or YAML.',
    }),
  }),
)

const processingError = named(
  'OpenAPIErrorObject',
  Type.Object({
    message: Type.String({
      description: 'What is wrong, where, and what to do about it, for people.',
    }),
    code: Type.Optional(Type.String({ description: 'A stable word for programs.' })),
  }),
)

const spec = named(
  'OpenAPISpec',
  Type.Object({
    object: constant('openapi-spec'),
    id: identifier,
    createdAt: timestamp,
    updatedAt: timestamp,
    slug,
    sourceURL: Type.Optional(
      Type.String({ ...uri, description: 'Absent for a specification sent as text.' }),
    ),
    processingState: enumeration(['pending', 'progress', 'complete'], {
      description:
        'Whether the newest source still waits, is being read, or was read, with or without success.',
    }),
    visibility,
    lastVersion: Type.Optional(
      id('The newest version. It stays when a newer source cannot be read.'),
    ),
    lastProcessedAt: Type.Optional(timestamp),
    lastProcessErrorCode: Type.Optional(
      enumeration(['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'], {
        description: 'Why the newest source made no version. Absent after a success.',
      }),
    ),
    lastProcessedErrors: Type.Optional(
      Type.Array(processingError, { description: 'The first 20 errors.' }),
    ),
    lastProcessedErrorCount: Type.Integer({
      minimum: 0,
      description: 'How many errors there are in all.',
    }),
    permissions: permissions({
      view: 'Read the specification and its versions.',
      edit: 'Change and delete the specification.',
    }),
    urls: Type.Object({
      location: uri,
      app: uri,
      published: Type.Optional(
        Type.String({ ...uri, description: 'The newest version, for everybody.' }),
      ),
    }),
  }),
)
export type OpenAPISpec = Static<typeof spec>

const version = named(
  'OpenAPISpecVersion',
  Type.Object({
    object: constant('openapi-spec-version'),
    id: identifier,
    createdAt: Type.Optional(timestamp),
    url: Type.String({
      ...uri,
      description:
        'The specification as one JSON document. A private one wants the token of a member.',
    }),
    urls: Type.Object({ location: uri }),
  }),
)
export type OpenAPISpecVersion = Static<typeof version>

const format = enumeration(['json', 'yaml'])

/** An object whose form readers of OpenAPI documents know. */
const shownValue = {
  type: 'object',
  additionalProperties: true,
} as const

const content = named(
  'OpenAPISpecContent',
  Type.Object({
    filesystem: Type.Union([
      record(Type.Object({ isEntrypoint: Type.Boolean(), format, text: Type.String() }), {
        description: 'The files as they were sent or fetched, by name.',
      }),
      Type.Array(
        Type.Object({
          dir: Type.String(),
          isEntrypoint: Type.Boolean(),
          filename: Type.String(),
          references: Type.Array(Type.String()),
          specification: Type.Unsafe<Record<string, unknown>>(shownValue),
          text: Type.String({ description: 'The same as JSON.' }),
        }),
        {
          description:
            'For visitors of sites: what pages show, as one file, with what overlays change.',
        },
      ),
    ]),
    url: uri,
    urls: Type.Object({
      source: Type.String({
        ...uri,
        description: 'Where it came from; the same as `url` when it was sent as text.',
      }),
      public: Type.Unsafe<string | null>({
        ...nullable(uri),
        description: 'The same as `url` while the specification is public, else null.',
      }),
    }),
  }),
)
export type OpenAPISpecContent = Static<typeof content>

const rawContent = named(
  'OpenAPISpecRawContent',
  Type.Object({
    text: Type.String({ description: 'The main file, byte for byte.' }),
    format,
  }),
)
export type OpenAPISpecRawContent = Static<typeof rawContent>

const partName = {
  kind: enumeration(['operation', 'webhook', 'schema']),
  name: Type.String({
    minLength: 1,
    maxLength: 2000,
    examples: ['get /pets'],
    description:
      'The method in lower case and the path of an operation, the method and the name of a webhook, or the name of a schema.',
  }),
}
const parts = named(
  'OpenAPISpecParts',
  Type.Object({
    version: id('The version that is shown.'),
    seed: Type.String({
      description:
        'Another text whenever anything shown of the specification is another.',
    }),
    info: Type.Unsafe<Record<string, unknown>>({
      ...shownValue,
      description:
        'What the specification says of itself: its title, its servers, its authentication.',
    }),
    parts: Type.Array(
      Type.Object({
        ...partName,
        hash: Type.String({
          description:
            'Another text whenever the part is another; empty where there is none.',
        }),
        part: Type.Unsafe<Record<string, unknown> | null>({
          ...nullable(Type.Unsafe<Record<string, unknown>>(shownValue)),
          description:
            'The operation, webhook or schema with all that it refers to; null where there is none.',
        }),
      }),
    ),
  }),
)
export type OpenAPISpecParts = Static<typeof parts>

const ofSpec = { ...inOrganization, specSlug: id('The slug of the specification.') }
const ofVersion = { ...ofSpec, versionId: id('The version.') }
const common = { tag: 'openapi', caller: 'user', reach: 'organization' } as const
const seen = 'Needs a role in the organization.'
const seenOrShown =
  'Visitors of a site get what a page shows to them of the newest version, as overlays change it. Others need a role in the organization.'

export const openApiSpecOperations = defineOperations({
  listOpenAPISpecs: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/openapi',
    summary: 'List the OpenAPI specifications of an organization',
    description: `Answers them in order of creation. ${seen}`,
    params: inOrganization,
    query: paging,
    status: 200,
    reply: list('OpenAPISpecList', spec),
    errors: [403, 404],
  },
  createOpenAPISpec: {
    ...common,
    method: 'POST',
    path: '/orgs/{organizationId}/openapi',
    summary: 'Add an OpenAPI specification',
    description:
      'Stores a specification, which is then read in the background: `processingState` says how far that is. A slug that is taken is a 400. Needs the create role.',
    params: inOrganization,
    body: Type.Object({ slug, source }),
    bodyBytesMax: specBytesMax,
    status: 201,
    reply: spec,
    errors: [400, 403, 404, 409],
  },
  getOpenAPISpecBySlug: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Get an OpenAPI specification',
    description: `Answers what is known of it, with the errors of its newest source. ${seen}`,
    params: ofSpec,
    status: 200,
    reply: spec,
    versioned: true,
    errors: [403, 404],
  },
  createOrUpdateOpenAPISpecBySlug: {
    ...common,
    method: 'PUT',
    path: '/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Add or update an OpenAPI specification',
    description:
      'Gives the specification a new source, or adds it with 201 if there is none of this slug. The same URL again fetches it now. Needs the create role.',
    params: { ...inOrganization, specSlug: slug },
    body: Type.Object({ source }),
    bodyBytesMax: specBytesMax,
    status: 200,
    mayCreate: true,
    reply: spec,
    conditional: true,
    errors: [400, 403, 404, 409],
  },
  updateOpenAPISpecBySlug: {
    ...common,
    method: 'PATCH',
    path: '/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Open or close an OpenAPI specification',
    description:
      'Changes whether the files of its versions are for everybody. Needs the create role.',
    params: ofSpec,
    body: Type.Object({ visibility }),
    status: 200,
    reply: spec,
    conditional: true,
    errors: [400, 403, 404],
  },
  deleteOpenAPISpecBySlug: {
    ...common,
    method: 'DELETE',
    path: '/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Delete an OpenAPI specification',
    description:
      'Deletes it with all its versions; blocks that name it show nothing from then on. Needs the create role. Deleting a specification that is already gone succeeds.',
    params: ofSpec,
    status: 204,
    conditional: true,
    errors: [403],
  },
  listOpenAPISpecVersions: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/openapi/{specSlug}/versions',
    summary: 'List the versions of an OpenAPI specification',
    description: `Answers the newest first. Content that did not change made no version. ${seen}`,
    params: ofSpec,
    query: paging,
    status: 200,
    reply: list('OpenAPISpecVersionList', version),
    errors: [403, 404],
  },
  getLatestOpenAPISpecVersion: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/openapi/{specSlug}/versions/latest',
    summary: 'Get the newest version of an OpenAPI specification',
    description: `Answers the last version that could be read. ${seen}`,
    params: ofSpec,
    status: 200,
    reply: version,
    versioned: true,
    errors: [403, 404],
  },
  getLatestOpenAPISpecVersionContent: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content',
    summary: 'Get the files of the newest version of an OpenAPI specification',
    description: `Answers the files as they were sent or fetched. ${seenOrShown}`,
    params: ofSpec,
    visitor: true,
    status: 200,
    reply: content,
    versioned: true,
    errors: [403, 404],
  },
  getOpenAPISpecVersionById: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}',
    summary: 'Get a version of an OpenAPI specification',
    description: `Answers where the version can be read. ${seen}`,
    params: ofVersion,
    status: 200,
    reply: version,
    versioned: true,
    errors: [403, 404],
  },
  getOpenAPISpecVersionContentById: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content',
    summary: 'Get the files of a version of an OpenAPI specification',
    description: `Answers the files as they were sent or fetched. ${seenOrShown}`,
    params: ofVersion,
    visitor: true,
    status: 200,
    reply: content,
    versioned: true,
    errors: [403, 404],
  },
  readOpenAPISpecParts: {
    ...common,
    method: 'POST',
    path: '/orgs/{organizationId}/openapi/{specSlug}/parts',
    summary: 'Read what pages show of an OpenAPI specification',
    description:
      'Answers operations, webhooks and schemas as they are shown, overlays applied, in the order in which they are asked for, each once. Needs a role in the organization, or a page that shows the specification to the visitor.',
    params: ofSpec,
    visitor: true,
    isRead: true,
    body: Type.Object({
      parts: Type.Array(Type.Object(partName), { minItems: 1, maxItems: 500 }),
    }),
    status: 200,
    reply: parts,
    errors: [400, 403, 404],
  },
  getLatestOpenAPISpecVersionContentRaw: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content/raw',
    summary: 'Get the text of the newest version of an OpenAPI specification',
    description: `Answers the main file as it was sent or fetched. ${seen}`,
    params: ofSpec,
    status: 200,
    reply: rawContent,
    versioned: true,
    errors: [403, 404],
  },
})

import { Type, type Static } from 'typebox'

import { constant, enumeration, id, list, named, paging, uri } from './common.ts'
import { defineOperations } from './operation.ts'
import { inOrganization } from './parameters.ts'

const operationName = Type.Object({
  method: Type.String(),
  path: Type.String({ description: 'The path, or the name of a webhook.' }),
  operationId: Type.Optional(Type.String()),
})

const change = named(
  'OpenAPISpecChange',
  Type.Object({
    object: constant('openapi-spec-change'),
    kind: enumeration(['added', 'changed', 'removed']),
    breaking: Type.Boolean({ description: 'Whether it can break callers.' }),
    rule: Type.String({ description: 'The rule that says so: a stable word.' }),
    message: Type.String({ description: 'What changed, for people.' }),
    reason: Type.String({ description: 'Why it breaks callers, or why not.' }),
    place: Type.Object({
      operation: Type.Optional(operationName),
      pointer: Type.String({
        description:
          'A JSON pointer into the newer document, or into the older one for what was removed.',
      }),
      side: enumeration(['request', 'response', 'both', 'document'], {
        description: 'Which way the data goes.',
      }),
      name: Type.Optional(
        Type.String({ description: 'The field, parameter or value that changed.' }),
      ),
    }),
    reaches: Type.Optional(
      Type.Object(
        {
          operations: Type.Array(operationName),
          count: Type.Integer({ minimum: 0 }),
        },
        { description: 'The operations that share what changed: the first of them.' },
      ),
    ),
  }),
)
export type OpenAPISpecChange = Static<typeof change>

const { properties } = list('OpenAPISpecChangeList', change)

const changes = named(
  'OpenAPISpecChangeList',
  Type.Object({
    ...properties,
    from: id('The older version.'),
    to: id('The newer version.'),
    breakingCount: Type.Integer({
      minimum: 0,
      description: 'How many changes can break callers.',
    }),
    partial: Type.Optional(
      Type.Boolean({
        description:
          'True when a limit ended the comparison: there may be more changes than these.',
      }),
    ),
    urls: Type.Object({
      location: uri,
      app: uri,
      page: Type.String({
        ...uri,
        description:
          'The changes as a page for people, which anybody may open who has the URL, for an hour.',
      }),
    }),
  }),
)
export type OpenAPISpecChangeList = Static<typeof changes>

export const openApiChangeOperations = defineOperations({
  listOpenAPISpecVersionChanges: {
    tag: 'openapi',
    caller: 'user',
    reach: 'organization',
    method: 'GET',
    path: '/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/changes',
    summary: 'List what changed between two versions of an OpenAPI specification',
    description:
      'Compares the sources of two versions, without overlays: operations, parameters, fields and values that were added, changed or removed, and which of these break callers. Those come first. Needs a role in the organization.',
    params: {
      ...inOrganization,
      specSlug: id('The slug of the specification.'),
      versionId: id('The version to begin from.'),
    },
    query: {
      to: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 128,
          default: 'latest',
          description: 'The version to compare with, or `latest`.',
        }),
      ),
      breaking: Type.Optional(
        Type.Boolean({ description: 'Only what breaks callers, or only what does not.' }),
      ),
      ...paging,
    },
    status: 200,
    reply: changes,
    errors: [403, 404],
  },
})

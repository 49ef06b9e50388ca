import { Type, type Static } from 'typebox'

import { enumeration, exactlyOne, id, named } from './common.ts'
import { defineOperations } from './operation.ts'
import { inOrganization } from './parameters.ts'

/** The bytes of a request that is sent for a reader, and of an answer as far as it is read. */
export const sentBytesMax = 1024 * 1024
export const answeredBytesMax = 2 * 1024 * 1024

const header = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: "^[\\w!#$%&'*+.^`|~-]+$",
    examples: ['Accept'],
  }),
  value: Type.String({
    maxLength: 8192,
    pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
    examples: ['application/json'],
  }),
})

const sentRequest = Type.Object({
  operation: Type.String({
    minLength: 1,
    maxLength: 2000,
    examples: ['get /pets'],
    description: 'The operation, by its method in lower case and its path.',
  }),
  url: Type.String({
    minLength: 1,
    maxLength: 8192,
    examples: ['https://api.example.com/pets?limit=10'],
    description:
      'The whole address. It has to be one of the operation, on a server of it.',
  }),
  headers: Type.Array(header, {
    maxItems: 100,
    description: 'Those that the operation needs. Cookies are left out.',
  }),
  body: Type.Optional(
    exactlyOne(
      Type.Object({ text: Type.String({ maxLength: sentBytesMax }) }),
      Type.Object({
        base64: Type.String({
          maxLength: Math.ceil(sentBytesMax / 3) * 4,
          pattern: '^[A-Za-z0-9+/]*={0,2}$',
          examples: ['eyJuYW1lIjogIlJleCJ9'],
        }),
      }),
    ),
  ),
})

const sentAnswer = named(
  'OpenAPISpecAnswer',
  Type.Object({
    outcome: enumeration(['answered', 'timeout', 'unreachable', 'refused'], {
      description:
        'Whether the server answered, in whatever way, did not in time, or not at all, or whether it may not be asked.',
    }),
    status: Type.Optional(Type.Integer({ minimum: 0, maximum: 999 })),
    headers: Type.Optional(
      Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
    ),
    body: Type.Optional(
      Type.String({ description: 'The body as text, or as base64 if it is none.' }),
    ),
    isBase64: Type.Optional(Type.Boolean()),
    bodyBytes: Type.Optional(
      Type.Integer({ minimum: 0, description: 'How much of the body was read.' }),
    ),
    isTruncated: Type.Optional(
      Type.Boolean({ description: 'Whether the body has more than was read.' }),
    ),
    durationMs: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
)
export type OpenAPISpecAnswer = Static<typeof sentAnswer>

export const openApiRequestOperations = defineOperations({
  sendOpenAPISpecRequest: {
    tag: 'openapi',
    caller: 'user',
    reach: 'organization',
    method: 'POST',
    path: '/orgs/{organizationId}/openapi/{specSlug}/requests',
    summary: 'Send a request to a server of an OpenAPI specification',
    description:
      'Sends an operation for a reader whose browser may not, and answers what came back, redirects too, wrapped in JSON. Refused with 403 unless the server is set up for it. Needs a role in the organization, or a page that shows the specification to the visitor.',
    params: { ...inOrganization, specSlug: id('The slug of the specification.') },
    visitor: true,
    isRead: true,
    isPrivate: true,
    body: sentRequest,
    status: 200,
    reply: sentAnswer,
    errors: [400, 403, 404],
  },
})

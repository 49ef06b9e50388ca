import { Type, type Static } from 'typebox'

import {
  constant,
  enumeration,
  id,
  list,
  named,
  paging,
  timestamp,
  uri,
} from './common.ts'
import { defineOperations } from './operation.ts'
import { inOrganization } from './parameters.ts'

/** The bytes that an overlay may have. */
export const overlayBytesMax = 1024 * 1024

const name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[a-zA-Z0-9]+(?:[-_.][a-zA-Z0-9]+)*$',
  examples: ['10-hide-internal'],
  description:
    'The name of the overlay. Overlays are applied in the order of their names, by the code of their characters.',
})

const overlayFields = {
  object: constant('openapi-spec-overlay'),
  name,
  createdAt: timestamp,
  updatedAt: timestamp,
  processingState: enumeration(['pending', 'complete'], {
    description: 'Whether it still waits, or is part of what is shown.',
  }),
  problems: Type.Array(
    Type.Object({
      pointer: Type.String({
        description: 'The place in the overlay, as a JSON pointer.',
      }),
      kind: enumeration(['failed', 'unused'], {
        description:
          '`failed`: the action was left out. `unused`: its target is nowhere in the document.',
      }),
      message: Type.String({ description: 'What is wrong, for people.' }),
    }),
    {
      description:
        'The first 20 problems that its actions had with the newest version; all other actions were done.',
    },
  ),
  problemCount: Type.Integer({
    minimum: 0,
    description: 'How many problems there are in all.',
  }),
  urls: Type.Object({ location: uri }),
}

const overlay = named(
  'OpenAPISpecOverlay',
  Type.Object({
    ...overlayFields,
    text: Type.String({ description: 'The document as it was sent.' }),
  }),
)
export type OpenAPISpecOverlay = Static<typeof overlay>

const listed = named('OpenAPISpecOverlayWithoutText', Type.Object(overlayFields))
export type OpenAPISpecOverlayWithoutText = Static<typeof listed>

const ofSpec = { ...inOrganization, specSlug: id('The slug of the specification.') }
const ofOverlay = { ...ofSpec, overlayName: id('The name of the overlay.') }
const common = { tag: 'openapi', caller: 'user', reach: 'organization' } as const
const seen = 'Needs a role in the organization.'

export const openApiOverlayOperations = defineOperations({
  listOpenAPISpecOverlays: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/openapi/{specSlug}/overlays',
    summary: 'List the overlays of an OpenAPI specification',
    description: `Answers them without their texts, in the order in which they are applied. ${seen}`,
    params: ofSpec,
    query: paging,
    status: 200,
    reply: list('OpenAPISpecOverlayList', listed),
    errors: [403, 404],
  },
  getOpenAPISpecOverlay: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/openapi/{specSlug}/overlays/{overlayName}',
    summary: 'Get an overlay of an OpenAPI specification',
    description: `Answers its text, and what came of applying it. ${seen}`,
    params: ofOverlay,
    status: 200,
    reply: overlay,
    versioned: true,
    errors: [403, 404],
  },
  putOpenAPISpecOverlay: {
    ...common,
    method: 'PUT',
    path: '/orgs/{organizationId}/openapi/{specSlug}/overlays/{overlayName}',
    summary: 'Add or replace an overlay of an OpenAPI specification',
    description:
      'Keeps an OpenAPI Overlay document of version 1.0, which changes what is shown of this version and of all that follow. A text that is none is refused with the places of what is wrong. Needs the create role.',
    params: { ...ofSpec, overlayName: name },
    body: Type.Object({
      text: Type.String({
        minLength: 1,
        maxLength: overlayBytesMax,
        examples: [
          '{"overlay": "1.0.0", "info": {"title": "Hide", "version": "1"}, "actions": [{"target": "$.paths[\'/internal\']", "remove": true}]}',
        ],
        description: 'The overlay in JSON or YAML.',
      }),
    }),
    bodyBytesMax: 3 * overlayBytesMax,
    status: 200,
    mayCreate: true,
    reply: overlay,
    conditional: true,
    errors: [400, 403, 404, 409],
  },
  deleteOpenAPISpecOverlay: {
    ...common,
    method: 'DELETE',
    path: '/orgs/{organizationId}/openapi/{specSlug}/overlays/{overlayName}',
    summary: 'Delete an overlay of an OpenAPI specification',
    description:
      'What it changed is shown as the specification says it again. Needs the create role. Deleting an overlay that is already gone succeeds.',
    params: ofOverlay,
    status: 204,
    conditional: true,
    errors: [403],
  },
})

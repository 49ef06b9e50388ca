import { Type, type Static } from 'typebox'

import {
  enumeration,
  id,
  identifier,
  list,
  named,
  nullable,
  paging,
  permissions,
} from './common.ts'
import { defineOperations } from './operation.ts'
import { inOrganization } from './parameters.ts'
import { webUrl } from './web-url.ts'

const controls = '\\u0000-\\u001F\\u007F-\\u009F'
const fontFamily = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: `^[^\\s${controls}]([^${controls}]*[^\\s${controls}])?$`,
  examples: ['Acme Sans'],
  description: 'The name of the font for people.',
})
const weight = Type.Integer({
  minimum: 1,
  maximum: 1000,
  examples: [400],
  description: '400 is regular, 700 is bold.',
})

/** The faces that a font may have. */
export const fontFacesMax = 20

const definition = {
  id: identifier,
  custom: Type.Boolean(),
  fontFamily,
  fontFaces: Type.Array(
    Type.Object({
      weight,
      sources: Type.Array(
        Type.Object({
          url: webUrl,
          format: Type.Optional(enumeration(['woff2', 'woff'])),
        }),
        { minItems: 1, maxItems: 4 },
      ),
    }),
    { minItems: 1, maxItems: fontFacesMax },
  ),
}

/** A font in settings of sites, where its id alone counts. */
export const fontDefinitionInput = named(
  'CustomizationFontDefinitionInput',
  Type.Object(definition, {
    description: 'A font of the organization. Its `id` counts; the rest follows from it.',
  }),
)
export type CustomizationFontDefinitionInput = Static<typeof fontDefinitionInput>

const fontDefinition = named(
  'CustomizationFontDefinition',
  Type.Object({
    ...definition,
    permissions: permissions({ edit: 'Change and delete the font.' }),
  }),
)
export type CustomizationFontDefinition = Static<typeof fontDefinition>

const storageKey = Type.String({
  minLength: 1,
  maxLength: 512,
  description: 'The `key` of an upload of the kind `customization_font`, used once.',
})
const ofFont = { ...inOrganization, fontId: id('The font.') }
const common = { tag: 'site-settings', caller: 'user', reach: 'organization' } as const

export const customFontOperations = defineOperations({
  listCustomFonts: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/fonts',
    summary: 'List the fonts of an organization',
    description:
      'Answers the fonts that were uploaded, in order of creation. Needs a role in the organization.',
    params: inOrganization,
    query: paging,
    status: 200,
    reply: list('CustomFontList', fontDefinition),
    errors: [403, 404],
  },
  createCustomFont: {
    ...common,
    method: 'PUT',
    path: '/orgs/{organizationId}/fonts',
    summary: 'Add a font',
    description:
      'Makes a font of uploaded files in WOFF2 or WOFF, one for each weight; one of them has the weight 400. Sites of the organization can be set in it. Needs the admin role.',
    params: inOrganization,
    body: Type.Object({
      fontFamily,
      fontFaces: Type.Array(Type.Object({ weight, storageKey }), {
        minItems: 1,
        maxItems: fontFacesMax,
      }),
    }),
    status: 201,
    reply: fontDefinition,
    errors: [400, 403, 404, 409, 412],
  },
  getCustomFont: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/fonts/{fontId}',
    summary: 'Get a font',
    description:
      'Answers the font with the URLs of its files. Needs a role in the organization.',
    params: ofFont,
    status: 200,
    reply: fontDefinition,
    versioned: true,
    errors: [403, 404],
  },
  updateCustomFont: {
    ...common,
    method: 'POST',
    path: '/orgs/{organizationId}/fonts/{fontId}',
    summary: 'Change a font',
    description:
      'Changes the name, and the faces of the weights that are given: an upload takes the place of the file, null removes the face. Sites follow at once. Needs the admin role.',
    params: ofFont,
    body: Type.Object({
      fontFamily: Type.Optional(fontFamily),
      fontFaces: Type.Optional(
        Type.Array(Type.Object({ weight, storageKey: nullable(storageKey) }), {
          maxItems: 2 * fontFacesMax,
        }),
      ),
    }),
    status: 201,
    reply: fontDefinition,
    conditional: true,
    errors: [400, 403, 404, 409, 412],
  },
  deleteCustomFont: {
    ...common,
    method: 'DELETE',
    path: '/orgs/{organizationId}/fonts/{fontId}',
    summary: 'Delete a font',
    description:
      'Sites that use it go back to their default font. Needs the admin role. Deleting a font that is already gone succeeds.',
    params: ofFont,
    status: 204,
    conditional: true,
    errors: [403],
  },
})

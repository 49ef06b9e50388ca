import { Type, type Static } from 'typebox'

import { constant, enumeration, named, timestamp } from './common.ts'
import { defineOperations } from './operation.ts'
import { inSite } from './parameters.ts'

export const adaptiveSchemaUrl = 'http://json-schema.org/draft-07/schema#'

export const adaptiveSchemaLimits = {
  /** The limit of claims at all levels together. */
  claimsMax: 200,
  /** The limit of nested objects. */
  depthMax: 5,
  nameLengthMax: 64,
  descriptionLengthMax: 512,
  valuesMax: 100,
  valueLengthMax: 256,
} as const

/** A claim with a single value. */
export type AdaptiveScalar =
  | { type: 'boolean'; description?: string }
  | { type: 'number'; description?: string }
  | { type: 'string'; description?: string; enum?: string[] }

export interface AdaptiveList {
  type: 'array'
  description?: string
  items: AdaptiveScalar
}

export interface AdaptiveObject {
  type: 'object'
  description?: string
  properties: Record<string, AdaptiveClaim>
  additionalProperties: false
}

export type AdaptiveClaim = AdaptiveScalar | AdaptiveList | AdaptiveObject

/** The claims about a visitor that a token may contain, each with its type. */
export interface AdaptiveJsonSchema extends Omit<AdaptiveObject, 'description'> {
  $schema?: typeof adaptiveSchemaUrl
}

const claimTypes = ['boolean', 'string', 'number', 'array', 'object'] as const

/** Describes only the common part of these schemas: the server reads the claims as data. */
const adaptiveJsonSchema = named(
  'SiteAdaptiveJSONSchema',
  Type.Unsafe<AdaptiveJsonSchema>({
    type: 'object',
    required: ['type', 'properties', 'additionalProperties'],
    properties: {
      $schema: constant(adaptiveSchemaUrl),
      type: constant('object'),
      properties: {
        type: 'object',
        maxProperties: adaptiveSchemaLimits.claimsMax,
        propertyNames: { minLength: 1, maxLength: adaptiveSchemaLimits.nameLengthMax },
        additionalProperties: {
          type: 'object',
          required: ['type'],
          properties: { type: enumeration(claimTypes) },
          additionalProperties: true,
        },
        description:
          'Claims by name, each `{type: "boolean" | "string" | "number"}`, a string with an `enum`, an `array` of such `items`, or an `object` of claims; with a `description` if you like. `unsigned` is an object of claims that visitors make up themselves.',
      },
      additionalProperties: { type: 'boolean', const: false },
    },
    // Unknown keywords pass the schema, so that the server can refuse them by their name.
    additionalProperties: true,
  }),
)

export const siteAdaptiveSchema = named(
  'SiteAdaptiveSchema',
  Type.Object({
    object: constant('site-adaptive-schema'),
    jsonSchema: adaptiveJsonSchema,
    updatedAt: timestamp,
  }),
)
export type SiteAdaptiveSchema = Static<typeof siteAdaptiveSchema>

const templateCondition = named(
  'SiteAdaptiveTemplateCondition',
  Type.Object({ description: Type.String(), condition: Type.String() }),
)
export type SiteAdaptiveTemplateCondition = Static<typeof templateCondition>

const common = { tag: 'site-settings', caller: 'user', reach: 'organization' } as const

export const siteAdaptiveOperations = defineOperations({
  getSiteAdaptiveSchema: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
    summary: 'Get what is known of the visitors of a site',
    description:
      'Answers the JSON Schema of the claims that visitors bring. Until one is set it has no claims.',
    params: inSite,
    status: 200,
    reply: siteAdaptiveSchema,
    versioned: true,
    errors: [403, 404],
  },
  updateSiteAdaptiveSchema: {
    ...common,
    method: 'PUT',
    path: '/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
    summary: 'Say what is known of the visitors of a site',
    description:
      'Takes a small part of JSON Schema, draft 7; anything else is refused by name. From then on a token whose claims do not fit is turned away. Needs the admin role.',
    params: inSite,
    body: Type.Object({ jsonSchema: adaptiveJsonSchema }),
    bodyBytesMax: 256 * 1024,
    status: 200,
    reply: siteAdaptiveSchema,
    conditional: true,
    errors: [400, 403, 404],
  },
  listSiteAdaptiveTemplateConditions: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions',
    summary: 'List conditions on visitors to choose from',
    description:
      'Answers one condition for each claim that is true or false, and one for each value of a claim that has a list of them.',
    params: inSite,
    status: 200,
    reply: named(
      'SiteAdaptiveTemplateConditions',
      Type.Object({ items: Type.Array(templateCondition) }),
    ),
    errors: [403, 404],
  },
})

import assert from 'node:assert/strict'

import { Ajv2020 } from 'ajv/dist/2020.js'

import type { TestBody } from '#test/test-api.ts'

/** What RFC 7643 and RFC 7644 say of answers, as JSON Schema. */
const core = 'urn:ietf:params:scim:schemas:core:2.0'
const messages = 'urn:ietf:params:scim:api:messages:2.0'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

const text = { type: 'string' }
const truth = { type: 'boolean' }
const time = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d' }

function object(
  properties: Readonly<Record<string, object>>,
  required: readonly string[] = [],
) {
  return { type: 'object', properties, required, additionalProperties: false }
}

function listOf(items: object) {
  return { type: 'array', items, minItems: 1 }
}

const meta = (resourceType: string) =>
  object(
    {
      resourceType: { const: resourceType },
      created: time,
      lastModified: time,
      location: text,
      version: { type: 'string', pattern: '^W/"[^"]+"$' },
    },
    ['resourceType', 'location'],
  )

const user = object(
  {
    schemas: {
      type: 'array',
      items: { enum: [`${core}:User`, enterprise] },
      contains: { const: `${core}:User` },
    },
    id: text,
    externalId: text,
    userName: text,
    name: object({
      formatted: text,
      familyName: text,
      givenName: text,
      middleName: text,
      honorificPrefix: text,
      honorificSuffix: text,
    }),
    displayName: text,
    title: text,
    userType: text,
    preferredLanguage: text,
    locale: text,
    timezone: text,
    active: truth,
    emails: listOf(object({ value: text, display: text, type: text, primary: truth })),
    groups: listOf(
      object({ value: text, $ref: text, display: text, type: { const: 'direct' } }, [
        'value',
      ]),
    ),
    [enterprise]: object({
      employeeNumber: text,
      costCenter: text,
      organization: text,
      division: text,
      department: text,
      manager: object({ value: text, displayName: text }),
    }),
    meta: meta('User'),
  },
  ['schemas', 'id'],
)

const group = object(
  {
    schemas: { const: [`${core}:Group`] },
    id: text,
    externalId: text,
    displayName: text,
    members: listOf(
      object({ value: text, $ref: text, display: text, type: { const: 'User' } }, [
        'value',
      ]),
    ),
    meta: meta('Group'),
  },
  ['schemas', 'id'],
)

const attribute = {
  type: 'object',
  required: [
    'name',
    'type',
    'multiValued',
    'description',
    'required',
    'mutability',
    'returned',
  ],
  properties: {
    name: text,
    type: { enum: ['string', 'boolean', 'complex', 'reference', 'dateTime'] },
    multiValued: truth,
    description: text,
    required: truth,
    caseExact: truth,
    mutability: { enum: ['readOnly', 'readWrite', 'immutable', 'writeOnly'] },
    returned: { enum: ['always', 'never', 'default', 'request'] },
    uniqueness: { enum: ['none', 'server', 'global'] },
    subAttributes: { type: 'array', items: { $ref: '#/$defs/attribute' } },
  },
}

const supported = { supported: truth }

const schemas: Readonly<Record<string, object>> = {
  [`${core}:User`]: user,
  [`${core}:Group`]: group,
  [`${core}:ServiceProviderConfig`]: {
    type: 'object',
    required: ['patch', 'bulk', 'filter', 'changePassword', 'sort', 'etag'],
    properties: {
      patch: object(supported, ['supported']),
      bulk: object(
        {
          ...supported,
          maxOperations: { type: 'integer' },
          maxPayloadSize: { type: 'integer' },
        },
        ['supported', 'maxOperations', 'maxPayloadSize'],
      ),
      filter: object({ ...supported, maxResults: { type: 'integer' } }, [
        'supported',
        'maxResults',
      ]),
      changePassword: object(supported, ['supported']),
      sort: object(supported, ['supported']),
      etag: object(supported, ['supported']),
      authenticationSchemes: listOf({
        type: 'object',
        required: ['type', 'name', 'description'],
      }),
    },
  },
  [`${core}:ResourceType`]: {
    type: 'object',
    required: ['name', 'endpoint', 'schema'],
    properties: { name: text, endpoint: { type: 'string', pattern: '^/' }, schema: text },
  },
  [`${core}:Schema`]: {
    type: 'object',
    required: ['id', 'name', 'attributes'],
    properties: { id: text, name: text, attributes: listOf(attribute) },
    $defs: { attribute },
  },
  [`${messages}:Error`]: object(
    {
      schemas: { const: [`${messages}:Error`] },
      status: { type: 'string', pattern: '^[45]\\d\\d$' },
      scimType: {
        enum: [
          'invalidFilter',
          'tooMany',
          'uniqueness',
          'mutability',
          'invalidSyntax',
          'invalidPath',
          'noTarget',
          'invalidValue',
        ],
      },
      detail: { type: 'string', minLength: 1 },
    },
    ['schemas', 'status', 'detail'],
  ),
  [`${messages}:ListResponse`]: object(
    {
      schemas: { const: [`${messages}:ListResponse`] },
      totalResults: { type: 'integer', minimum: 0 },
      startIndex: { type: 'integer', minimum: 1 },
      itemsPerPage: { type: 'integer', minimum: 0, maximum: 200 },
      Resources: { type: 'array', maxItems: 200 },
    },
    ['schemas', 'totalResults'],
  ),
}

const ajv = new Ajv2020({ allErrors: true, strict: false })
const compiled = new Map(
  Object.entries(schemas).map(([urn, schema]) => [urn, ajv.compile(schema)]),
)

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: TestBody
}

/** Every answer of SCIM is of a shape that the RFCs say, whatever a test asserts besides. */
export function checkScimReply(what: string, { status, headers, body }: Answer): void {
  if (body === undefined) {
    assert.ok([204, 304].includes(status), `${what} answers ${status} without a body`)
    return
  }
  assert.match(String(headers['content-type']), /^application\/scim\+json/, what)
  checkResource(what, body)
  const isError = body.schemas[0] === `${messages}:Error`
  assert.equal(isError, status >= 400, `${what} answers ${status}`)
  if (isError) assert.equal(body.status, String(status), what)
  for (const resource of body.Resources ?? []) checkResource(what, resource)
}

function checkResource(what: string, resource: TestBody): void {
  const check = compiled.get(resource.schemas?.[0])
  assert.ok(check, `${what} answers no known schema: ${JSON.stringify(resource)}`)
  const isValid = check(resource)
  assert.ok(isValid, `${what}: ${ajv.errorsText(check.errors)}`)
}

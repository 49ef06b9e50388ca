import {
  breaking,
  field,
  harmless,
  newlyRequired,
  nothing,
  removal,
  type Edit,
  type Pair,
  type Verdict,
} from './pair.ts'

const schemas = '/components/schemas'
const text = { type: 'string' }
const number = { type: 'integer' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const object = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  ...more,
})

/** One change, after both documents were prepared. */
const pair = (
  name: string,
  verdict: Verdict,
  { before = [], after }: { before?: readonly Edit[]; after: readonly Edit[] },
): Pair => ({ name, ...verdict, before, after })

const base = object({ id: text, at: text }, { required: ['id'] })
const based = (...more: readonly unknown[]) => ({ allOf: [ref('Base'), ...more] })

/** Where the change and what it does to callers are further apart: written after the others. */
export const harderPairs: readonly Pair[] = [
  pair('a field of a base schema is removed', removal('field-removed'), {
    before: [
      [`${schemas}/Base`, base],
      [`${schemas}/Fault`, based(object({ code: text }))],
    ],
    after: [[`${schemas}/Base/properties/at`, undefined]],
  }),
  pair('a field moves from a schema into its base', nothing, {
    before: [
      [`${schemas}/Base`, base],
      [`${schemas}/Fault`, based(object({ code: text }))],
    ],
    after: [
      [`${schemas}/Base/properties/code`, text],
      [`${schemas}/Fault`, based()],
    ],
  }),
  pair(
    'a field of a base is required by the schema on it',
    newlyRequired('field-required'),
    {
      before: [
        [`${schemas}/Base`, base],
        [`${schemas}/NewPet/properties/b`, based()],
      ],
      after: [[`${schemas}/NewPet/properties/b`, based({ required: ['at'] })]],
    },
  ),
  pair('a limit is added in a second part', breaking('limit-tightened'), {
    before: [[`${schemas}/NewPet/properties/b`, { allOf: [{ ...text, maxLength: 20 }] }]],
    after: [
      [
        `${schemas}/NewPet/properties/b`,
        { allOf: [{ ...text, maxLength: 20 }, { maxLength: 5 }] },
      ],
    ],
  }),
  pair('a schema that refers to itself loses a field', removal('field-removed'), {
    before: [
      [`${schemas}/Node`, object({ next: ref('Node'), label: text })],
      [`${schemas}/Pet/properties/node`, ref('Node')],
    ],
    after: [[`${schemas}/Node/properties/label`, undefined]],
  }),
  pair('a parameter becomes a shared component', nothing, {
    after: [
      [
        '/components/parameters',
        {
          limit: { name: 'limit', in: 'query', schema: { type: 'integer', default: 20 } },
        },
      ],
      ['/paths/~1pets/get/parameters/0', { $ref: '#/components/parameters/limit' }],
    ],
  }),
  pair('a shared parameter becomes required', newlyRequired('parameter-required'), {
    before: [
      ['/components/parameters', { trace: { name: 'trace', in: 'query', schema: text } }],
      ['/paths/~1pets/parameters', [{ $ref: '#/components/parameters/trace' }]],
      ['/paths/~1places/parameters', [{ $ref: '#/components/parameters/trace' }]],
    ],
    after: [['/components/parameters/trace/required', true]],
  }),
  pair('a shared response loses a header', removal('header-removed'), {
    before: [
      [
        '/components/responses',
        { gone: { description: 'Gone', headers: { 'X-At': { schema: text } } } },
      ],
      ['/paths/~1pets/get/responses/410', { $ref: '#/components/responses/gone' }],
    ],
    after: [['/components/responses/gone/headers/X-At', undefined]],
  }),
  pair('a parameter moves from the query to a header', removal('parameter-removed'), {
    after: [['/paths/~1pets/get/parameters/0/in', 'header']],
  }),
  pair('an operation overrides a parameter of its path', breaking('type-changed'), {
    after: [
      [
        '/paths/~1pets~1{petId}/get/parameters',
        [{ name: 'petId', in: 'path', required: true, schema: number }],
      ],
    ],
  }),
  pair('a path gets its parameter renamed and typed anew', breaking('type-changed'), {
    before: [
      [
        '/paths/~1a~1{b}',
        {
          get: {
            parameters: [{ name: 'b', in: 'path', required: true, schema: text }],
            responses: { 200: { description: '' } },
          },
        },
      ],
    ],
    after: [
      ['/paths/~1a~1{b}', undefined],
      [
        '/paths/~1a~1{c}',
        {
          get: {
            parameters: [{ name: 'c', in: 'path', required: true, schema: number }],
            responses: { 200: { description: '' } },
          },
        },
      ],
    ],
  }),
  pair(
    'an operation keeps its path and id, and changes its method',
    breaking('operation-moved'),
    {
      after: [
        [
          '/paths/~1places',
          {
            patch: {
              operationId: 'putPlace',
              requestBody: { content: { 'application/json': { schema: ref('Place') } } },
              responses: {
                200: {
                  description: 'The place',
                  content: { 'application/json': { schema: ref('Place') } },
                },
              },
            },
          },
        ],
      ],
    },
  ),
  pair('a response of success becomes another', removal('success-response-removed'), {
    after: [
      ['/paths/~1health/get/responses/204', undefined],
      ['/paths/~1health/get/responses/200', { description: 'Well' }],
    ],
  }),
  pair('a media type gets a charset', nothing, {
    after: [
      ['/paths/~1pets/get/responses/200/content/text~1csv', undefined],
      [
        '/paths/~1pets/get/responses/200/content/text~1csv; charset=utf-8',
        { schema: text },
      ],
    ],
  }),
  pair('optional authorization becomes needed', breaking('security-required'), {
    before: [['/paths/~1pets/get/security', [{}, { key: [] }]]],
    after: [['/paths/~1pets/get/security', [{ key: [] }]]],
  }),
  pair(
    'one of two credentials is no longer needed',
    harmless('security-alternative-added'),
    {
      before: [['/paths/~1pets/get/security', [{ key: [], oauth: [] }]]],
      after: [['/paths/~1pets/get/security', [{ key: [] }]]],
    },
  ),
  pair(
    'a scope is removed from a flow that operations use',
    breaking('security-scheme-changed'),
    {
      after: [
        [
          '/components/securitySchemes/oauth/flows/clientCredentials/scopes/write',
          undefined,
        ],
      ],
    },
  ),
  pair('a server URL loses its last slash', nothing, {
    before: [['/servers/0/url', 'https://api.example.com/v1/']],
    after: [['/servers/0/url', 'https://api.example.com/v1']],
  }),
  field(
    'request',
    [{ oneOf: [{ const: 'a' }, { const: 'b' }] }, { oneOf: [{ const: 'b' }] }],
    removal('alternative-removed'),
  ),
  field(
    'request',
    [{ oneOf: [{ const: 'a' }, { const: 'b' }] }, { enum: ['a', 'b'] }],
    nothing,
  ),
  field('both', [{ type: ['string', 'integer'] }, { oneOf: [text, number] }], nothing),
  field(
    'response',
    [
      { oneOf: [object({ a: text, b: text }), object({ x: text })] },
      { oneOf: [object({ x: text }), object({ a: text })] },
    ],
    removal('field-removed'),
  ),
  field(
    'response',
    [
      { anyOf: [ref('Fed'), { type: 'null' }] },
      { anyOf: [ref('Fed'), ref('Walked'), { type: 'null' }] },
    ],
    breaking('alternative-added'),
  ),
  field(
    'both',
    [
      { allOf: [ref('Fault')], nullable: true },
      { anyOf: [ref('Fault'), { type: 'null' }] },
    ],
    nothing,
  ),
  field('response', [object({ a: text }), ref('Fault')], removal('field-removed')),
  field(
    'request',
    [
      { type: 'integer', minimum: 1 },
      { type: 'integer', exclusiveMinimum: 0 },
    ],
    nothing,
  ),
  field(
    'request',
    [{ type: 'array', items: text }, { type: 'array' }],
    harmless('type-widened'),
  ),
  field(
    'request',
    [{ type: 'object' }, object({ a: text })],
    harmless('optional-field-added'),
  ),
  field(
    'request',
    [object({ a: text }), object({ a: text }, { required: ['b'] })],
    newlyRequired('field-required'),
  ),
  field(
    'both',
    [
      { ...text, enum: ['a', null], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    nothing,
  ),
  field('both', [{ ...text, minLength: 0 }, text], nothing),
  field(
    'both',
    [
      { type: 'object', additionalProperties: true },
      { type: 'object', additionalProperties: {} },
    ],
    nothing,
  ),
  field(
    'response',
    [
      { type: 'array', items: ref('Fed') },
      { type: 'array', items: { allOf: [ref('Fed')], description: 'A meal' } },
    ],
    harmless('documentation-changed'),
  ),
  field('request', [{ ...text, readOnly: true }, text], harmless('read-only-lifted')),
  field('both', [number, { type: 'number', multipleOf: 1 }], nothing),
]

import {
  breaking,
  change,
  harmless,
  newlyRequired,
  nothing,
  removal,
  type Pair,
} from './pair.ts'
import { securityPairs, webhookPairs } from './access-pairs.ts'
import { schemaPairs } from './schema-pairs.ts'
import { typePairs, valuePairs } from './value-pairs.ts'

const list = '/paths/~1pets/get'
const create = '/paths/~1pets/post'
const one = '/paths/~1pets~1{petId}'
const put = '/paths/~1places/put'
const schemas = '/components/schemas'

const optional = { name: 'sort', in: 'query', schema: { type: 'string' } }
const responses = { 200: { description: 'Well' } }
const text = { type: 'string' }
const body = { content: { 'application/json': { schema: { type: 'object' } } } }

const operationPairs: readonly Pair[] = [
  change('a path is removed', removal('operation-removed'), [
    '/paths/~1places',
    undefined,
  ]),
  change('a method is removed', removal('operation-removed'), [`${one}/get`, undefined]),
  change('a deprecated method is removed', removal('operation-removed'), [
    `${one}/delete`,
    undefined,
  ]),
  change('a path is added', harmless('operation-added'), [
    '/paths/~1vets',
    { get: { responses } },
  ]),
  change('a method is added', harmless('operation-added'), [
    '/paths/~1health/head',
    { responses },
  ]),
  {
    ...change('a path is moved', breaking('operation-moved')),
    after: [
      ['/paths/~1health', undefined],
      [
        '/paths/~1status',
        {
          get: {
            operationId: 'health',
            security: [],
            responses: { 204: { description: 'Well' } },
          },
        },
      ],
    ],
  },
  change('an operation id is renamed', harmless('operation-id-changed'), [
    `${list}/operationId`,
    'pets',
  ]),
  change('an operation is deprecated', harmless('deprecated'), [
    `${list}/deprecated`,
    true,
  ]),
  change('an operation is no longer deprecated', harmless('undeprecated'), [
    `${one}/delete/deprecated`,
    undefined,
  ]),
  change(
    'a path parameter is renamed',
    harmless('path-parameter-renamed'),
    [
      '/paths/~1pets~1{key}',
      {
        parameters: [{ name: 'key', in: 'path', required: true, schema: text }],
        get: {
          operationId: 'getPet',
          responses: {
            200: {
              description: 'The pet',
              content: {
                'application/json': { schema: { $ref: '#/components/schemas/Pet' } },
              },
            },
          },
        },
        delete: {
          operationId: 'deletePet',
          deprecated: true,
          responses: { 204: { description: 'Gone' } },
        },
      },
    ],
    [one, undefined],
  ),
  change(
    'a summary and a description change',
    harmless('documentation-changed'),
    [`${list}/summary`, 'Pets'],
    [`${list}/responses/200/description`, 'All pets'],
  ),
  change('an example is added', harmless('documentation-changed'), [
    `${schemas}/Pet/properties/name/examples`,
    ['Rex'],
  ]),
  change('the tags of an operation change', harmless('documentation-changed'), [
    `${list}/tags`,
    ['places'],
  ]),
  change('the title of the document changes', harmless('documentation-changed'), [
    '/info/title',
    'Animals',
  ]),
]

const parameterPairs: readonly Pair[] = [
  change('an optional parameter is added', harmless('optional-parameter-added'), [
    `${list}/parameters/-`,
    optional,
  ]),
  change('a required parameter is added', newlyRequired('required-parameter-added'), [
    `${list}/parameters/-`,
    { ...optional, required: true },
  ]),
  change(
    'a required parameter is added to a path',
    newlyRequired('required-parameter-added'),
    [`${one}/parameters/-`, { ...optional, required: true }],
  ),
  change('a query parameter is removed', removal('parameter-removed'), [
    `${list}/parameters/0`,
    undefined,
  ]),
  change('a header parameter is removed', removal('parameter-removed'), [
    `${list}/parameters/2`,
    undefined,
  ]),
  change('a parameter becomes required', newlyRequired('parameter-required'), [
    `${list}/parameters/0/required`,
    true,
  ]),
  change('a parameter becomes optional', harmless('parameter-optional'), [
    `${list}/parameters/2/required`,
    false,
  ]),
  change(
    'the style of a parameter changes',
    breaking('parameter-serialization-changed'),
    [`${list}/parameters/1/style`, 'pipeDelimited'],
  ),
  change(
    'a list in a parameter is no longer exploded',
    breaking('parameter-serialization-changed'),
    [`${list}/parameters/1/explode`, false],
  ),
  change('what a style means by default is written out', nothing, [
    `${list}/parameters/1/explode`,
    true,
  ]),
  change('a header parameter is written in lower case', nothing, [
    `${list}/parameters/2/name`,
    'x-trace',
  ]),
  change('the default of a parameter changes', breaking('default-changed'), [
    `${list}/parameters/0/schema/default`,
    50,
  ]),
  change('the type of a parameter changes', breaking('type-changed'), [
    `${one}/parameters/0/schema/type`,
    'integer',
  ]),
  change('a parameter gets a limit', breaking('limit-tightened'), [
    `${list}/parameters/0/schema/maximum`,
    100,
  ]),
  change('a parameter is deprecated', harmless('deprecated'), [
    `${list}/parameters/0/deprecated`,
    true,
  ]),
  change(
    'a parameter moves from the operation to its path',
    nothing,
    ['/paths/~1health/parameters', []],
    ['/paths/~1health/get/parameters', []],
  ),
]

const bodyPairs: readonly Pair[] = [
  change('a request body is removed', removal('request-body-removed'), [
    `${put}/requestBody`,
    undefined,
  ]),
  change(
    'a required request body is added',
    newlyRequired('required-request-body-added'),
    [`${one}/delete/requestBody`, { required: true, ...body }],
  ),
  change('an optional request body is added', harmless('optional-request-body-added'), [
    `${one}/delete/requestBody`,
    body,
  ]),
  change('a request body becomes required', newlyRequired('request-body-required'), [
    `${put}/requestBody/required`,
    true,
  ]),
  change('a request body becomes optional', harmless('request-body-optional'), [
    `${create}/requestBody/required`,
    false,
  ]),
  change('a media type of requests is removed', removal('media-type-removed'), [
    `${create}/requestBody/content/application~1xml`,
    undefined,
  ]),
  change('a media type of requests is added', harmless('media-type-added'), [
    `${create}/requestBody/content/text~1yaml`,
    { schema: text },
  ]),
  change('a media type of responses is removed', removal('media-type-removed'), [
    `${list}/responses/200/content/text~1csv`,
    undefined,
  ]),
  change('a media type of responses is added', harmless('media-type-added'), [
    `${list}/responses/200/content/text~1yaml`,
    { schema: text },
  ]),
  change('the encoding of a part changes', breaking('encoding-changed'), [
    `${create}/requestBody/content/application~1xml/encoding`,
    { nick: { contentType: 'text/plain' } },
  ]),
  change('a response of success is removed', removal('success-response-removed'), [
    `${create}/responses/202`,
    undefined,
  ]),
  change('a fault is removed', harmless('other-response-removed'), [
    `${list}/responses/404`,
    undefined,
  ]),
  change('a response of success is added', harmless('response-added'), [
    `${list}/responses/206`,
    { description: 'Some' },
  ]),
  change('a fault is added', harmless('response-added'), [
    `${create}/responses/409`,
    { description: 'No' },
  ]),
  change(
    'a status becomes its range',
    nothing,
    [`${create}/responses/202`, undefined],
    [`${create}/responses/2XX`, { description: 'Later' }],
  ),
  change('a header of a response is removed', removal('header-removed'), [
    `${list}/responses/200/headers/X-Next`,
    undefined,
  ]),
  change('a header of a response is added', harmless('header-added'), [
    `${list}/responses/200/headers/X-Page`,
    { schema: text },
  ]),
  change('a header of a response becomes optional', breaking('header-optional'), [
    `${list}/responses/200/headers/X-Total/required`,
    false,
  ]),
  change('a header of a response becomes required', harmless('header-required'), [
    `${list}/responses/200/headers/X-Next/required`,
    true,
  ]),
  change('the type of a header of a response changes', breaking('type-changed'), [
    `${list}/responses/200/headers/X-Total/schema/type`,
    'string',
  ]),
  change('a link is added', harmless('links-changed'), [
    `${list}/responses/200/links`,
    { one: { operationId: 'getPet' } },
  ]),
]

/** Labelled by hand, from what OpenAPI says and from what callers do. */
export const pairs: readonly Pair[] = [
  ...operationPairs,
  ...parameterPairs,
  ...bodyPairs,
  ...securityPairs,
  ...webhookPairs,
  ...schemaPairs,
  ...typePairs,
  ...valuePairs,
]

import {
  breaking,
  change,
  harmless,
  newlyRequired,
  nothing,
  removal,
  type Pair,
} from './pair.ts'

const list = '/paths/~1pets/get'
const create = '/paths/~1pets/post'
const one = '/paths/~1pets~1{petId}'
const born = '/webhooks/born/post'
const schemas = '/components/schemas'
const text = { type: 'string' }
const responses = { 200: { description: 'Well' } }

export const securityPairs: readonly Pair[] = [
  change('an open operation needs a key', breaking('security-required'), [
    '/paths/~1health/get/security',
    undefined,
  ]),
  change('an operation is opened', harmless('security-lifted'), [
    `${one}/get/security`,
    [],
  ]),
  change('all operations need something else', breaking('security-alternative-removed'), [
    '/security',
    [{ oauth: [] }],
  ]),
  change('a way of authorization is removed', removal('security-alternative-removed'), [
    `${create}/security/1`,
    undefined,
  ]),
  change('a way of authorization is added', harmless('security-alternative-added'), [
    '/security/-',
    { oauth: ['admin'] },
  ]),
  change(
    'a way of authorization needs a second credential',
    breaking('security-alternative-removed'),
    ['/security', [{ key: [], oauth: [] }]],
  ),
  change('a scope is added', breaking('security-scope-added'), [
    `${create}/security/0/oauth/-`,
    'admin',
  ]),
  change('a scope is no longer needed', harmless('security-scope-removed'), [
    `${create}/security/0/oauth`,
    [],
  ]),
  change('a key moves from a header to the query', breaking('security-scheme-changed'), [
    '/components/securitySchemes/key/in',
    'query',
  ]),
  change('tokens come from another URL', breaking('security-scheme-changed'), [
    '/components/securitySchemes/oauth/flows/clientCredentials/tokenUrl',
    'https://example.org/token',
  ]),
  change(
    'a security scheme is renamed',
    nothing,
    ['/components/securitySchemes/key', undefined],
    [
      '/components/securitySchemes/apiKey',
      { type: 'apiKey', in: 'header', name: 'X-Key' },
    ],
    ['/security', [{ apiKey: [] }]],
    [`${create}/security/1`, { apiKey: [] }],
  ),
  change('a server is removed', removal('server-removed'), ['/servers/0', undefined]),
  change('a server is added', harmless('server-added'), [
    '/servers/-',
    { url: 'https://eu.example.org' },
  ]),
  change('a variable of a server loses a value', breaking('server-variable-narrowed'), [
    '/servers/1/variables/region/enum',
    ['eu'],
  ]),
  change('a variable of a server gets a value', harmless('server-variable-widened'), [
    '/servers/1/variables/region/enum',
    ['eu', 'us', 'asia'],
  ]),
  change('an operation gets a server of its own', removal('server-removed'), [
    `${list}/servers`,
    [
      {
        url: 'https://{region}.example.com/v1',
        variables: { region: { default: 'eu', enum: ['eu', 'us'] } },
      },
    ],
  ]),
]

export const webhookPairs: readonly Pair[] = [
  change('a webhook is removed', removal('webhook-removed'), [
    '/webhooks/born',
    undefined,
  ]),
  change('a webhook is added', harmless('webhook-added'), [
    '/webhooks/died',
    { post: { responses } },
  ]),
  change('a webhook loses a field', removal('field-removed'), [
    `${schemas}/Birth/properties/weight`,
    undefined,
  ]),
  change(
    'a webhook gets a required field',
    harmless('required-field-added'),
    [`${schemas}/Birth/properties/at`, text],
    [`${schemas}/Birth/required`, ['id', 'at']],
  ),
  change('a field of a webhook becomes optional', breaking('field-optional'), [
    `${schemas}/Birth/required`,
    [],
  ]),
  change('a webhook gets a required header', harmless('required-parameter-added'), [
    `${born}/parameters/-`,
    { name: 'X-Try', in: 'header', required: true, schema: text },
  ]),
  change('a webhook loses a header', removal('parameter-removed'), [
    `${born}/parameters/0`,
    undefined,
  ]),
  change('answers to a webhook need a field', newlyRequired('field-required'), [
    `${schemas}/Receipt/required`,
    ['seen'],
  ]),
  change('a callback is removed', removal('callback-removed'), [
    `${create}/callbacks/done`,
    undefined,
  ]),
  change('a callback is added', harmless('callback-added'), [
    `${create}/callbacks/failed`,
    { '{$request.body#/url}': { post: { responses } } },
  ]),
  change(
    'a callback loses a field',
    removal('field-removed'),
    [`${schemas}/Done/properties/at`, undefined],
    [`${schemas}/Done/required`, undefined],
  ),
  change('a field of a callback becomes optional', breaking('field-optional'), [
    `${schemas}/Done/required`,
    [],
  ]),
]

import { canary, markup } from './openapi-markup.ts'

/** A document that strangers may send, and what must come of it. */
export interface HostileText {
  readonly name: string
  readonly text: string
  /** Whether it is a specification, only an odd one; others are refused in words. */
  readonly isRead?: true
  /** Whether pages are made of it and looked at. */
  readonly isShown?: true
}

const info = { title: 'Pets', version: '1' }
const responses = { 200: { description: 'All is well' } }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const head = 'openapi: "3.1.0"\ninfo: { title: a, version: "1" }\npaths: {}\n'

/** A document whose operation sends and receives a schema. */
function withSchemas(schemas: object, root: unknown = ref('A')): string {
  const content = { 'application/json': { schema: root } }
  const post = {
    requestBody: { content },
    responses: { 200: { ...responses[200], content } },
  }
  return JSON.stringify({
    openapi: '3.1.0',
    info,
    paths: { '/a': { post } },
    components: { schemas },
  })
}

function chain(count: number, schemaOf: (next: object) => object): string {
  const schemas = numbers(count).map((at) => [
    at === 0 ? 'A' : `S${at}`,
    at === count - 1 ? { type: 'string' } : schemaOf(ref(`S${at + 1}`)),
  ])
  return withSchemas(Object.fromEntries(schemas))
}

function nested(depth: number, around: (inner: object) => object): object {
  let value: object = { type: 'string' }
  for (let level = 0; level < depth; level += 1) value = around(value)
  return value
}

const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']

/** Names of the prototype wherever a name may stand; written by hand, since literals would set it. */
function prototypeNames(): string {
  const map = (value: string) => `{${names.map((name) => `"${name}":${value}`).join()}}`
  const schema = `{"type":"object","required":["__proto__"],"properties":${map('{"type":"string"}')},
    "patternProperties":${map('{}')},"dependentRequired":${map('["__proto__"]')},
    "discriminator":{"propertyName":"__proto__","mapping":${map('"#/components/schemas/A"')}}}`
  const operation = `{"operationId":"__proto__","tags":["__proto__","constructor"],
    "parameters":[${names.map((name) => `{"name":"${name}","in":"query","schema":{}}`).join()}],
    "security":[${map('[]')}],"callbacks":${map('{}')},
    "requestBody":{"content":${map(`{"schema":${schema},"examples":${map('{"value":1}')}}`)}},
    "responses":{"200":{"description":"x","headers":${map('{"schema":{}}')}}}}`
  return `{"openapi":"3.1.0","info":{"title":"__proto__","version":"1"},"__proto__":{"polluted":1},
    "tags":[{"name":"__proto__"}],"servers":[{"url":"https://{__proto__}.example.com","variables":${map('{"default":"a"}')}}],
    "paths":{"/__proto__":{"get":${operation}},"/constructor":{"get":{"responses":{"200":{"description":"x"}}}}},
    "components":{"schemas":{"A":${schema},"__proto__":{"type":"string"},"constructor":{}},
    "securitySchemes":${map('{"type":"http","scheme":"basic"}')}}}`
}

const patterns = ['(a+)+$', '^(([a-z])+.)+[A-Z]([a-z])+$', '(.*a){25}', '(?<=(x+x+)+y)']

function aliases(levels: number): string {
  const lines = numbers(levels).map((at) => {
    const item = at === 0 ? 'x' : `*a${at - 1}`
    return `x-a${at}: &a${at} [${Array(10).fill(item).join()}]`
  })
  return `${head}${lines.join('\n')}\n`
}

const hostileServers = [
  `javascript:${canary}(1)`,
  `data:text/html,<script>${canary}</script>`,
  'http://127.0.0.2:1/',
  '//evil.example',
  'https://user:secret@example.com/',
  `https://{host}/`,
  `https://${'a.'.repeat(5000)}example.com`,
  'http://[::1]/',
  'https://exa mple.com/\n<script>',
  '{x}{x}{x}{x}{x}{x}',
]

type Many = (count: number) => number

const both = { isRead: true, isShown: true } as const

/** Each text once; `scale` from 0 to 1 says how large the large ones are. */
export function hostileTexts(scale: number): readonly HostileText[] {
  const many = (count: number) => Math.ceil(count * scale)
  return [
    ...oddTexts(),
    ...otherTexts(),
    ...multiplyingTexts(many),
    ...largeTexts(many),
    ...longTexts(many),
  ]
}

/** Texts that are odd without being large. */
function oddTexts(): readonly HostileText[] {
  return [
    { name: 'markup in every text', text: markup(), ...both },
    { name: 'names of the prototype', text: prototypeNames(), ...both },
    {
      name: 'a schema in itself',
      text: chain(3, (next) => ({ properties: { a: next, b: ref('A') } })),
      ...both,
    },
    {
      name: 'schemas in each other everywhere',
      text: withSchemas({
        A: { properties: { b: ref('B') }, additionalProperties: ref('B'), not: ref('A') },
        B: { anyOf: [ref('A'), { items: ref('B') }], prefixItems: [ref('A'), ref('B')] },
      }),
      ...both,
    },
    {
      name: 'a reference to itself',
      text: withSchemas({ A: ref('A') }),
    },
    {
      name: 'references in a circle',
      text: withSchemas({ A: ref('B'), B: ref('C'), C: ref('A') }),
    },
    {
      name: 'allOf in a circle',
      text: withSchemas({ A: { allOf: [ref('B')] }, B: { allOf: [ref('A'), ref('B')] } }),
      ...both,
    },
  ]
}

/** Other forms, and servers. */
function otherTexts(): readonly HostileText[] {
  return [
    {
      name: 'Swagger 2.0 in circles',
      text: JSON.stringify({
        swagger: '2.0',
        info,
        host: 'example.com',
        basePath: `/"><script>${canary}</script>`,
        paths: {
          '/a': {
            post: {
              parameters: [
                { in: 'body', name: 'b', schema: { $ref: '#/definitions/A' } },
              ],
              responses: {
                200: { description: 'x', schema: { $ref: '#/definitions/A' } },
              },
            },
          },
        },
        definitions: {
          A: {
            allOf: [{ $ref: '#/definitions/A' }, { $ref: '#/definitions/B' }],
            properties: { a: { $ref: '#/definitions/A' } },
          },
          B: { items: { $ref: '#/definitions/B' }, type: 'array' },
        },
      }),
      isShown: true,
    },
    {
      name: 'servers that lead astray',
      text: JSON.stringify({
        openapi: '3.1.0',
        info,
        servers: hostileServers.map((url) => ({
          url,
          description: `<script>${canary}</script>`,
          variables: {
            host: { default: '127.0.0.2', enum: ['a"><script>'] },
            x: { default: '{x}' },
          },
        })),
        paths: { '/a': { get: { responses } } },
      }),
      isShown: true,
    },
  ]
}

/** Texts that say more than they are long. */
function multiplyingTexts(many: Many): readonly HostileText[] {
  return [
    {
      name: 'allOf that doubles',
      text: chain(60, (next) => ({ allOf: [next, next] })),
      ...both,
    },
    {
      name: 'oneOf that doubles',
      text: chain(60, (next) => ({ oneOf: [next, next], anyOf: [next, next] })),
      ...both,
    },
    {
      name: 'fields that double',
      text: chain(60, (next) => ({
        properties: { a: next, b: next, c: { items: next } },
      })),
      ...both,
    },
    {
      name: 'very many references',
      // As short as a reference can be, so that a million of them may be sent.
      text: `{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{},"x-a":{},"x-b":[${Array(
        many(1_000_000),
      )
        .fill('{"$ref":"#/x-a"}')
        .join()}]}`,
    },
    {
      name: 'as many references as may be',
      text: withSchemas({
        A: {
          properties: Object.fromEntries(
            numbers(many(40_000)).map((at) => [`f${at}`, ref('B')]),
          ),
        },
        B: { type: 'string' },
      }),
      isRead: true,
    },
    { name: 'aliases that multiply', text: aliases(9) },
    {
      name: 'one long text named often',
      text: `${head}x-a: &a "${'x'.repeat(many(100_000))}"\nx-b: [${Array(900).fill('*a').join()}]\n`,
    },
    { name: 'YAML that contains itself', text: `${head}x-a: &a [*a]\n` },
    {
      name: 'merge keys in a circle',
      text: `${head}x-a: &a\n  <<: *a\n  b: 1\n`,
    },
    {
      name: 'deep JSON',
      text: `{"openapi":"3.1.0","x":${'['.repeat(many(500_000))}${']'.repeat(many(500_000))}}`,
    },
    {
      name: 'deep YAML',
      text: `${head}x-a: ${'['.repeat(many(20_000))}${']'.repeat(many(20_000))}\n`,
    },
    {
      name: 'schemas as deep as may be',
      text: withSchemas({ A: nested(90, (inner) => ({ properties: { a: inner } })) }),
      ...both,
    },
  ]
}

/** Texts with very much of one thing. */
function largeTexts(many: Many): readonly HostileText[] {
  return [
    {
      name: 'expressions that never end',
      text: withSchemas({
        A: {
          type: 'object',
          properties: Object.fromEntries(
            patterns.map((pattern, at) => [
              `p${at}`,
              {
                type: 'string',
                pattern,
                default: 'a'.repeat(5000),
                examples: ['a'.repeat(5000)],
              },
            ]),
          ),
          patternProperties: Object.fromEntries(patterns.map((each) => [each, {}])),
        },
      }),
      ...both,
    },
    {
      name: 'a huge list of values',
      text: withSchemas({
        A: { enum: numbers(many(200_000)).map((at) => `value-${at}`) },
      }),
      ...both,
    },
    {
      name: 'a huge description',
      text: withSchemas({ A: { description: '<b>*[x](y)*'.repeat(many(500_000)) } }),
      ...both,
    },
    {
      name: 'a line of marks that Markdown pairs',
      text: withSchemas({
        A: {
          description: '*_['.repeat(many(60_000)),
          properties: { a: { description: `${'> '.repeat(many(5000))}x` } },
        },
      }),
      ...both,
    },
  ]
}

/** Texts with very many things to list. */
function longTexts(many: Many): readonly HostileText[] {
  return [
    {
      name: 'very many operations',
      text: JSON.stringify({
        openapi: '3.1.0',
        info,
        paths: Object.fromEntries(
          numbers(many(20_000)).map((at) => [`/p${at}/{id}`, { get: { responses } }]),
        ),
      }),
      isRead: true,
    },
    {
      name: 'very many tags and servers',
      text: JSON.stringify({
        openapi: '3.1.0',
        info,
        tags: numbers(many(20_000)).map((at) => ({ name: `t${at}` })),
        servers: numbers(many(20_000)).map((at) => ({
          url: `https://s${at}.example.com`,
        })),
        paths: {
          '/a': { get: { tags: numbers(1000).map((at) => `t${at}`), responses } },
        },
      }),
      isRead: true,
    },
  ]
}

/** Overlays that are refused, or make no more of a document than may be. */
export function hostileOverlays(): readonly string[] {
  return [
    overlay({ target: '$..[?count($..*) > 1]', update: { a: 1 } }),
    overlay(...numbers(100).map(() => ({ target: '$..*', update: { a: {}, b: {} } }))),
    overlay({ target: "$.paths[?search(@.a, '(a*)*b')]", remove: true }),
    overlay({ target: '$..*', update: { description: 'x'.repeat(500_000) } }),
    `{"overlay":"1.0.0","info":{"title":"a","version":"1"},"actions":[{"target":"$","update":{"__proto__":{"polluted":1}}},
      {"target":"$.constructor.prototype","update":{"polluted":1}}]}`,
    overlay({
      target: '$.info',
      update: {
        description: `<script>${canary}</script><img src=x onerror=${canary}()>`,
      },
    }),
    aliases(9),
    overlay({ target: '$.paths', remove: true }),
  ]
}

function overlay(...actions: readonly object[]): string {
  return JSON.stringify({ overlay: '1.0.0', info, actions })
}

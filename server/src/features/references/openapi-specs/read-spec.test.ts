import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { openThreads, type Threads } from '#/platform/threads/threads.ts'

import { type SpecRead, readSpec } from './read-spec-work.ts'
import { packSpec, plainName, type SpecFile } from './spec-content.ts'

const info = { title: 'Pets', version: '1' }
const json = (document: object) => JSON.stringify(document)
const withSchemas = (schemas: object, rest: object = {}) =>
  json({ openapi: '3.1.0', info, paths: {}, components: { schemas }, ...rest })
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const head = 'openapi: "3.1.0"\ninfo: { title: a, version: "1" }\npaths: {}\n'

const documents: Readonly<Record<string, object>> = {
  '2.0': {
    swagger: '2.0',
    info,
    paths: { '/pets': { get: { responses: { 200: { description: 'Pets' } } } } },
    definitions: { Pet: { type: 'object' } },
  },
  '3.0': {
    openapi: '3.0.3',
    info,
    paths: { '/pets': { get: { responses: { 200: { description: 'Pets' } } } } },
  },
  '3.1': { openapi: '3.1.1', info, webhooks: {}, components: {} },
  '3.2': {
    openapi: '3.2.0',
    info,
    paths: { '/pets': { query: { responses: { 200: { description: 'Pets' } } } } },
  },
}

const yamlOf = (value: unknown, indent = ''): string => {
  if (typeof value !== 'object' || value === null) return ` ${JSON.stringify(value)}\n`
  const entries = Object.entries(value)
  if (entries.length === 0) return ' {}\n'
  return `\n${entries
    .map(
      ([key, each]) => `${indent}${JSON.stringify(key)}:${yamlOf(each, `${indent}  `)}`,
    )
    .join('')}`
}

/** What strangers may send, and what they are told. */
const hostile: Readonly<Record<string, readonly [text: string, told: RegExp]>> = {
  'an empty text': [' ', /no OpenAPI specification/],
  'a list': ['[]', /no OpenAPI specification/],
  'a word': ['hello', /no OpenAPI specification/],
  'a page': ['<!doctype html><p>Sign in</p>', /no OpenAPI specification|no YAML/],
  'another kind of document': ['{"asyncapi":"3.0.0"}', /names no version of OpenAPI/],
  'an unknown version': [
    '{"openapi":"9.0.0"}',
    /^Line 1, column 2: "9\.0\.0" is no version/,
  ],
  'a version that is a number': ['openapi: 3.1\n', /^Line 1, column 1: .*quotes/],
  'JSON that ends early': [
    '{"openapi": "3.0.0",\n "info":',
    /^Line 2, column 9: .*no JSON/,
  ],
  'JSON with a stray comma': ['{"a": 1,\n}', /^Line 2, column 1: .*no JSON/],
  'YAML with a tab': ['a:\n\tb: 1\n', /^Line 2, column \d+: .*no YAML/],
  'a key that stands twice': [
    `${head}paths: {}\n`,
    /^Line 4, column 1: .*"paths" stands twice/,
  ],
  'YAML aliases that multiply': [
    `${head}x-a: &a [1,1,1,1,1,1,1,1,1,1]\n${'bcdefghi'
      .split('')
      .map((name, at) => {
        const last = `*${'abcdefghi'[at]}`
        return `x-${name}: &${name} [${Array(10).fill(last).join(',')}]\n`
      })
      .join('')}`,
    /anchors are used|more than \d+ values/,
  ],
  'a long text that YAML names often': [
    `${head}x-a: &a "${'x'.repeat(100_000)}"\nx-b: [${Array(900).fill('*a').join(',')}]\n`,
    /more than \d+ characters/,
  ],
  'YAML that contains itself': [`${head}x-a: &a [*a]\n`, /no YAML|contains itself/],
  'deep JSON': [`{"openapi":"3.1.0","x":${nested(5_000)}}`, /nested deeper than 200/],
  'very deep JSON': [`{"openapi":"3.1.0","x":${nested(500_000)}}`, /nested/],
  'deep YAML': [`${head}x-a: ${nested(20_000)}\n`, /nested|no YAML/],
  'very many values': [
    `{"openapi":"3.1.0","x":[${'0,'.repeat(2_100_000)}0]}`,
    /more than 2000000 values/,
  ],
  'very many references': [
    withSchemas({
      A: {},
      B: {
        allOf: Array.from({ length: 110_000 }, () => ({
          $ref: '#/components/schemas/A',
        })),
      },
    }),
    /more than 100000 references/,
  ],
  'a reference to itself': [
    withSchemas({ A: { $ref: '#/components/schemas/A' } }),
    /^Line 1, column \d+: .*leads back to itself/,
  ],
  'references in a circle': [
    withSchemas({
      A: { $ref: '#/components/schemas/B' },
      B: { $ref: '#/components/schemas/A' },
    }),
    /leads back to itself/,
  ],
  'a path through a circle': [
    withSchemas({ A: { $ref: '#/components/schemas/A/x' } }),
    /leads back to itself/,
  ],
  'a reference to nothing': [
    withSchemas({ A: { items: { $ref: '#/components/schemas/None' } } }),
    /leads to nothing/,
  ],
  'a reference into the prototype': [
    withSchemas({ A: { items: { $ref: '#/constructor/prototype' } } }),
    /leads to nothing/,
  ],
  'a reference to the prototype': [
    withSchemas({ A: { items: { $ref: '#/__proto__' } } }),
    /leads to nothing/,
  ],
  'a reference to a file of the machine': [
    withSchemas({ A: { $ref: 'file:///etc/passwd' } }),
    /not part of the source/,
  ],
  'a reference to an address inside': [
    withSchemas({ A: { $ref: 'http://127.0.0.1:1/x' } }),
    /not part of the source/,
  ],
  'a reference to a file beside': [
    withSchemas({ A: { $ref: '../../etc/passwd' } }),
    /not part of the source/,
  ],
  'a wrong type': [
    json({
      openapi: '3.0.0',
      info,
      paths: { '/a': { get: { summary: 3, responses: {} } } },
    }),
    /^Line 1, column \d+: In "paths → \/a → get/,
  ],
}

describe('reading an OpenAPI specification', () => {
  let threads: Threads
  before(() => {
    threads = openThreads({ threadsMax: 2 })
  })
  after(async () => threads.close())

  const read = async (text: string, others: SpecFile[] = []): Promise<SpecRead> => {
    const { bytes: packed } = packSpec({ name: plainName(text), text }, others)
    return threads.run({ organizationId: 'one' }, readSpec, { packed })
  }
  const bundleOf = async (text: string, others?: SpecFile[]): Promise<string> => {
    const result = await read(text, others)
    assert.equal(result.kind, 'read', JSON.stringify(result))
    return result.kind === 'read' ? Buffer.from(result.bundle).toString() : ''
  }

  for (const [version, document] of Object.entries(documents)) {
    it(`takes OpenAPI ${version} in JSON and in YAML`, async () => {
      assert.deepEqual(JSON.parse(await bundleOf(json(document))), document)
      assert.deepEqual(JSON.parse(await bundleOf(yamlOf(document).trimStart())), document)
      assert.deepEqual(JSON.parse(await bundleOf(`\uFEFF${json(document)}`)), document)
    })
  }

  for (const [what, [text, told]] of Object.entries(hostile)) {
    it(`refuses ${what} with words`, async () => {
      const result = await read(text)
      assert.equal(result.kind, 'failed')
      if (result.kind !== 'failed') return
      assert.match(result.errors[0]?.message ?? '', told)
      assert.ok(result.errors.length <= 20 && result.count >= result.errors.length)
    })
  }

  it('takes names of the prototype as the data that they are', async () => {
    const properties = '{"__proto__":{"type":"string"},"constructor":{},"toString":{}}'
    const text = `{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{},
      "components":{"schemas":{"A":{"properties":${properties}},
      "B":{"$ref":"#/components/schemas/A/properties/__proto__"}}}}`
    assert.ok((await bundleOf(text)).includes(properties))
    const yaml = `${head}components:\n  schemas:\n    A:\n      properties: { __proto__: { type: string } }\n`
    assert.ok((await bundleOf(yaml)).includes('{"__proto__":{"type":"string"}}'))
    assert.equal(Object.hasOwn(Object.prototype, 'type'), false)
  })

  it('compiles no expression of a document', async () => {
    const pattern = '(a+)+$('
    const text = json({
      openapi: '3.0.0',
      info,
      paths: {},
      components: { schemas: { A: { type: 'string', pattern } } },
    })
    assert.ok((await bundleOf(text)).includes(JSON.stringify(pattern)))
  })

  it('takes addresses that are none, which only hinder who follows them', async () => {
    const links = { next: { operationRef: '{not an address}' } }
    const get = { responses: { 200: { description: 'x', links } } }
    const text = json({
      openapi: '3.0.0',
      info: { ...info, termsOfService: 'on request: <ask us>', contact: { email: 'us' } },
      paths: { '/a': { get } },
    })
    assert.deepEqual(JSON.parse(await bundleOf(text)), JSON.parse(text))
  })

  it('says the line and the column of everything that is wrong', async () => {
    const text = `${head}components:\n  schemas:\n    A:\n      type: object\n    B:\n      $ref: "#/components/schemas/C"\n`
    const result = await read(text)
    assert.ok(result.kind === 'failed')
    assert.match(
      result.errors[0]?.message ?? '',
      /^Line 9, column 7: The reference "#\/comp/,
    )
    const pretty = JSON.stringify(
      JSON.parse(withSchemas({ B: { $ref: '#/no' } })),
      null,
      2,
    )
    const failed = await read(pretty)
    assert.ok(failed.kind === 'failed')
    const line = pretty.split('\n').findIndex((each) => each.includes('$ref')) + 1
    assert.match(failed.errors[0]?.message ?? '', new RegExp(`^Line ${line}, column 9: `))
    const others = [{ name: 'other.yaml', text: 'A:\n  $ref: "#/None"\n' }]
    const both = await read(withSchemas({ A: { $ref: 'other.yaml#/A' } }), others)
    assert.ok(both.kind === 'failed')
    assert.ok(
      both.errors.some(({ message }) =>
        message.startsWith('other.yaml, line 2, column 3: '),
      ),
      JSON.stringify(both),
    )
  })

  it('follows references through others, and to anchors', async () => {
    await bundleOf(
      withSchemas(
        {
          A: { $ref: '#/components/schemas/B' },
          B: {
            properties: { c: { $ref: '#/components/schemas/A/properties/d' }, d: {} },
          },
          F: { $ref: '#/x-odd/C~1D~0E%20%25' },
          G: { $anchor: 'here', items: { $ref: '#here' } },
          Tree: {
            properties: { branches: { items: { $ref: '#/components/schemas/Tree' } } },
          },
        },
        { 'x-odd': { 'C/D~E %': {} } },
      ),
    )
  })

  it('reads a large document within the bounds of a thread', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, index) => [
        `/things/${index}`,
        { get: { responses: { 200: { $ref: '#/components/responses/Ok' } } } },
      ]),
    )
    const components = { responses: { Ok: { description: 'x'.repeat(10_000) } } }
    await bundleOf(json({ openapi: '3.1.0', info, paths, components }))
  })
})

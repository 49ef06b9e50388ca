import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { applyOverlays } from './apply-overlays.ts'
import type { OverlayDocument } from './overlay.ts'
import { readOverlay } from './read-overlay.ts'

function overlayOf(...actions: readonly object[]): OverlayDocument {
  const info = { title: 'A test', version: '1' }
  const read = readOverlay(JSON.stringify({ overlay: '1.0.0', info, actions }))
  if ('problems' in read) assert.fail(JSON.stringify(read.problems))
  return read.overlay
}

function applied(document: unknown, ...actions: readonly object[]): unknown {
  const result = applyOverlays(document, [overlayOf(...actions)])
  assert.deepEqual(result.problems, [])
  return result.document
}

const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/tea': {
      get: {
        parameters: [{ name: 'page', in: 'query' }],
        responses: { 200: { description: 'ok' } },
      },
      delete: { 'x-internal': true, responses: {} },
    },
    '/cups': { get: { parameters: [], responses: {} }, post: { responses: {} } },
  },
  tags: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
}

describe('an overlay', () => {
  it('lays a structure of objects over the document', () => {
    const update = {
      info: { title: 'The tea shop', description: 'All of it' },
      paths: { '/tea': { get: { summary: 'Lists teas' } } },
    }
    const result = applied(shop, { target: '$', update })
    assert.deepEqual(result, {
      ...shop,
      info: { title: 'The tea shop', version: '1', description: 'All of it' },
      paths: {
        ...shop.paths,
        '/tea': {
          ...shop.paths['/tea'],
          get: { ...shop.paths['/tea'].get, summary: 'Lists teas' },
        },
      },
    })
  })

  it('changes single places, one after the other', () => {
    const result = applied(
      shop,
      { target: "$.paths['/tea'].get", update: { description: 'First' } },
      { target: "$.paths['/tea'].get.responses", update: { 404: { description: 'no' } } },
      { target: '$.paths["/tea"].get', update: { description: 'Second' } },
    )
    const { '/tea': tea } = shop.paths
    const responses = { 200: { description: 'ok' }, 404: { description: 'no' } }
    const get = { ...tea.get, description: 'Second', responses }
    assert.deepEqual(result, {
      ...shop,
      paths: { ...shop.paths, '/tea': { ...tea, get } },
    })
  })

  it('changes all places that a query with wildcards and filters names', () => {
    const result = applied(
      { paths: { '/a': { get: { x: true }, put: {} }, '/b': { get: {} } } },
      { target: '$.paths.*.get', update: { 'x-safe': true } },
      { target: '$.paths.*[?@.x == true]', update: { hidden: 1 } },
    )
    assert.deepEqual(result, {
      paths: {
        '/a': { get: { x: true, 'x-safe': true, hidden: 1 }, put: {} },
        '/b': { get: { 'x-safe': true } },
      },
    })
  })

  it('appends to a list that is the target, and to a list inside an update', () => {
    const limit = { name: 'limit', in: 'query' }
    const result = applied(
      { list: [1], paths: { '/a': { get: { parameters: [limit] } } } },
      { target: '$.list', update: 2 },
      { target: '$.list', update: [3] },
      { target: '$.paths.*.get', update: { parameters: [{ name: 'page' }] } },
      { target: '$.paths.*.get.parameters', update: { name: 'sort' } },
    )
    const parameters = [limit, { name: 'page' }, { name: 'sort' }]
    assert.deepEqual(result, {
      list: [1, 2, [3]],
      paths: { '/a': { get: { parameters } } },
    })
  })

  it('removes members of objects and of lists, where it says so before all else', () => {
    const result = applied(
      shop,
      { target: '$.paths.*[?@["x-internal"]]', remove: true, update: { a: 1 } },
      { target: "$.tags[?@.name == 'a' || @.name == 'c']", remove: true },
      { target: '$.info.version', remove: true },
    )
    const { delete: gone, ...tea } = shop.paths['/tea']
    assert.ok(gone)
    assert.deepEqual(result, {
      ...shop,
      info: { title: 'Shop' },
      paths: { ...shop.paths, '/tea': tea },
      tags: [{ name: 'b' }],
    })
  })

  it('does with traits what authors of the format do: marks say where they apply', () => {
    const result = applied(
      {
        paths: {
          '/a': { get: { 'x-traits': ['paged'] }, post: { 'x-traits': ['other'] } },
          '/b': { get: {} },
        },
      },
      {
        target: "$.paths.*[?count(@['x-traits'][?@ == 'paged']) > 0]",
        update: { parameters: [{ name: 'top' }] },
      },
    )
    assert.deepEqual(result, {
      paths: {
        '/a': {
          get: { 'x-traits': ['paged'], parameters: [{ name: 'top' }] },
          post: { 'x-traits': ['other'] },
        },
        '/b': { get: {} },
      },
    })
  })

  it('replaces what is of another kind', () => {
    const result = applied(
      { a: { b: [1], c: { d: 1 }, e: 'x' } },
      { target: '$.a', update: { b: { f: 1 }, c: [2], e: null } },
    )
    assert.deepEqual(result, { a: { b: { f: 1 }, c: [2], e: null } })
  })

  it('leaves what it was given as it is, and shares nothing between targets', () => {
    const before = structuredClone(shop)
    const update = { 'x-list': [{ a: 1 }] }
    const result = applied(
      shop,
      { target: '$.paths.*', update },
      { target: "$.paths['/tea']['x-list'][0]", update: { b: 2 } },
    )
    assert.deepEqual(shop, before)
    assert.deepEqual(applied(result, { target: '$.paths.*.*', remove: true }), {
      ...shop,
      paths: { '/tea': {}, '/cups': {} },
    })
  })

  it('says which action changes nothing, and does the others', () => {
    const first = overlayOf({ target: '$.info', update: { title: 'X' } })
    const second = overlayOf(
      { target: '$.paths["/gone"]', update: { a: 1 } },
      { target: '$.info.title', update: { a: 1 } },
      { target: '$.info', update: 5 },
      { target: '$', remove: true },
      { target: '$.info', update: { version: '2' } },
    )
    const { document, problems } = applyOverlays(shop, [first, second])
    assert.deepEqual(document, { ...shop, info: { title: 'X', version: '2' } })
    assert.deepEqual(
      problems.map(({ overlay, pointer, kind }) => [overlay, pointer, kind]),
      [
        [1, '/actions/0', 'unused'],
        [1, '/actions/1', 'failed'],
        [1, '/actions/2', 'failed'],
        [1, '/actions/3', 'failed'],
      ],
    )
  })
})

describe('the text of an overlay', () => {
  it('is JSON or YAML', () => {
    const yaml = `overlay: 1.0.1
info:
  title: Hide what is internal
  version: "1"
extends: https://example.com/openapi.yaml
x-owner: docs
actions:
  - target: $.paths['/internal']
    description: Nobody shall see it.
    remove: true
  - target: $.info
    update: { title: Ours }
`
    assert.deepEqual(readOverlay(yaml), {
      overlay: {
        title: 'Hide what is internal',
        version: '1',
        extends: 'https://example.com/openapi.yaml',
        actions: [
          {
            target: "$.paths['/internal']",
            isRemoval: true,
            description: 'Nobody shall see it.',
          },
          { target: '$.info', isRemoval: false, update: { title: 'Ours' } },
        ],
      },
    })
  })

  const info = { title: 'A', version: '1' }
  const action = { target: '$.info', update: {} }
  const bad: readonly (readonly [what: string, value: unknown, pointer: string])[] = [
    ['a list', [], ''],
    ['a text', 'overlay', ''],
    ['no version', { info, actions: [action] }, '/overlay'],
    [
      'a version that is not known',
      { overlay: '2.0.0', info, actions: [action] },
      '/overlay',
    ],
    ['a version that is a number', { overlay: 1, info, actions: [action] }, '/overlay'],
    ['no info', { overlay: '1.0.0', actions: [action] }, '/info'],
    [
      'a version of the overlay that is a number',
      { overlay: '1.0.0', info: { title: 'A', version: 1 }, actions: [action] },
      '/info/version',
    ],
    ['no actions', { overlay: '1.0.0', info }, '/actions'],
    ['an empty list of actions', { overlay: '1.0.0', info, actions: [] }, '/actions'],
    ['an action that is text', { overlay: '1.0.0', info, actions: ['x'] }, '/actions/0'],
    [
      'an action without a target',
      { overlay: '1.0.0', info, actions: [action, { update: {} }] },
      '/actions/1/target',
    ],
    [
      'a target that is no JSONPath',
      { overlay: '1.0.0', info, actions: [{ target: 'paths', update: {} }] },
      '/actions/0/target',
    ],
    [
      'a regular expression in a target',
      {
        overlay: '1.0.0',
        info,
        actions: [{ target: "$.paths[?match(@.a, '(a+)+b')]", remove: true }],
      },
      '/actions/0/target',
    ],
    [
      'an action that does nothing',
      { overlay: '1.0.0', info, actions: [{ target: '$' }] },
      '/actions/0',
    ],
    [
      'a removal that is text',
      { overlay: '1.0.0', info, actions: [{ target: '$.a', remove: 'true' }] },
      '/actions/0/remove',
    ],
    [
      'a field of a later version',
      { overlay: '1.0.0', info, actions: [{ ...action, 'co/py': '$' }] },
      '/actions/0/co~1py',
    ],
  ]
  for (const [what, value, pointer] of bad) {
    it(`is refused where it has ${what}, with the place`, () => {
      const read = readOverlay(JSON.stringify(value))
      assert.ok('problems' in read)
      assert.deepEqual(
        read.problems.map((problem) => problem.pointer),
        [pointer],
      )
      for (const { message } of read.problems) assert.match(message, /^[A-Z].*\.$/)
    })
  }

  it('is refused with the line where it cannot be parsed', () => {
    const read = readOverlay('overlay: 1.0.0\ninfo: [\nactions: {')
    assert.ok('problems' in read)
    assert.match(
      read.problems[0]?.message ?? '',
      /^Line \d+, column \d+: this is no YAML/,
    )
    const json = readOverlay('{"overlay":')
    assert.ok('problems' in json)
    assert.match(json.problems[0]?.message ?? '', /^This is no JSON/)
  })
})

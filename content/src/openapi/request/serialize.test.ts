import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { inHeader, inPath, inQuery } from './serialize.ts'

const array = ['blue', 'black', 'brown']
const object = { R: 100, G: 200, B: 150 }

/** The table of examples in OpenAPI 3.1, "Style Examples": style, explode, and what it makes. */
const inPaths: readonly [string, boolean, string, string, string, string][] = [
  [
    'matrix',
    false,
    ';color',
    ';color=blue',
    ';color=blue,black,brown',
    ';color=R,100,G,200,B,150',
  ],
  [
    'matrix',
    true,
    ';color',
    ';color=blue',
    ';color=blue;color=black;color=brown',
    ';R=100;G=200;B=150',
  ],
  ['label', false, '.', '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
  ['label', true, '.', '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
  ['simple', false, '', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['simple', true, '', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
]
const inQueries: readonly [
  string,
  boolean,
  string | null,
  string | null,
  string | null,
  string,
][] = [
  [
    'form',
    false,
    'color=',
    'color=blue',
    'color=blue,black,brown',
    'color=R,100,G,200,B,150',
  ],
  [
    'form',
    true,
    'color=',
    'color=blue',
    'color=blue&color=black&color=brown',
    'R=100&G=200&B=150',
  ],
  [
    'spaceDelimited',
    false,
    null,
    null,
    'color=blue%20black%20brown',
    'color=R%20100%20G%20200%20B%20150',
  ],
  [
    'pipeDelimited',
    false,
    null,
    null,
    'color=blue%7Cblack%7Cbrown',
    'color=R%7C100%7CG%7C200%7CB%7C150',
  ],
  [
    'deepObject',
    true,
    null,
    null,
    null,
    'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150',
  ],
]

describe('a parameter', () => {
  for (const [style, explode, empty, text, list, fields] of inPaths) {
    it(`is written into a path by style ${style}, explode ${explode}`, () => {
      const parameter = { name: 'color', style, explode }
      assert.equal(inPath(parameter, ''), empty)
      assert.equal(inPath(parameter, 'blue'), text)
      assert.equal(inPath(parameter, array), list)
      assert.equal(inPath(parameter, object), fields)
    })
  }

  for (const [style, explode, empty, text, list, fields] of inQueries) {
    it(`is written into a query by style ${style}, explode ${explode}`, () => {
      const parameter = { name: 'color', style, explode }
      const written = (value: Parameters<typeof inQuery>[1]) =>
        inQuery(parameter, value).join('&')
      if (empty !== null) assert.equal(written(''), empty)
      if (text !== null) assert.equal(written('blue'), text)
      if (list !== null) assert.equal(written(array), list)
      assert.equal(written(object), fields)
    })
  }

  it('is written into a header without being encoded', () => {
    const simple = { name: 'X-Color', style: 'simple', explode: false }
    assert.equal(inHeader(simple, array), 'blue,black,brown')
    assert.equal(inHeader(simple, object), 'R,100,G,200,B,150')
    assert.equal(inHeader({ ...simple, explode: true }, object), 'R=100,G=200,B=150')
    assert.equal(inHeader(simple, 'a b&c'), 'a b&c')
  })

  it('cannot leave its place', () => {
    const simple = { name: 'id', style: 'simple', explode: false }
    assert.equal(inPath(simple, '../a?b#c/d%'), '..%2Fa%3Fb%23c%2Fd%25')
    const form = { name: 'q&x=1', style: 'form', explode: true }
    assert.deepEqual(inQuery(form, 'a&b=c#\ud800'), ['q%26x%3D1=a%26b%3Dc%23%EF%BF%BD'])
  })

  it('holds objects within objects', () => {
    const deep = { name: 'filter', style: 'deepObject', explode: true }
    const value = { owner: { name: 'Ann' }, tags: ['a', 'b'] }
    assert.deepEqual(inQuery(deep, value).map(decodeURIComponent), [
      'filter[owner][name]=Ann',
      'filter[tags][]=a',
      'filter[tags][]=b',
    ])
  })
})

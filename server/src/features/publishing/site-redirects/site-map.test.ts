import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { encodedPath, segmentsOf, sourceKeyOf } from './redirect-paths.ts'
import { candidatesFor, type MappedSection, type MappedSiteSpace } from './site-map.ts'

describe('a path of a site', () => {
  it('is the same however it is written', () => {
    const same = [
      '/old/page',
      'old/page',
      '/old/page/',
      '//old//page',
      '/old/page?x=1#y',
      '/%6Fld/p%61ge',
      '/OLD/Page',
    ]
    const keys = same.map((path) => sourceKeyOf(segmentsOf(path) ?? []))
    assert.deepEqual(new Set(keys), new Set(['/old/page']))
    assert.equal(sourceKeyOf(segmentsOf('/%C3%9Cber') ?? []), '/über')
    assert.equal(sourceKeyOf(segmentsOf('/U%CC%88ber') ?? []), '/über')
  })

  it('keeps apart what is not the same', () => {
    const keys = ['/a/b', '/a%2Fb', '/a%252fb', '/a', '/'].map((path) =>
      sourceKeyOf(segmentsOf(path) ?? []),
    )
    assert.equal(new Set(keys).size, keys.length, keys.join(' '))
  })

  it('is nothing that a browser would never ask for', () => {
    for (const path of [
      '/a/../b',
      '/./a',
      '/%2e%2e/a',
      '/a%00b',
      '/a%0Ab',
      '/x'.repeat(101),
      'x'.repeat(2049),
    ]) {
      assert.equal(segmentsOf(path), undefined, path.slice(0, 20))
    }
    assert.deepEqual(segmentsOf('/100%/%zz'), ['100%', '%zz'])
    assert.equal(encodedPath(['a b', 'ü/%']), 'a%20b/%C3%BC%2F%25')
  })
})

const section = (id: string, isDefault: boolean): MappedSection => ({
  id,
  title: id,
  path: id,
  isDefault,
})

const siteSpace = (
  path: string,
  isDefault: boolean,
  inside?: MappedSection,
): MappedSiteSpace => ({
  id: inside === undefined ? path : `${inside.id}.${path}`,
  spaceId: path,
  title: path,
  path,
  isDefault,
  section: inside,
})

describe('reading a path of a site', () => {
  const guides = section('guides', true)
  const api = section('api', false)
  const withSections = {
    siteSpaces: [
      siteSpace('v2', true, guides),
      siteSpace('v1', false, guides),
      siteSpace('rest', true, api),
      siteSpace('graph', false, api),
    ],
    formerPaths: [
      { kind: 'section' as const, sectionId: '', path: 'reference', targetId: 'api' },
      {
        kind: 'site-space' as const,
        sectionId: 'api',
        path: 'gql',
        targetId: 'api.graph',
      },
      {
        kind: 'site-space' as const,
        sectionId: 'guides',
        path: 'moved',
        targetId: 'api.graph',
      },
    ],
  }
  const readings = (path: string, map = withSections) =>
    candidatesFor(map, segmentsOf(path) ?? []).map(
      ({ siteSpace: { id }, rest, isCurrent }) =>
        `${id} ${rest.join('/')}${isCurrent ? '' : ' (elsewhere now)'}`,
    )

  it('names neither the default section nor the default site-space', () => {
    assert.deepEqual(readings('/'), ['guides.v2 '])
    assert.deepEqual(readings('/page'), ['guides.v2 page'])
    assert.deepEqual(readings('/v1/page'), ['guides.v1 page'])
    assert.deepEqual(readings('/api'), ['api.rest '])
    assert.deepEqual(readings('/api/page'), ['api.rest page'])
    assert.deepEqual(readings('/api/graph/page'), ['api.graph page'])
  })

  it('finds a default when it is named all the same', () => {
    assert.deepEqual(readings('/guides/v1/page'), ['guides.v1 page'])
    assert.deepEqual(readings('/guides'), ['guides.v2 '])
    assert.deepEqual(readings('/v2/page'), ['guides.v2 page'])
  })

  it('knows what sections and site-spaces were called before', () => {
    assert.deepEqual(readings('/reference/graph/x'), [
      'guides.v2 reference/graph/x',
      'api.graph x (elsewhere now)',
    ])
    assert.deepEqual(readings('/api/gql/x'), [
      'api.rest gql/x',
      'api.graph x (elsewhere now)',
    ])
    assert.deepEqual(readings('/moved/x'), [
      'guides.v2 moved/x',
      'api.graph x (elsewhere now)',
    ])
  })

  it('reads a site without sections, and one without anything', () => {
    const map = {
      siteSpaces: [siteSpace('a', true), siteSpace('b', false)],
      formerPaths: [],
    }
    assert.deepEqual(readings('/b/x', map), ['b x'])
    assert.deepEqual(readings('/x', map), ['a x'])
    assert.deepEqual(readings('/x', { siteSpaces: [], formerPaths: [] }), [])
  })
})

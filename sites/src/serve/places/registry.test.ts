import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { PublishedSite } from '#/serve/reads/published.ts'

import { SiteRegistry } from './registry.ts'
import type { SiteAt } from './site-at.ts'

/** A site whose text has a given length. */
function siteOf(siteId: string, origin: string, characters = 1000): SiteAt {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the registry only measures it
  const published = { site: { title: 'x'.repeat(characters) } } as PublishedSite
  return {
    scope: {
      organizationId: 'organization',
      siteId,
      token: 'token',
      audience: '',
      visibility: 'public',
      shareKey: undefined,
      isPreview: false,
      fileReader: '',
    },
    origin,
    siteBasePath: '/',
    epoch: 1,
    published,
    siteSpaces: [],
    heads: new Map([['space', 'first']]),
    verifiedMs: 0,
  }
}

describe('sites in memory', () => {
  it('stay within a limit in bytes; those that nobody asks for go first', () => {
    const registry = new SiteRegistry(60_000)
    for (let at = 0; at < 5; at += 1) registry.hold(siteOf(`s${at}`, `http://h${at}`), 0)
    const read = registry.find('http://h0', '/a')
    assert.ok(read)
    registry.use(read)
    for (let at = 5; at < 500; at += 1) {
      registry.hold(siteOf(`s${at}`, `http://h${at}`), 0)
      assert.ok(registry.bytes <= 60_000)
    }
    assert.ok(registry.size > 5 && registry.size < 15, String(registry.size))
    assert.ok(registry.find('http://h0', '/'))
    assert.ok(registry.find('http://h499', '/'))
    assert.equal(registry.find('http://h1', '/'), undefined)
  })

  it('are not used by changing, and one that is too large is not held', () => {
    const registry = new SiteRegistry(16_000)
    for (const name of ['a', 'b']) registry.hold(siteOf(name, `http://${name}`), 0)
    registry.apply({ siteId: 'a', epoch: 1, heads: { space: 'second' } })
    registry.hold(siteOf('c', 'http://c'), registry.changes)
    assert.equal(registry.find('http://a', '/'), undefined)
    assert.ok(registry.find('http://b', '/'))
    registry.hold(siteOf('huge', 'http://huge', 100_000), registry.changes)
    assert.equal(registry.find('http://huge', '/'), undefined)
    assert.ok(registry.bytes <= 16_000)
  })

  it('have a few addresses and no more, and are dropped from all of them', () => {
    const registry = new SiteRegistry(10_000_000)
    for (let at = 0; at < 100; at += 1) registry.hold(siteOf('a', `http://h${at}`), 0)
    assert.equal(registry.size, 8)
    assert.equal(registry.of('a').length, 8)
    registry.drop('a')
    assert.equal(registry.size, 0)
    assert.equal(registry.bytes, 0)
  })

  it('are stale when they changed while they were read, also after many other changes', () => {
    const registry = new SiteRegistry(10_000_000)
    const before = registry.changes
    for (let at = 0; at < 11_000; at += 1) registry.drop(`other${at}`)
    assert.equal(registry.hold(siteOf('a', 'http://a'), before).isStale, true)
    assert.equal(registry.hold(siteOf('a', 'http://a'), registry.changes).isStale, false)
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { type AdaptiveSite, publishAdaptiveSite } from './adaptive-site.ts'
import {
  must,
  type SiteReply,
  startTestSites,
  type TestSites,
  until,
} from './test-sites.ts'

const french = 'En français.'

function assertPlain(reply: SiteReply): void {
  assert.equal(reply.status, 200)
  assert.ok(reply.body.includes('For everybody.'))
  assert.doesNotMatch(reply.body, /En français|For testers|For those who|For many/)
  assert.equal(reply.headers['set-cookie'], undefined)
  assert.match(String(reply.headers['cache-control']), /^public/)
}

describe('what readers say of themselves', () => {
  let world: TestSites
  let site: AdaptiveSite

  before(async () => {
    world = await startTestSites()
    site = await publishAdaptiveSite(world)
    await until(() => world.sites.isLive())
  })
  after(async () => world.stop())

  const get = async (path: string, cookie?: string) =>
    world.read(site.base + path, { headers: cookie === undefined ? {} : { cookie } })

  function cookieIn(reply: SiteReply): string {
    const [cookie = ''] = reply.headers['set-cookie'] ?? []
    assert.match(
      cookie,
      new RegExp(`^u-${site.id}=[\\w-]+; Path=/; HttpOnly; SameSite=Lax$`),
    )
    return cookie.split(';', 1).join('')
  }

  it('is shown to them alone, whoever has asked before', async () => {
    for (const path of ['', 'more']) {
      for (const _round of [1, 2, 3]) {
        const theirs = await get(`${path}?visitor.language=fr`)
        assert.ok(theirs.body.includes(french), path)
        assert.equal(theirs.headers['cache-control'], 'private, no-store')
        assert.equal(theirs.headers.etag, undefined)
        assertPlain(await get(path))
        assertPlain(await get(`${path}?a=b`))
      }
    }
    // The other way round: a page that is kept is not theirs.
    assertPlain(await get('more'))
    assert.ok((await get('more?visitor.language=fr')).body.includes(french))
  })

  it('stays on the pages that follow, for this site and this browser', async () => {
    const cookie = cookieIn(await get('?visitor.language=fr'))
    const next = await get('more', cookie)
    assert.ok(next.body.includes(french))
    assert.equal(next.headers['cache-control'], 'private, no-store')
    assert.equal(next.headers['set-cookie'], undefined)
    assert.ok((await get('more.md', cookie)).body.includes(french))
    assert.ok((await get('~pdf', cookie)).body.includes(french))
    assertPlain(await get('more'))
    assertPlain(await get('more', cookie.replace(site.id, 'other')))
  })

  it('adds up, and is taken back with an empty value', async () => {
    const first = cookieIn(await get('?visitor.language=fr'))
    const more = await get('?visitor.beta=true&visitor.company.trial=true', first)
    for (const text of [french, 'For testers.', 'For those who try.']) {
      assert.ok(more.body.includes(text), text)
    }
    const less = await get('more?visitor.language=', cookieIn(more))
    assert.ok(!less.body.includes(french))
    assert.ok(less.body.includes('For testers.'))
    const none = await get('more?visitor.language=', first)
    assert.ok(!none.body.includes(french))
    assert.match(String(none.headers['set-cookie']), /^u-\w+=; .*Max-Age=0$/)
    assert.equal(none.headers['cache-control'], 'private, no-store')
  })

  it('has the types that the schema asks for', async () => {
    assert.ok((await get('?visitor.seats=6')).body.includes('For many.'))
    assert.ok(!(await get('?visitor.seats=4')).body.includes('For many.'))
    assertPlain(await get('?visitor.seats=many'))
    assertPlain(await get('?visitor.beta=yes'))
  })

  it('is ignored where it is nonsense, or would pass for what is signed', async () => {
    for (const query of [
      'visitor.plan=pro',
      'visitor.unsigned.language=fr',
      'visitor.claims.plan=pro',
      'visitor.=fr&visitor.__proto__.language=fr',
      'visitor.company=true',
      `visitor.language=${'x'.repeat(2000)}`,
    ]) {
      assertPlain(await get(`?${query}`))
    }
    const nested = Buffer.from('[["plan","pro"]]').toString('base64url')
    for (const value of ['x', nested, 'e30', '%22', '.'.repeat(3000)]) {
      assertPlain(await get('more', `u-${site.id}=${value}`))
    }
  })

  it('does not make the pages of others anew', async () => {
    for (const path of ['', 'more']) await get(path)
    const composed = await world.sites.metrics.read('pages', 'composed')
    await get('more?visitor.nonsense=1')
    await get('more?visitor.language=fr')
    for (const path of ['', 'more']) assertPlain(await get(path))
    assert.equal(await world.sites.metrics.read('pages', 'composed'), composed)
  })

  it('comes with what is signed, and neither hides the other', async () => {
    const token = site.cookieOf({ plan: 'pro' })
    const reply = await get('?visitor.language=fr', token)
    for (const text of ['For those who pay.', french]) {
      assert.ok(reply.body.includes(text), text)
    }
    const next = await get('more', `${token}; ${cookieIn(reply)}`)
    for (const text of ['For those who pay.', french]) {
      assert.ok(next.body.includes(text), text)
    }
    const alone = await get('more', token)
    assert.ok(alone.body.includes('For those who pay.') && !alone.body.includes(french))
  })

  it('counts for nothing where adaptive content is switched off', async () => {
    const admin = world.api.as('admin')
    const cookie = cookieIn(await get('?visitor.language=fr'))
    must(await admin.patch(site.path, { adaptiveContent: { enabled: false } }), 200)
    await until(async () => !(await get('more', cookie)).body.includes(french))
    assertPlain(await get('more?visitor.language=fr'))
    must(await admin.patch(site.path, { adaptiveContent: { enabled: true } }), 200)
    await until(async () => (await get('more', cookie)).body.includes(french))
  })

  it('is put aside while the api is away: they read what everybody reads', async () => {
    await get('more')
    await world.sites.snapshotIdle()
    const cookie = cookieIn(await get('?visitor.language=fr'))
    await world.api.stop()
    const away = await get('more', cookie)
    assert.equal(away.status, 200)
    assert.ok(away.body.includes('For everybody.') && !away.body.includes(french))
    assert.equal((await get('more', site.cookieOf({ plan: 'pro' }))).status, 503)
  })
})

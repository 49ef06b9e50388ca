import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { findShareLinkByKey } from '#/features/writing/publications/public.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { eventsOf } from '#test/test-nodes.ts'
import { narrowed, nowhere } from '#test/test-people.ts'
import { refusesOthers } from '#test/test-site-refusals.ts'
import { sitesOf, type TestSite } from '#test/test-sites.ts'

const keyOf = (link: TestBody) => String(link.urls.published).split('/').at(-2) ?? ''

describe('share links', () => {
  let api: TestApi
  let site: TestSite
  let links: string
  before(async () => {
    api = await startTestApi()
    site = await publishedSite()
    links = `${site.path}/share-links`
  })
  after(async () => api.stop())

  async function publishedSite(): Promise<TestSite> {
    const made = await sitesOf(api)({ visibility: 'share-link' })
    await made.siteSpace('Shown')
    const published = await api.as('admin').post(`${made.path}/publish`)
    assert.equal(published.status, 200, JSON.stringify(published.body))
    return made
  }
  const find = async (key: string, siteId = site.id, organizationId = api.organization) =>
    findShareLinkByKey(api.services.db, { organizationId, siteId, key })
  const create = async (name = 'For Ann', at = links) => {
    const reply = await api.as('admin').post(at, { name })
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    return reply.body
  }

  it('open the site with a secret of 24 characters right below its root', async () => {
    const reply = await api.as('admin').post(links, { name: 'For Ann' })
    assert.equal(reply.status, 201)
    const { id, name, active, urls } = reply.body
    assert.deepEqual([name, active], ['For Ann', true])
    const root = (await api.as('admin').get(site.path)).body.urls.published
    assert.match(urls.published.slice(root.length), /^[0-9A-Za-z]{24}\/$/)
    assert.ok(urls.published.startsWith(root))
    assert.equal(reply.headers.get('location'), `http://lectern.test/v1${links}/${id}`)
    assert.deepEqual(await find(keyOf(reply.body)), { id })
    const other = await create()
    assert.notEqual(keyOf(other), keyOf(reply.body))
  })

  it('keep their secret from a token that may only read', async () => {
    const { id } = await create()
    const reader = await narrowed(api, api.users.admin, { scopes: ['read'] })
    const { status, body } = await reader.get(`${links}?limit=1000`)
    assert.equal(status, 200)
    assert.ok(body.items.some((link: TestBody) => link.id === id))
    for (const link of body.items) assert.deepEqual(link.urls, {})
  })

  it('open no other site, and nothing with a key that is nearly right', async () => {
    const key = keyOf(await create())
    const elsewhere = await publishedSite()
    assert.equal(await find(key, elsewhere.id), undefined)
    assert.equal(await find(key, site.id, api.otherOrganization), undefined)
    const swapped = key.replace(/[a-zA-Z]/, (one) =>
      one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase(),
    )
    for (const bad of [
      '',
      key.slice(1),
      `${key}x`,
      swapped,
      "' or true --",
      key.padEnd(3000, 'x'),
    ]) {
      assert.equal(await find(bad), undefined, bad)
    }
  })

  it('let nobody in while they are switched off, and everybody once they are on again', async () => {
    const link = await create()
    const key = keyOf(link)
    const epoch = async () =>
      (await api.rows('select epoch from site where id = $1', [site.id]))[0].epoch
    const earlier = await epoch()
    const off = await api.as('admin').patch(`${links}/${link.id}`, { active: false })
    assert.deepEqual(
      [off.status, off.body.active, off.body.name],
      [200, false, 'For Ann'],
    )
    assert.equal(await find(key), undefined)
    assert.equal(await epoch(), earlier + 1)
    const on = await api
      .as('admin')
      .patch(`${links}/${link.id}`, { active: true, name: '' })
    assert.deepEqual([on.body.active, on.body.name], [true, ''])
    assert.deepEqual(await find(key), { id: link.id })
    assert.equal(keyOf(on.body), key)
    await api.as('admin').patch(`${links}/${link.id}`, { name: 'Renamed' })
    assert.equal(await epoch(), earlier + 2, 'a name is nothing to readers')
  })

  it('are gone for good once they are deleted', async () => {
    const link = await create()
    assert.equal((await api.as('admin').delete(`${links}/${link.id}`)).status, 204)
    assert.equal(await find(keyOf(link)), undefined)
    assert.equal((await api.as('admin').delete(`${links}/${link.id}`)).status, 204)
    const gone = await api.as('admin').patch(`${links}/${link.id}`, { active: true })
    assert.equal(gone.status, 404)
    const types = (await eventsOf(api, `site:${site.id}`)).map(({ type }) => type)
    assert.equal(types.at(-1), 'site_share_link_deleted')
  })

  it('are listed in order of creation, in pages', async () => {
    const own = await publishedSite()
    const at = `${own.path}/share-links`
    const ids: string[] = []
    for (let number = 0; number < 5; number += 1) {
      ids.push((await create(`Link ${number}`, at)).id)
    }
    const seen: string[] = []
    let next = ''
    do {
      const { body } = await api.as('admin').get(`${at}?limit=2${next}`)
      assert.equal(body.count, 5)
      seen.push(...body.items.map(({ id }: TestBody) => id))
      next = body.next === undefined ? '' : `&page=${body.next.page}`
    } while (next !== '')
    assert.deepEqual(seen, ids)
    const none = await api.as('admin').get(`${at}?limit=0`)
    assert.deepEqual([none.body.items, none.body.count], [[], 5])
  })

  it('show no URL while the site is not published', async () => {
    const draft = await sitesOf(api)({ visibility: 'share-link' })
    const link = await create('Early', `${draft.path}/share-links`)
    assert.deepEqual(link.urls, {})
    const { body } = await api.as('admin').get(`${draft.path}/share-links`)
    assert.deepEqual(body.items[0].urls, {})
  })

  it('leave their secret in no row, no event and no entry of the audit log', async () => {
    const link = await create()
    const key = keyOf(link)
    await api.as('admin').patch(`${links}/${link.id}`, { active: false })
    for (const table of ['site_share_link', 'event', 'audit_event', 'site']) {
      const rows = await api.rows(`select t::text as row from ${table} as t`)
      assert.ok(rows.length > 0 && rows.every(({ row }) => !row.includes(key)), table)
    }
  })

  it('go with their site', async () => {
    const own = await publishedSite()
    const link = await create('Short', `${own.path}/share-links`)
    assert.equal((await api.as('admin').delete(own.path)).status, 204)
    assert.equal(await find(keyOf(link), own.id), undefined)
    assert.deepEqual(
      await api.rows('select 1 from site_share_link where site_id = $1', [own.id]),
      [],
    )
  })

  it('are a thousand at most', async () => {
    const own = await publishedSite()
    await api.rows(
      `insert into site_share_link (organization_id, site_id, id, name, key_sealed, key_hash)
       select $1, $2, 'link' || n, '', 'x', 'hash' || n from generate_series(1, 1000) as n`,
      [api.organization, own.id],
    )
    await api.rows('update site set share_links = 1000 where id = $1', [own.id])
    const at = `${own.path}/share-links`
    const reply = await api.as('admin').post(at, { name: 'More' })
    assert.deepEqual(
      [reply.status, reply.body.error.reason],
      [409, 'too_many_share_links'],
    )
    assert.equal((await api.as('admin').delete(`${at}/link7`)).status, 204)
    assert.equal((await api.as('admin').post(at, { name: 'More' })).status, 201)
    const again = await api.as('admin').post(at, { name: 'Most' })
    assert.equal(again.status, 409)
  })

  it('have a name of 50 characters at most', async () => {
    for (const body of [{}, { name: 'x'.repeat(51) }, { name: null }]) {
      assert.equal((await api.as('admin').post(links, body)).status, 400)
    }
    const link = await create('x'.repeat(50))
    const long = await api
      .as('admin')
      .patch(`${links}/${link.id}`, { name: 'x'.repeat(51) })
    assert.equal(long.status, 400)
    const other = await publishedSite()
    const foreign = `${other.path}/share-links/${link.id}`
    assert.equal((await api.as('admin').patch(foreign, {})).status, 404)
  })

  it('are for admins alone, because they have the secrets in them', async () => {
    const siteId = site.id
    const { id } = await create()
    const send = {
      list: async (by: TestBody, at: string) => by.get(`${at}/share-links`),
      create: async (by: TestBody, at: string) =>
        by.post(`${at}/share-links`, { name: 'x' }),
      update: async (by: TestBody, at: string) => by.patch(`${at}/share-links/${id}`, {}),
      remove: async (by: TestBody, at: string) => by.delete(`${at}/share-links/${id}`),
    }
    for (const each of Object.values(send)) {
      await refusesOthers(api, { needed: 'admin', siteId, send: each })
    }
    assert.equal((await api.as('admin').patch(`${links}/${nowhere}`, {})).status, 404)
    assert.equal(
      (await api.rows('select 1 from site_share_link where id = $1', [id])).length,
      1,
    )
  })
})

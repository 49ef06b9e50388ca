import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'

import { signJwt } from '@lectern/server/platform/secrets/jwt.ts'

import { reachable } from '../../server/test/files/test-files.ts'
import { newPerson } from '../../server/test/members/test-members.ts'
import { signIn } from '../../server/test/sessions/test-browser-session.ts'
import { MemberBrowser, publishForMembers } from './members-site.ts'
import {
  must,
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
  until,
} from './test-sites.ts'

describe('a site that members read', () => {
  let world: TestSites
  let site: TestSite
  let people = 0
  before(async () => {
    world = await startTestSites()
    site = await publishForMembers(world)
  })
  after(async () => world.stop())

  async function newMember() {
    people += 1
    const { api } = world
    const { userId } = await newPerson(api, { name: `Reader ${people}`, role: 'read' })
    return { userId, browser: new MemberBrowser(world, await signIn(api, userId)) }
  }

  it('sends a reader to sign in, and back to the page they wanted', async () => {
    const { browser } = await newMember()
    const sent = await browser.get(`${site.base}more?a=b&jwt_token=x`)
    assert.equal(sent.status, 302)
    assert.equal(sent.headers['cache-control'], 'private, no-store')
    assert.ok(!sent.body.includes('Inside'))
    const location = new URL(sent.headers.location ?? '')
    assert.equal(location.pathname, `/~sign-in/site/${site.id}`)
    assert.equal(location.searchParams.get('to'), `${site.base}more?a=b`)
    const [begun = ''] = sent.headers['set-cookie'] ?? []
    assert.match(
      begun,
      new RegExp(
        `^f-${site.id}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax; Max-Age=3600$`,
      ),
    )
    const entered = await browser.enter(`${site.base}more?a=b`)
    assert.equal(entered.status, 303)
    assert.equal(entered.headers.location, `${site.base}more?a=b`)
    assert.equal(entered.headers['cache-control'], 'private, no-store')
    const [cookie = ''] = entered.headers['set-cookie'] ?? []
    assert.match(
      cookie,
      new RegExp(`^m-${site.id}=lec_v_\\w+; Path=/; HttpOnly; SameSite=Lax$`),
    )
    const page = await browser.get(`${site.base}more`)
    assert.equal(page.status, 200)
    assert.ok(page.body.includes('Inside only too'))
    assert.equal(page.headers['cache-control'], 'private, no-store')
    assert.equal(page.headers['x-robots-tag'], 'noindex')
  })

  it('is read in every form by members, and in none by others', async () => {
    const { browser } = await newMember()
    await browser.enter(site.base)
    const stranger = new MemberBrowser(world)
    const targets = [
      '',
      'more',
      'more.md',
      '~search?q=inside',
      'llms.txt',
      'llms-full.txt',
    ]
    for (const each of [...targets, 'sitemap.xml', 'rss.xml', '~pdf', 'nothing']) {
      const refused = await stranger.get(site.base + each)
      assert.equal(refused.status, 302, each)
      assert.ok(!refused.body.includes('Inside'), each)
      const fetched = await stranger.get(site.base + each, { 'sec-fetch-mode': 'cors' })
      assert.equal(fetched.status, 401, each)
    }
    for (const each of targets) {
      const read = await browser.get(site.base + each)
      assert.equal(read.status, 200, `${each} ${read.body}`)
      if (each.startsWith('more') || each === '') assert.match(read.body, /Inside/, each)
    }
    const posted = await world.read(`${site.base}~seen`, { method: 'POST' })
    assert.equal(posted.status, 401)
  })

  it('takes a code from the browser that began, and from no other', async () => {
    const [{ browser }, { browser: victim }] = [await newMember(), await newMember()]
    const back = await browser.wayBack(site.base)
    const planted = await new MemberBrowser(world).get(back)
    assert.equal(planted.status, 403)
    assert.equal(planted.headers['set-cookie'], undefined)
    // A victim that began by itself has begun something else.
    await victim.get(site.base)
    assert.equal((await victim.get(back)).status, 403)
    assert.equal((await browser.get(back)).status, 303)
    assert.equal((await browser.get(back)).status, 403)
    assert.match(planted.body, new RegExp(`href="${site.base}"`))
  })

  it('leads nowhere else than into itself', async () => {
    for (const to of [
      '//elsewhere.example/',
      '/\\elsewhere.example/',
      'https://elsewhere.example/',
      '/%2F%2Felsewhere.example/..//elsewhere.example',
      `javascript:alert(1)`,
    ]) {
      const { browser } = await newMember()
      const back = await browser.wayBack(site.base)
      const [target = '', query = ''] = back.split('?')
      const parameters = new URLSearchParams(query)
      parameters.set('to', to)
      const entered = await browser.get(`${target}?${parameters.toString()}`)
      assert.equal(entered.status, 303, to)
      assert.match(entered.headers.location ?? '', /^\/(?![/\\])/, to)
      assert.equal(
        new URL(entered.headers.location ?? '', `http://${world.host}`).host,
        world.host,
      )
    }
  })

  it('is closed within a second to who is removed, with their files', async () => {
    const { browser, userId } = await newMember()
    await browser.enter(site.base)
    const page = await browser.get(site.base)
    const [, url = ''] = /<img[^>]+src="([^"]+~files[^"]+)"/.exec(page.body) ?? []
    const file = async () => (await fetch(reachable(world.api, url))).status
    assert.equal(await file(), 200)
    const members = `/orgs/${world.api.organization}/members`
    must(await world.api.as('admin').delete(`${members}/${userId}`), 204)
    const removedMs = Date.now()
    const refused = await browser.get(site.base)
    assert.equal(refused.status, 302)
    assert.ok(!refused.body.includes('Inside'))
    const told = await browser.atPublicUrl(refused)
    assert.equal(told.status, 403)
    assert.match(told.text, /This site is for members/)
    await until(async () => (await file()) === 404, 1000)
    assert.ok(Date.now() - removedMs < 2000)
  })

  it('gives each member files of their own, also at the same moment', async () => {
    const browsers = [await newMember(), await newMember()].map(({ browser }) => browser)
    for (const browser of browsers) await browser.enter(site.base)
    for (let round = 0; round < 3; round += 1) {
      const replies = await Promise.all(browsers.map(async (one) => one.get(site.base)))
      const urls = replies.map(
        ({ body }) => /<img[^>]+src="([^"]+~files[^"]+)"/.exec(body)?.[1] ?? '',
      )
      assert.ok(urls.every((url) => url !== ''))
      assert.equal(new Set(urls).size, 2)
    }
  })

  it('goes by the cookie that counts where a browser has both', async () => {
    const { browser } = await newMember()
    await browser.enter(site.base)
    const auth = `${site.path}/publishing/auth`
    const admin = world.api.as('admin')
    const { body } = await admin.patch(auth, { signIn: 'token' })
    const token = signJwt(Buffer.from(body.privateKey), {
      exp: Math.floor(Date.now() / 1000) + 3600,
    })
    assert.equal((await browser.get(site.base)).status, 404)
    await browser.get(`${site.base}?jwt_token=${token}`)
    assert.equal((await browser.get(site.base)).status, 200)
    must(await admin.patch(auth, { signIn: 'members' }), 200)
    assert.equal((await browser.get(site.base)).status, 200)
  })

  it('is neither on disk nor served while the api is away', async () => {
    const own = await startTestSites()
    try {
      const closed = await publishForMembers(own)
      const { userId } = await newPerson(own.api, { name: 'Away', role: 'read' })
      const browser = new MemberBrowser(own, await signIn(own.api, userId))
      const back = await browser.wayBack(closed.base)
      await browser.get(back)
      assert.equal((await browser.get(closed.base)).status, 200)
      await own.sites.snapshotIdle()
      const kept = await readdir(path.join(own.snapshotFolder, 'v1/sites'))
      assert.ok(!kept.includes(closed.id))
      await own.api.stop()
      assert.equal((await browser.get(closed.base)).status, 503)
      assert.equal((await browser.get(back)).status, 503)
    } finally {
      await own.stop()
    }
  })

  it('leaves public sites of the same host as they are', async () => {
    const { browser } = await newMember()
    await browser.enter(site.base)
    const page = await browser.get(site.base)
    assert.equal(page.status, 200)
    const { body } = await world.api
      .as('admin')
      .get(`/orgs/${world.api.organization}/sites/${site.id}/structure`)
    const [{ space }] = body.structure
    const open = await publishSite(world, [space.id], { title: 'Open' })
    const read = await browser.get(open.base)
    assert.equal(read.status, 200)
    assert.equal((await new MemberBrowser(world).get(open.base)).status, 200)
  })
})

describe('coming back from signing in', () => {
  let world: TestSites
  let site: TestSite
  before(async () => {
    world = await startTestSites()
    site = await publishForMembers(world)
  })
  after(async () => world.stop())

  it('takes so many codes a minute from one network address, and asks about nothing else', async () => {
    const { api } = world
    const { userId } = await newPerson(api, { name: 'Reader', role: 'read' })
    const browser = new MemberBrowser(world, await signIn(api, userId))
    const good = await browser.wayBack(site.base)
    const [at = ''] = good.split('?')
    const enter = async (code: string) => (await browser.get(`${at}?code=${code}`)).status
    for (const code of ['', 'x', `lec_c_${'a'.repeat(48)}`, `lec_v_${'a'.repeat(49)}`]) {
      for (let turn = 0; turn < 20; turn += 1) assert.equal(await enter(code), 403)
    }
    const statuses = []
    for (let turn = 0; turn < 70; turn += 1) {
      statuses.push(await enter(`lec_c_${'a'.repeat(49)}`))
    }
    assert.equal(statuses.at(0), 403)
    assert.equal(statuses.at(-1), 429)
    assert.ok(statuses.filter((status) => status === 403).length <= 60)
    assert.equal((await browser.get(good)).status, 429)
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import {
  ensurePublishingAuth,
  findPublishingAuth,
} from '#/features/publishing/site-keys/public.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import { eventsOf } from '#test/test-nodes.ts'
import { refusesOthers } from '#test/test-site-refusals.ts'
import { sitesOf, type TestSite } from '#test/test-sites.ts'

import { findPreview } from './public.ts'

const tokenOf = (url: string) => new URL(url).searchParams.get('preview') ?? ''

describe('how visitors of a site sign in', () => {
  let api: TestApi
  let site: TestSite
  let path: string
  before(async () => {
    api = await startTestApi()
    site = await sitesOf(api)({ visibility: 'visitor-auth' })
    path = `${site.path}/publishing/auth`
    await ensured(site)
  })
  after(async () => api.stop())

  const of = (one: TestSite) => ({ organizationId: api.organization, siteId: one.id })
  const ensured = async (one: TestSite) =>
    api.services.db.transaction(async (tx) =>
      ensurePublishingAuth(tx, of(one), api.services.sealer),
    )
  const key = async () => (await api.as('admin').get(path)).body.privateKey

  it('has a key from the moment visitors have to, which is made once', async () => {
    const first = await key()
    assert.match(first, /^[0-9a-f]{64}$/)
    await ensured(site)
    assert.equal(await key(), first)
    const found = await findPublishingAuth(api.services.db, of(site), api.services.sealer)
    assert.deepEqual(found, {
      backend: 'custom',
      privateKey: first,
      fallbackUrl: null,
      isForMembers: false,
    })
    const { body } = await api.as('admin').get(path)
    assert.deepEqual(body, {
      object: 'publishing-auth',
      backend: 'custom',
      signIn: 'token',
      privateKey: first,
    })
  })

  it('is by tokens until an admin lets members sign in, and the key stays', async () => {
    const present = await key()
    const { status, body } = await api.as('admin').patch(path, { signIn: 'members' })
    assert.equal(status, 200)
    const { backend, signIn, privateKey } = body
    assert.deepEqual([backend, signIn, privateKey], ['custom', 'members', present])
    const kept = await api.as('admin').patch(path, { fallbackURL: null })
    assert.equal(kept.body.signIn, 'members')
    const last = (await eventsOf(api, `site:${site.id}`)).at(-1)
    assert.equal(last?.type, 'site_publishing_auth_updated')
    assert.match(JSON.stringify(last?.payload), /"signIn":"members"/)
    const wrong = await api.as('admin').patch(path, { signIn: 'guests' })
    assert.equal(wrong.status, 400)
    const back = await api.as('admin').patch(path, { signIn: 'token' })
    assert.equal(back.body.signIn, 'token')
    const plain = await sitesOf(api)({ visibility: 'public' })
    const nobody = await api
      .as('admin')
      .patch(`${plain.path}/publishing/auth`, { signIn: 'members' })
    assert.equal(nobody.status, 400)
    await refusesOthers(api, {
      needed: 'admin',
      siteId: site.id,
      send: async (by, one) => by.patch(`${one}/publishing/auth`, { signIn: 'members' }),
    })
  })

  it('keeps the key sealed, and out of events, the audit log and other answers', async () => {
    const secret = await key()
    await api.as('admin').post(`${path}/regenerate`)
    const next = await key()
    for (const table of ['site_publishing_auth', 'event', 'audit_event', 'site']) {
      const rows = await api.rows(`select t::text as row from ${table} as t`)
      assert.ok(
        rows.every(({ row }) => !row.includes(secret) && !row.includes(next)),
        table,
      )
    }
    const types = (await eventsOf(api, `site:${site.id}`)).map(({ type }) => type)
    assert.equal(types.at(-1), 'site_publishing_key_replaced')
  })

  it('replaces the key at once', async () => {
    const earlier = await key()
    const replaced = await api.as('admin').post(`${path}/regenerate`)
    assert.equal(replaced.status, 200)
    assert.notEqual(replaced.body.privateKey, earlier)
    assert.equal(await key(), replaced.body.privateKey)
  })

  it('sends visitors without a token to an address of the web, or nowhere', async () => {
    const fallbackURL = 'https://acme.example/login'
    const set = await api.as('admin').patch(path, { backend: 'custom', fallbackURL })
    assert.deepEqual([set.status, set.body.fallbackURL], [200, fallbackURL])
    const kept = await api.as('admin').patch(path, { backend: 'custom' })
    assert.deepEqual([kept.body.backend, kept.body.fallbackURL], ['custom', fallbackURL])
    assert.equal(kept.body.privateKey, set.body.privateKey)
    const integration = await api.as('admin').patch(path, { backend: 'integration' })
    assert.equal(integration.status, 400)
    assert.match(integration.body.error.message, /no integration/)
    assert.equal(
      (await api.as('create').patch(path, { backend: 'integration' })).status,
      403,
    )
    assert.equal((await api.as('admin').get(path)).body.backend, 'custom')
    const none = await api
      .as('admin')
      .patch(path, { backend: 'custom', fallbackURL: null })
    assert.equal('fallbackURL' in none.body, false)
    for (const bad of ['javascript:alert(1)', 'login', '//evil.example', 7]) {
      const reply = await api.as('admin').patch(path, { fallbackURL: bad })
      assert.equal(reply.status, 400, String(bad))
    }
    assert.equal((await api.as('admin').patch(path, { backend: 'other' })).status, 400)
  })

  it('means nothing on a site that is open without it', async () => {
    const open = await sitesOf(api)()
    const auth = `${open.path}/publishing/auth`
    for (const reply of [
      await api.as('admin').get(auth),
      await api.as('admin').patch(auth, { backend: 'custom' }),
      await api.as('admin').post(`${auth}/regenerate`),
    ]) {
      assert.deepEqual([reply.status, reply.body.error.reason], [400, 'invalid_request'])
      assert.match(reply.body.error.message, /visitor-auth/)
    }
    await api.as('admin').patch(open.path, { adaptiveContent: { enabled: true } })
    const made = await api.as('admin').post(`${auth}/regenerate`)
    assert.equal(made.status, 200)
    assert.equal((await api.as('admin').get(auth)).body.privateKey, made.body.privateKey)
  })

  it('is for admins alone', async () => {
    const siteId = site.id
    const auth = 'publishing/auth'
    await refusesOthers(api, {
      needed: 'admin',
      siteId,
      send: async (by, at) => by.get(`${at}/${auth}`),
    })
    await refusesOthers(api, {
      needed: 'admin',
      siteId,
      send: async (by, at) => by.patch(`${at}/${auth}`, {}),
    })
    await refusesOthers(api, {
      needed: 'admin',
      siteId,
      send: async (by, at) => by.post(`${at}/${auth}/regenerate`),
    })
    await refusesOthers(api, {
      needed: 'admin',
      siteId,
      send: async (by, at) => by.get(`${at}/publishing/preview`),
    })
  })
})

describe('a preview of a site', () => {
  let api: TestApi
  let site: TestSite
  let path: string
  before(async () => {
    api = await startTestApi()
    site = await sitesOf(api)()
    path = `${site.path}/publishing/preview`
    await api.as('admin').put(`${site.path}/adaptive-schema`, {
      jsonSchema: {
        type: 'object',
        properties: {
          beta: { type: 'boolean' },
          plan: { type: 'string', enum: ['free', 'pro'] },
          note: { type: 'string' },
        },
        additionalProperties: false,
      },
    })
  })
  after(async () => api.stop())

  const read = async (token: string) =>
    findPreview(api.services.db, api.services.signer, token)

  it('is a link to the site that says what is shown to whom, for an hour', async () => {
    const { id: siteSpace } = await site.siteSpace('One')
    const claims = encodeURIComponent('(beta:!t,plan:pro)')
    const { status, body } = await api
      .as('admin')
      .get(`${path}?siteSpace=${siteSpace}&claims=${claims}`)
    assert.equal(status, 200)
    const { basename } = (await api.as('admin').get(site.path)).body
    assert.ok(new URL(body.url).pathname.endsWith(`/${basename}/`), body.url)
    const preview = await read(tokenOf(body.url))
    assert.deepEqual(
      { ...preview, endsAt: 0 },
      {
        organizationId: api.organization,
        siteId: site.id,
        siteSpaceId: siteSpace,
        claims: { beta: true, plan: 'pro' },
        endsAt: 0,
      },
    )
    const seconds = (preview?.endsAt ?? 0) - Date.now() / 1000
    assert.ok(seconds > 3500 && seconds <= 3602, String(seconds))
  })

  it('needs neither a site-space nor claims', async () => {
    const { body } = await api.as('admin').get(path)
    const preview = await read(tokenOf(body.url))
    assert.deepEqual([preview?.siteSpaceId, preview?.claims], [undefined, {}])
  })

  it('is refused when its claims make it longer than a URL may be', async () => {
    const asked = async (length: number) =>
      api.as('admin').get(`${path}?claims=(note:${'a'.repeat(length)})`)
    await api.as('admin').post(`${site.path}/publish`)
    for (let length = 100; length < 4000; length += 300) {
      const { status, body } = await asked(length)
      if (status === 200) {
        const pathname = `${new URL(body.url).pathname}${'page/'.repeat(50)}`
        const url = Object.assign(new URL(body.url), { pathname }).href
        const opened = await api.anonymous().post('/urls/published', { url })
        assert.equal(opened.status, 200, `${length}: ${opened.body.error?.message}`)
        continue
      }
      assert.equal(status, 400)
      assert.match(body.error.message, /query\.claims .* link of \d+ characters/)
      assert.equal(body.error.details[0].path, 'query.claims')
    }
    assert.equal((await asked(100)).status, 200)
    assert.equal((await asked(3999)).status, 400)
  })

  it('is worth nothing when anything of it was changed, or it was signed for something else', async () => {
    const token = tokenOf((await api.as('admin').get(path)).body.url)
    const [text = '', signature = ''] = token.split('.')
    const forged = Buffer.from(text, 'base64url')
      .toString()
      .replace(/\d+\]$/, '9999999999]')
    for (const bad of [
      '',
      '.',
      token.slice(1),
      token.slice(0, -1),
      `${Buffer.from(forged).toString('base64url')}.${signature}`,
      `${text}.${api.services.signer.sign('cursor', text)}`,
      `${'x'.repeat(20_000)}.${signature}`,
    ]) {
      assert.equal(await read(bad), undefined, bad.slice(0, 40))
    }
  })

  it('ends', async () => {
    const text = Buffer.from(
      JSON.stringify([
        api.organization,
        site.id,
        '',
        {},
        Math.floor(Date.now() / 1000) - 5,
      ]),
    ).toString('base64url')
    const ended = `${text}.${api.services.signer.sign('site preview', text)}`
    assert.equal(await read(ended), undefined)
  })

  it('refuses claims that cannot be read or do not fit, and site-spaces of other sites', async () => {
    for (const [claims, expected] of [
      ['(beta:!t', /query\.claims ends too early/],
      ['(beta:yes)', /"beta" must be true or false/],
      ['(other:1)', /"other" is not in the adaptive schema/],
      ['!(1)', /must be an object/],
      ['(__proto__:(beta:!t))', /__proto__/],
    ] as const) {
      const reply = await api
        .as('admin')
        .get(`${path}?claims=${encodeURIComponent(claims)}`)
      assert.deepEqual(
        [reply.status, reply.body.error.reason],
        [400, 'invalid_request'],
        claims,
      )
      assert.match(reply.body.error.message, expected)
    }
    const other = await sitesOf(api)()
    const { id } = await other.siteSpace('Elsewhere')
    assert.equal((await api.as('admin').get(`${path}?siteSpace=${id}`)).status, 404)
    const long = encodeURIComponent(`('${'x'.repeat(5000)}':1)`)
    assert.equal((await api.as('admin').get(`${path}?claims=${long}`)).status, 400)
  })
})

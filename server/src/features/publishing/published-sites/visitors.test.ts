import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { hashToken } from '#/access/api-token.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import {
  newSite,
  newSpace,
  ok,
  type PublishedScene,
  resolve,
  tokenFor,
} from '#test/test-published.ts'

const adaptiveSchema = {
  type: 'object',
  properties: {
    beta: { type: 'boolean' },
    plan: { type: 'string', enum: ['free', 'paid'] },
    unsigned: {
      type: 'object',
      properties: { language: { type: 'string' } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
}

const conditional = [
  'For everybody.\n',
  '{% if visitor.claims.beta == true %}\nOnly for testers.\n{% endif %}\n',
  '{% if visitor.claims.beta.nothing.here %}\nFor nobody at all.\n{% endif %}\n',
  '{% if space.vars.released != "no" %}\nFor nobody at all.\n{% endif %}\n',
  '<code class="expression">visitor.claims.beta.nothing.here ? "For nobody at all." : ""</code>',
  '<code class="expression">["For nobody at all."]</code>\n',
].join('\n')

function inAnHour(): number {
  return Math.floor(Date.now() / 1000) + 3600
}

/** One end for all: tokens are equal for visitors whose own end at the same time. */
const expiry = inAnHour()

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

describe('visitors', () => {
  let api: TestApi
  let sites: string
  let key: string
  let guarded: PublishedScene
  before(async () => {
    api = await startTestApi()
    sites = `/orgs/${api.organization}/sites`
    const space = await newSpace(api, 'Manual', { Start: conditional })
    await ok(
      api.as('edit').post(`/spaces/${space}/content`, {
        changes: [{ operation: 'set_variables', variables: { released: 'no' } }],
      }),
    )
    guarded = await newSite(api, 'Guarded', [space], { visibility: 'visitor-auth' })
    key = await keyOf(guarded.site)
    await ok(
      api.as('admin').put(`${sites}/${guarded.site}/adaptive-schema`, {
        jsonSchema: adaptiveSchema,
      }),
    )
  })
  after(async () => api.stop())

  async function keyOf(site: string): Promise<string> {
    return (await ok(api.as('admin').get(`${sites}/${site}/publishing/auth`))).privateKey
  }

  function signed(
    claims: object,
    { secret = key, header = {}, hash = 'sha256' } = {},
  ): string {
    const text = `${encoded({ alg: 'HS256', typ: 'JWT', ...header })}.${encoded(claims)}`
    return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
  }

  async function reading(claims: object, unsignedClaims = {}) {
    const jwtToken = signed({ exp: expiry, ...claims })
    return ok(resolve(api, guarded.url, { visitor: { jwtToken, unsignedClaims } }))
  }

  async function texts(apiToken: string): Promise<string> {
    const visitor = api.withToken(apiToken)
    const space = `/spaces/${guarded.space}`
    const { id, pages } = await ok(visitor.get(`${space}/content`))
    const page = pages.find((one: TestBody) => one.path === 'start')
    const places = [
      `${space}/revisions/${id}/page/${page.id}/document`,
      `${space}/revisions/${id}/page/${page.id}/document?evaluated=deterministic-only`,
      `${space}/revisions/${id}/page/${page.id}/document?evaluated=false`,
      `${space}/revisions/${id}/page/${page.id}?evaluated=false`,
      `${space}/revisions/${id}/path/start?evaluated=0`,
      `${space}/content/page/${page.id}`,
      `${space}/content/page/${page.id}?format=markdown`,
      `${space}/content/path/start?format=document`,
      `${space}/documents/${page.documentId}`,
    ]
    const bodies = await Promise.all(
      places.map(async (path) => JSON.stringify(await ok(visitor.get(path)))),
    )
    for (const [index, body] of bodies.entries()) {
      assert.ok(body.includes('For everybody.'), places[index])
      assert.ok(!body.includes('For nobody at all.'), places[index])
    }
    const has = new Set(bodies.map((body) => body.includes('Only for testers.')))
    assert.equal(has.size, 1, 'the same in every form')
    return [...has][0] === true ? 'tester' : 'plain'
  }

  describe('with a token of the site', () => {
    it('are let in, and their token reads', async () => {
      const jwtToken = signed({ exp: inAnHour(), sub: 'somebody' })
      const { body, status } = await resolve(api, guarded.url, { visitor: { jwtToken } })
      assert.equal(status, 200)
      assert.equal(body.visibility, 'visitor-auth')
      const read = await api
        .withToken(body.apiToken)
        .get(`/spaces/${guarded.space}/content`)
      assert.equal(read.status, 200)
      assert.equal(read.headers.get('cache-control'), 'private, no-store')
      const inUrl = await resolve(api, `${guarded.url}?jwt_token=${jwtToken}`)
      assert.equal(inUrl.body.apiToken, body.apiToken)
    })

    it('read no longer than their own token is valid', async () => {
      const path = `/spaces/${guarded.space}`
      const ending = Math.floor(Date.now() / 1000) + 20 * 60
      const visitor = { jwtToken: signed({ exp: ending }) }
      const token = await tokenFor(api, guarded.url, { visitor })
      const [row] = await api.rows(
        'select extract(epoch from expires_at)::integer as ends from site_token where hash = $1',
        [hashToken(token)],
      )
      assert.ok(row.ends <= ending && row.ends > ending - 300, `${row.ends - ending}`)

      const now = Math.floor(Date.now() / 1000)
      const late = { jwtToken: signed({ exp: now - 2 }) }
      assert.equal((await resolve(api, guarded.url, { visitor: late })).status, 404)
      const soon = { jwtToken: signed({ exp: now + 6 }) }
      const brief = api.withToken(await tokenFor(api, guarded.url, { visitor: soon }))
      assert.equal((await brief.get(path)).status, 200)
      await sleep((now + 6) * 1000 + 200 - Date.now())
      assert.equal((await brief.get(path)).status, 401)
      // Clocks may differ by five seconds: a token may be valid from a little later on.
      const early = { jwtToken: signed({ nbf: Date.now() / 1000 + 3, exp: inAnHour() }) }
      assert.equal((await resolve(api, guarded.url, { visitor: early })).status, 200)
      assert.equal((await api.withToken(token).get(path)).status, 200)
    })

    it('are not let in with anything forged, old or unfit', async () => {
      const good = { exp: inAnHour() }
      const [header = '', payload = '', signature = ''] = signed(good).split('.')
      const none = encoded({ alg: 'none', typ: 'JWT' })
      const forgeries: Record<string, string | undefined> = {
        nothing: undefined,
        empty: '',
        'no token': 'abc',
        'another key': signed(good, { secret: 'another' }),
        'an empty key': signed(good, { secret: '' }),
        'the key in capitals': signed(good, { secret: key.toUpperCase() }),
        'alg none': `${none}.${payload}.`,
        'alg none with the signature': `${none}.${payload}.${signature}`,
        'alg None': signed(good, { header: { alg: 'None' } }),
        'alg HS384': signed(good, { header: { alg: 'HS384' }, hash: 'sha384' }),
        'alg HS512': signed(good, { header: { alg: 'HS512' }, hash: 'sha512' }),
        'alg RS256': signed(good, { header: { alg: 'RS256' } }),
        'a critical header': signed(good, { header: { crit: ['exp2'], exp2: 1 } }),
        'no expiry': signed({}),
        expired: signed({ exp: inAnHour() - 7200 }),
        'an expiry that is text': signed({ exp: '9999999999' }),
        'not yet valid': signed({ ...good, nbf: inAnHour() }),
        'another payload': `${header}.${encoded({ ...good, beta: true })}.${signature}`,
        'no signature': `${header}.${payload}.`,
        'a cut signature': `${header}.${payload}.${signature.slice(0, -2)}`,
        'two tokens': `${signed(good)}.${signed(good)}`,
        'a claim of another type': signed({ ...good, beta: 'yes' }),
        'a claim that is not in the schema': signed({ ...good, admin: true }),
        'a value that is not in the schema': signed({ ...good, plan: 'gold' }),
      }
      for (const [name, jwtToken] of Object.entries(forgeries)) {
        const visitor = jwtToken === undefined ? {} : { jwtToken }
        const { status } = await resolve(api, guarded.url, { visitor })
        assert.equal(status, 404, name)
      }
    })

    it('of another site are strangers', async () => {
      const other = await newSite(api, 'Other guarded', [guarded.space], {
        visibility: 'visitor-auth',
      })
      const jwtToken = signed({ exp: inAnHour() }, { secret: await keyOf(other.site) })
      assert.equal(
        (await resolve(api, guarded.url, { visitor: { jwtToken } })).status,
        404,
      )
      assert.equal((await resolve(api, other.url, { visitor: { jwtToken } })).status, 200)
    })

    it('are sent to where the site signs them in, when that is wished', async () => {
      await ok(
        api.as('admin').patch(`${sites}/${guarded.site}/publishing/auth`, {
          backend: 'custom',
          fallbackURL: 'https://login.example.com/start?a=b',
        }),
      )
      const { body } = await resolve(api, `${guarded.url}start?jwt_token=x`, {
        redirectOnError: true,
      })
      assert.equal(body.target, 'external')
      const url = new URL(body.redirect)
      assert.equal(url.origin, 'https://login.example.com')
      assert.equal(
        url.searchParams.get('location'),
        new URL(`${guarded.url}start`).pathname,
      )
      assert.equal((await resolve(api, guarded.url)).status, 404)
    })

    it('are shut out with all they were given when the key is replaced', async () => {
      const site = await newSite(api, 'Rekeyed', [guarded.space], {
        visibility: 'visitor-auth',
      })
      const first = await keyOf(site.site)
      const jwtToken = signed({ exp: inAnHour() }, { secret: first })
      const token = await tokenFor(api, site.url, { visitor: { jwtToken } })
      const path = `/spaces/${guarded.space}`
      assert.equal((await api.withToken(token).get(path)).status, 200)
      await ok(api.as('admin').post(`${sites}/${site.site}/publishing/auth/regenerate`))
      assert.equal((await api.withToken(token).get(path)).status, 404)
      assert.equal((await resolve(api, site.url, { visitor: { jwtToken } })).status, 404)
    })
  })

  describe('with claims', () => {
    it('see what their claims open and nothing else, whatever form they ask for', async () => {
      const tester = await reading({ beta: true })
      const plain = await reading({ beta: false })
      const nobody = await reading({})
      assert.equal(await texts(tester.apiToken), 'tester')
      assert.equal(await texts(plain.apiToken), 'plain')
      assert.equal(await texts(nobody.apiToken), 'plain')
      // The second round reads from caches that the first has filled.
      assert.equal(await texts(tester.apiToken), 'tester')
      assert.equal(await texts(nobody.apiToken), 'plain')
    })

    it('have one audience with whoever has the same, in any order', async () => {
      const one = await reading({ beta: true, plan: 'paid' })
      const two = await reading({ plan: 'paid', beta: true, sub: 'another person' })
      const other = await reading({ plan: 'free', beta: true })
      assert.match(one.audience, /^[\w-]{22}$/)
      assert.deepEqual([two.audience, two.apiToken], [one.audience, one.apiToken])
      assert.equal(one.contextId, one.audience)
      assert.notEqual(other.audience, one.audience)
      assert.notEqual(other.apiToken, one.apiToken)
      assert.equal((await reading({})).audience, '')
    })

    it('cannot say of themselves what must be signed', async () => {
      const spoken = await reading({}, { beta: true, language: 'fr', unknown: 1 })
      assert.equal(await texts(spoken.apiToken), 'plain')
      const same = await reading({}, { language: 'fr' })
      assert.equal(spoken.audience, same.audience)
      assert.notEqual(same.audience, '')
    })
  })

  describe('of parts with a condition', () => {
    let site: PublishedScene
    let hidden: string
    before(async () => {
      const open = await newSpace(api, 'Open', { Start: 'Open words.' })
      hidden = await newSpace(api, 'Lab', { Start: 'Laboratory words.' })
      site = await newSite(api, 'Adaptive', [open, hidden])
      const at = `${sites}/${site.site}`
      await ok(api.as('admin').patch(at, { adaptiveContent: { enabled: true } }))
      await ok(
        api.as('admin').put(`${at}/adaptive-schema`, { jsonSchema: adaptiveSchema }),
      )
      const { items } = await ok(api.as('admin').get(`${at}/site-spaces`))
      const lab = items.find((one: TestBody) => one.space.id === hidden)
      await ok(
        api.as('admin').patch(`${at}/site-spaces/${lab.id}`, {
          condition: 'visitor.claims.beta == true',
        }),
      )
    })

    it('see them only with the claims', async () => {
      const secret = await keyOf(site.site)
      const jwtToken = signed({ exp: inAnHour(), beta: true }, { secret })
      const tester = { visitor: { jwtToken } }
      const named = await ok(resolve(api, `${site.url}lab/start`, tester))
      assert.equal(named.space, hidden)
      const unnamed = await ok(resolve(api, `${site.url}lab/start`))
      assert.deepEqual([unnamed.space, unnamed.pathname], [site.space, '/lab/start'])

      const at = `${sites}/${site.site}/published`
      const inside = api.withToken(named.apiToken)
      const outside = api.withToken(unnamed.apiToken)
      assert.equal((await ok(inside.get(at))).structure.structure.length, 2)
      const seen = await ok(outside.get(at))
      assert.equal(seen.structure.structure.length, 1)
      assert.ok(!JSON.stringify(seen).includes(hidden))
      assert.ok(!JSON.stringify(seen).includes('visitor.claims'))
      assert.equal((await inside.get(`/spaces/${hidden}`)).status, 200)
      assert.equal((await outside.get(`/spaces/${hidden}`)).status, 404)
    })

    it('do not see them once adaptive content is switched off', async () => {
      const at = `${sites}/${site.site}`
      const secret = await keyOf(site.site)
      const jwtToken = signed({ exp: inAnHour(), beta: true }, { secret })
      const { apiToken } = await ok(resolve(api, site.url, { visitor: { jwtToken } }))
      assert.equal((await api.withToken(apiToken).get(`/spaces/${hidden}`)).status, 200)
      await ok(api.as('admin').patch(at, { adaptiveContent: { enabled: false } }))
      assert.equal((await api.withToken(apiToken).get(`/spaces/${hidden}`)).status, 404)
      await ok(api.as('admin').patch(at, { adaptiveContent: { enabled: true } }))
    })

    it('are readers without claims when their token is not good', async () => {
      const { body } = await resolve(api, site.url, { visitor: { jwtToken: 'forged' } })
      assert.equal(body.audience, '')
    })
  })

  describe('with a share link', () => {
    it('read with its key, until it is taken back', async () => {
      const admin = api.as('admin')
      const site = await newSite(api, 'Shared', [guarded.space], {
        visibility: 'share-link',
      })
      const links = `${sites}/${site.site}/share-links`
      const link = await ok(admin.post(links, { name: 'Partners' }))
      const shared = `${link.urls.published}start`
      assert.equal((await resolve(api, site.url)).status, 404)
      assert.equal((await resolve(api, `${site.url}start`)).status, 404)
      assert.equal((await resolve(api, `${site.url}${'A'.repeat(24)}/start`)).status, 404)

      const found = await ok(resolve(api, shared))
      assert.equal(found.pathname, '/start')
      assert.ok(found.siteBasePath.endsWith(`/${found.shareKey}/`))
      assert.ok(!found.canonicalUrl.includes(found.shareKey))
      const visitor = api.withToken(found.apiToken)
      const read = await visitor.get(`/spaces/${guarded.space}`)
      assert.equal(read.status, 200)
      assert.equal(read.headers.get('cache-control'), 'private, no-store')
      const at = `${sites}/${site.site}/published`
      const keyed = await ok(visitor.get(`${at}?shareKey=${found.shareKey}`))
      assert.ok(JSON.stringify(keyed.structure).includes(found.shareKey))
      assert.ok(!JSON.stringify(await ok(visitor.get(at))).includes(found.shareKey))
      assert.equal((await visitor.get(`${at}?shareKey=${'B'.repeat(24)}`)).status, 404)

      await ok(admin.patch(`${links}/${link.id}`, { active: false }))
      assert.equal((await visitor.get(`/spaces/${guarded.space}`)).status, 404)
      assert.equal((await resolve(api, shared)).status, 404)
      await ok(admin.patch(`${links}/${link.id}`, { active: true }))
      assert.equal((await visitor.get(`/spaces/${guarded.space}`)).status, 200)
      await admin.delete(`${links}/${link.id}`)
      assert.equal((await visitor.get(`/spaces/${guarded.space}`)).status, 404)
    })
  })

  describe('with a preview', () => {
    it('see a site that is not published, and change requests of it', async () => {
      const admin = api.as('admin')
      const space = await newSpace(api, 'Draft', { Start: 'Published words.' })
      const site = await newSite(api, 'Preview', [space])
      await ok(admin.post(`${sites}/${site.site}/unpublish`))
      const { url } = await ok(admin.get(`${sites}/${site.site}/publishing/preview`))
      assert.equal((await resolve(api, site.url)).status, 404)
      const found = await ok(resolve(api, url))
      assert.deepEqual([found.preview, found.space], [true, space])

      const request = await ok(
        admin.post(`/spaces/${space}/change-requests`, { subject: 'New words' }),
      )
      const path = `/spaces/${space}/change-requests/${request.id}`
      await ok(
        admin.post(`${path}/content`, {
          changes: [{ operation: 'insert_page', title: 'Proposed' }],
        }),
      )
      const { revision } = await ok(admin.get(path))
      const inRequest = new URL(url)
      inRequest.pathname += `~/changes/${request.number}/proposed`
      const shown = await ok(resolve(api, inRequest.href))
      assert.deepEqual(
        [shown.changeRequest, shown.revision, shown.pathname],
        [request.id, revision, '/proposed'],
      )
      assert.ok(shown.basePath.endsWith(`/~/changes/${request.number}/`))
      const visitor = api.withToken(shown.apiToken)
      const read = await visitor.get(`/spaces/${space}/revisions/${revision}`)
      assert.equal(read.status, 200)
      // The preview of the site alone does not open its change requests.
      const other = api.withToken(found.apiToken)
      assert.equal(
        (await other.get(`/spaces/${space}/revisions/${revision}`)).status,
        404,
      )

      const plain = `${site.url}~/changes/${request.number}/`
      await ok(admin.post(`${sites}/${site.site}/publish`))
      assert.equal((await resolve(api, plain)).status, 404)
      assert.equal((await admin.post('/urls/published', { url: plain })).status, 200)
      const outsider = await api.as('outsider').post('/urls/published', { url: plain })
      assert.equal(outsider.status, 404)
      const forged = new URL(url)
      forged.searchParams.set('preview', `${forged.searchParams.get('preview') ?? ''}x`)
      assert.equal((await resolve(api, forged.href)).status, 404)
      const elsewhere = new URL(guarded.url)
      elsewhere.searchParams.set(
        'preview',
        new URL(url).searchParams.get('preview') ?? '',
      )
      assert.equal((await resolve(api, elsewhere.href)).status, 404)
    })
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import {
  newSite,
  newSpace,
  ok,
  type PublishedScene,
  resolve,
  tokenFor,
} from '#test/test-published.ts'

/** The paths of all operations that read the content of a space. */
const reads = (space: string, { revision, page, file = 'x' }: TestBody) => [
  `/spaces/${space}`,
  `/spaces/${space}/content`,
  `/spaces/${space}/content/pages`,
  `/spaces/${space}/content/files`,
  `/spaces/${space}/content/page/${page}`,
  `/spaces/${space}/content/path/deep`,
  `/spaces/${space}/revisions/${revision}`,
  `/spaces/${space}/revisions/${revision}/pages`,
  `/spaces/${space}/revisions/${revision}/files`,
  `/spaces/${space}/revisions/${revision}/page/${page}`,
  `/spaces/${space}/revisions/${revision}/page/${page}/document`,
  `/spaces/${space}/revisions/${revision}/path/deep`,
  ...(file === 'x' ? [] : [`/spaces/${space}/content/files/${file}`]),
]

describe('published sites', () => {
  let api: TestApi
  let scene: PublishedScene
  before(async () => {
    api = await startTestApi()
    const space = await newSpace(api, 'Guide', {
      Start: 'Welcome to the garden.',
      Deep: 'Roots and soil.',
    })
    scene = await newSite(api, 'Garden docs', [space])
  })
  after(async () => api.stop())

  async function idsIn(space: string) {
    const { id: revision, pages } = await ok(
      api.as('admin').get(`/spaces/${space}/content`),
    )
    return { revision, page: pages.find((one: TestBody) => one.path === 'deep').id }
  }

  describe('resolving a URL', () => {
    it('finds the site, its space, the head and a token, without a token', async () => {
      const { status, headers, body } = await resolve(api, `${scene.url}deep?x=1#y`)
      assert.equal(status, 200)
      assert.equal(headers.get('cache-control'), 'private, no-store')
      const { revision } = await ok(api.as('admin').get(`/spaces/${scene.space}`))
      assert.match(body.apiToken, /^e30\.e30\.[\w-]{43}$/)
      assert.equal(body.head, revision)
      assert.deepEqual(
        [body.organization, body.site, body.space, body.pathname, body.complete],
        [api.organization, scene.site, scene.space, '/deep', true],
      )
      assert.equal(body.basePath, new URL(scene.url).pathname)
      assert.equal(body.siteBasePath, body.basePath)
      assert.equal(body.canonicalUrl, `${scene.url}deep`)
      assert.deepEqual(
        [body.audience, body.preview, body.contextId],
        ['', false, undefined],
      )
    })

    it('gives the same token for the same place, and another for another space', async () => {
      const other = await newSpace(api, 'Other', { One: 'Two.' })
      const both = await newSite(api, 'Both', [scene.space, other])
      const first = await tokenFor(api, both.url)
      assert.equal(await tokenFor(api, `${both.url}deep`), first)
      assert.notEqual(await tokenFor(api, `${both.url}other/one`), first)
      assert.notEqual(await tokenFor(api, scene.url), first)
    })

    it('answers the GET as the POST, and says that it is deprecated', async () => {
      const query = new URLSearchParams({ url: `${scene.url}deep` })
      const got = await api.anonymous().get(`/urls/published?${query.toString()}`)
      const posted = await resolve(api, `${scene.url}deep`)
      assert.equal(got.status, 200)
      assert.deepEqual(got.body, posted.body)
      assert.match(got.headers.get('deprecation') ?? '', /^@\d{10}$/)
      assert.ok(!posted.headers.has('deprecation'))
    })

    it('says the same of whatever is not there for a reader', async () => {
      const hidden = await newSite(api, 'Hidden', [scene.space])
      await ok(
        api.as('admin').post(`/orgs/${api.organization}/sites/${hidden.site}/unpublish`),
      )
      const urls = [
        hidden.url,
        `http://${scene.host}:3001/nowhere/`,
        `http://${scene.host}:3001/`,
        'http://nobody.localhost:3001/x/',
        'https://docs.example.com/x',
        'https://[::1]/',
        `${scene.url}%ff`,
        'ftp://acme.localhost/x',
      ]
      const texts = new Set<string>()
      for (const url of urls) {
        const { status, body } = await resolve(api, url)
        assert.equal(status, 404, url)
        texts.add(body.error.message)
      }
      assert.equal(texts.size, 1)
    })

    it('leads old names of a site to the new one for good', async () => {
      const renamed = await newSite(api, 'Old name', [scene.space])
      const basename = 'brand-new'
      await ok(
        api
          .as('admin')
          .patch(`/orgs/${api.organization}/sites/${renamed.site}`, { basename }),
      )
      const { body } = await resolve(api, `${renamed.url}deep/er?x=1`)
      assert.deepEqual(body, {
        target: 'content',
        permanent: true,
        redirect: `http://${renamed.host}:3001/brand-new/deep/er?x=1`,
      })
    })

    it('finds a site by any name that can be one segment of a path', async () => {
      const named = await newSite(api, 'Any name', [scene.space])
      const path = `/orgs/${api.organization}/sites/${named.site}`
      for (const basename of [
        'v1.2',
        'Guide d’été',
        'ドキュメント',
        'a:b@c&d=e+f;g,h$i',
        '100% #1?',
        '...',
        '"<b>\u0020',
        'e\u0301',
        'é'.repeat(100),
      ]) {
        const { urls, basename: kept } = await ok(
          api.as('admin').patch(path, { basename }),
        )
        assert.equal(kept, basename.normalize('NFC'))
        const url = new URL(urls.published)
        assert.equal(url.href, urls.published)
        assert.equal(url.search + url.hash, '')
        const found = await ok(resolve(api, `${urls.published}start`))
        assert.deepEqual([found.site, found.siteBasePath], [named.site, url.pathname])
        assert.equal(found.canonicalUrl, `${urls.published}start`)
      }
      const { body } = await resolve(api, `http://${named.host}:3001/v1.2/deep/er`)
      assert.equal(
        body.redirect,
        `http://${named.host}:3001/${'%C3%A9'.repeat(100)}/deep/er`,
      )
    })

    it('leads into the variant that is named, and says what more can be named', async () => {
      const other = await newSpace(api, 'Version two', { Start: 'Again.' })
      const both = await newSite(api, 'Variants', [scene.space, other])
      const bare = await ok(resolve(api, both.url))
      assert.deepEqual(
        [bare.space, bare.complete, bare.pathname],
        [scene.space, false, '/'],
      )
      const named = await ok(resolve(api, `${both.url}version-two`))
      assert.deepEqual([named.space, named.complete, named.pathname], [other, true, '/'])
      assert.equal(named.basePath, `${new URL(both.url).pathname}version-two/`)
      const page = await ok(resolve(api, `${both.url}version-two/start`))
      assert.deepEqual([page.space, page.pathname], [other, '/start'])
      assert.equal(page.canonicalUrl, `${both.url}version-two/start`)
    })

    it('shows the new head as soon as an edit was answered', async () => {
      for (let round = 0; round < 5; round += 1) {
        const changes = [{ operation: 'insert_page', title: `Round ${round}` }]
        const written = await ok(
          api.as('admin').post(`/spaces/${scene.space}/content`, { changes }),
        )
        assert.equal((await ok(resolve(api, scene.url))).head, written.revision)
      }
    })
  })

  describe('a content token', () => {
    it('reads the content of its site', async () => {
      const visitor = api.withToken(await tokenFor(api, scene.url))
      const ids = await idsIn(scene.space)
      for (const path of reads(scene.space, ids)) {
        assert.equal((await visitor.get(path)).status, 200, path)
      }
      const page = await visitor.get(
        `/spaces/${scene.space}/revisions/${ids.revision}/page/${ids.page}?format=markdown`,
      )
      assert.equal(page.body.markdown.trim(), 'Roots and soil.')
    })

    it('tells nothing of how a space is worked on', async () => {
      const visitor = api.withToken(await tokenFor(api, scene.url))
      await ok(
        api.as('admin').post(`/spaces/${scene.space}/change-requests`, { subject: 'X' }),
      )
      const { body } = await visitor.get(`/spaces/${scene.space}`)
      assert.equal(
        body.changeRequestsOpen + body.changeRequestsDraft + body.changeRequests,
        0,
      )
      assert.equal(body.parent, undefined)
      assert.deepEqual(body.permissions.edit, false)
      assert.deepEqual(body.permissions.view, true)
    })

    it('does not read change requests of its spaces', async () => {
      const visitor = api.withToken(await tokenFor(api, scene.url))
      const request = await ok(
        api
          .as('admin')
          .post(`/spaces/${scene.space}/change-requests`, { subject: 'Secret' }),
      )
      const path = `/spaces/${scene.space}/change-requests/${request.id}/content`
      await ok(
        api
          .as('admin')
          .post(path, { changes: [{ operation: 'insert_page', title: 'Secret' }] }),
      )
      const { revision } = await ok(
        api.as('admin').get(`/spaces/${scene.space}/change-requests/${request.id}`),
      )
      assert.equal((await visitor.get(path)).status, 403)
      const read = await visitor.get(`/spaces/${scene.space}/revisions/${revision}`)
      assert.equal(read.status, 404)
      const missing = await visitor.get(
        `/spaces/${scene.space}/revisions/0AbsentAbsentAbsent0`,
      )
      assert.equal(
        read.body.error.message.replace(revision, ''),
        missing.body.error.message.replace('0AbsentAbsentAbsent0', ''),
      )
    })

    it('sees what is not of its site exactly as if it did not exist', async () => {
      const visitor = api.withToken(await tokenFor(api, scene.url))
      const secret = await newSpace(api, 'Secret', { Deep: 'Hidden.' })
      const ids = await idsIn(secret)
      const absent = '0AbsentAbsentAbsent0'
      const missing = reads(absent, ids)
      for (const [index, path] of reads(secret, ids).entries()) {
        const hidden = await visitor.get(path)
        const none = await visitor.get(missing[index] ?? '')
        assert.equal(hidden.status, 404, path)
        assert.equal(
          hidden.body.error.message.replaceAll(secret, absent),
          none.body.error.message,
          path,
        )
      }
      const other = await newSite(api, 'Other site', [secret])
      for (const path of ['published', 'search'] as const) {
        const at = `/orgs/${api.organization}/sites/${other.site}/${path}`
        const reply =
          path === 'search'
            ? await visitor.post(at, { query: 'x' })
            : await visitor.get(at)
        assert.equal(reply.status, 404, path)
      }
      const foreign = `/orgs/${api.otherOrganization}/sites/${scene.site}/published`
      assert.equal((await visitor.get(foreign)).status, 404)
    })

    it('may call nothing else', async () => {
      const visitor = api.withToken(await tokenFor(api, scene.url))
      const calls = [
        await visitor.get('/user'),
        await visitor.get(`/orgs/${api.organization}`),
        await visitor.get(`/orgs/${api.organization}/sites`),
        await visitor.get(`/spaces/${scene.space}/revisions`),
        await visitor.get(`/spaces/${scene.space}/search?query=x`),
        await visitor.patch(`/spaces/${scene.space}`, { title: 'Mine' }),
        await visitor.post(`/spaces/${scene.space}/content`, { changes: [] }),
        await visitor.delete(`/orgs/${api.organization}/sites/${scene.site}`),
      ]
      for (const { status, body } of calls) {
        assert.equal(status, 403)
        assert.equal(body.error.reason, 'visitor_token')
      }
    })

    it('is refused when it is unknown, cut or expired', async () => {
      const token = await tokenFor(api, scene.url)
      const path = `/spaces/${scene.space}`
      const forged = `e30.e30.${'A'.repeat(43)}`
      for (const wrong of [
        forged,
        token.slice(0, -1),
        `${token}A`,
        `x${token}`,
        'e30.e30.',
      ]) {
        assert.equal((await api.withToken(wrong).get(path)).status, 401, wrong)
      }
      const expiring = await newSite(api, 'Expiring', [scene.space])
      const fresh = await tokenFor(api, expiring.url)
      await api.rows(
        `update site_token set expires_at = now() - interval '1 second' where site_id = $1`,
        [expiring.site],
      )
      assert.equal((await api.withToken(fresh).get(path)).status, 401)
    })

    it('stops at once when the site is closed, and when a space leaves it', async () => {
      const admin = api.as('admin')
      const space = await newSpace(api, 'Leaving', { Deep: 'Soon gone.' })
      const site = await newSite(api, 'Closing', [scene.space, space])
      const visitor = api.withToken(await tokenFor(api, site.url))
      const statuses = async () => [
        (await visitor.get(`/spaces/${scene.space}`)).status,
        (await visitor.get(`/spaces/${space}/content`)).status,
      ]
      assert.deepEqual(await statuses(), [200, 200])
      await admin.delete(`/spaces/${space}`)
      assert.deepEqual(await statuses(), [200, 404])
      await ok(admin.post(`/spaces/${space}/restore`))
      assert.deepEqual(await statuses(), [200, 200])
      const at = `/orgs/${api.organization}/sites/${site.site}`
      await ok(admin.post(`${at}/unpublish`))
      assert.deepEqual(await statuses(), [404, 404])
      await ok(admin.post(`${at}/publish`))
      assert.deepEqual(await statuses(), [200, 200])
      await ok(admin.patch(at, { visibility: 'visitor-auth' }))
      assert.deepEqual(await statuses(), [404, 404])
      await admin.delete(at)
      assert.deepEqual(await statuses(), [404, 404])
    })

    it('says that nothing has changed to whoever has the answer', async () => {
      const visitor = api.withToken(await tokenFor(api, scene.url))
      const path = `/spaces/${scene.space}/content`
      const first = await visitor.get(path)
      const again = await visitor.get(path, {
        'if-none-match': first.headers.get('etag') ?? '',
      })
      assert.equal(again.status, 304)
    })
  })

  describe('the published site', () => {
    it('is all that a renderer needs, for visitors and members', async () => {
      const at = `/orgs/${api.organization}/sites/${scene.site}/published`
      const visitor = await ok(api.withToken(await tokenFor(api, scene.url)).get(at))
      const member = await ok(api.as('admin').get(at))
      for (const body of [visitor, member]) {
        assert.equal(body.object, 'published-content-site')
        assert.equal(body.site.id, scene.site)
        assert.equal(body.structure.type, 'siteSpaces')
        const [siteSpace] = body.structure.structure
        assert.equal(siteSpace.space.id, scene.space)
        assert.equal(siteSpace.urls.published, scene.url)
        assert.ok(body.customizations.siteSpaces[siteSpace.id].styling)
        assert.deepEqual(body.scripts, [])
      }
      const { view, ...others } = visitor.site.permissions
      assert.deepEqual([view, ...new Set(Object.values(others))], [true, false])
    })

    it('is not there for anybody while the site is not published', async () => {
      const hidden = await newSite(api, 'Draft', [scene.space])
      await ok(
        api.as('admin').post(`/orgs/${api.organization}/sites/${hidden.site}/unpublish`),
      )
      const at = `/orgs/${api.organization}/sites/${hidden.site}/published`
      assert.equal((await api.as('admin').get(at)).status, 404)
    })
  })

  describe('content by its URL', () => {
    it('finds spaces, pages and change requests of the app, and published pages', async () => {
      const admin = api.as('admin')
      const ask = async (url: string) =>
        admin.get(`/urls/content?${new URLSearchParams({ url }).toString()}`)
      const space = await ok(admin.get(`/spaces/${scene.space}`))
      assert.equal((await ok(ask(space.urls.app))).space.id, scene.space)
      const page = await ok(ask(`${space.urls.app}/deep`))
      assert.equal(page.page.path, 'deep')
      const request = await ok(
        admin.post(`/spaces/${scene.space}/change-requests`, { subject: 'Look' }),
      )
      assert.equal((await ok(ask(request.urls.app))).changeRequest.id, request.id)
      assert.equal((await ok(ask(`${scene.url}deep`))).page.path, 'deep')
      assert.equal((await ask('http://lectern.test/s/0AbsentAbsentAbsent0')).status, 404)
      const outsider = await api
        .as('outsider')
        .get(`/urls/content?${new URLSearchParams({ url: space.urls.app }).toString()}`)
      assert.equal(outsider.status, 404)
    })
  })
})

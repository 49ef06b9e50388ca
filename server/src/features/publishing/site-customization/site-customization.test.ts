import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { SiteCustomizationSettings } from '@lectern/contract/site-customization.ts'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { eventsOf, nodesOf } from '#test/test-nodes.ts'
import { refusesOthers } from '#test/test-site-refusals.ts'
import { reasonOf, sitesOf, type TestSite } from '#test/test-sites.ts'

import { siteSettings } from './merge-customization.ts'

const defaultCustomization = siteSettings(undefined)

const other: SiteCustomizationSettings = {
  ...defaultCustomization,
  title: 'Acme docs',
  styling: {
    ...defaultCustomization.styling,
    theme: 'bold',
    tint: { color: { light: '#abc', dark: '#AABBCC' } },
  },
  favicon: {
    icon: { light: 'https://acme.example/l.png', dark: 'https://acme.example/d.png' },
  },
  header: {
    preset: 'custom',
    logo: { light: 'https://acme.example/l.svg', dark: 'http://acme.example/d.svg' },
    links: [
      {
        title: 'Status',
        style: 'button-primary',
        to: { kind: 'url', url: 'https://status.acme.example' },
        links: [{ title: 'Past', to: { kind: 'page', page: 'some-page' } }],
        condition: 'visitor.claims.beta == true',
      },
      { title: 'Menu', to: null, links: [] },
    ],
  },
  footer: {
    groups: [
      {
        title: 'Us',
        links: [{ title: 'Blog', to: { kind: 'url', url: 'HTTPS://acme.example/blog' } }],
      },
    ],
    copyright: '© Acme',
  },
  announcement: { enabled: true, message: 'New release', style: 'info' },
  privacyPolicy: { url: 'https://acme.example/privacy' },
}

const places = (url: string) => [
  { ...other, favicon: { icon: { light: url, dark: 'https://a.example/' } } },
  {
    ...other,
    header: { preset: 'none', links: [], logo: { light: url, dark: url } },
  },
  {
    ...other,
    header: {
      preset: 'none',
      links: [{ title: 'x', to: { kind: 'url', url }, links: [] }],
    },
  },
  {
    ...other,
    header: {
      preset: 'none',
      links: [
        { title: 'x', to: null, links: [{ title: 'y', to: { kind: 'url', url } }] },
      ],
    },
  },
  {
    ...other,
    footer: {
      groups: [{ title: 'x', links: [{ title: 'y', to: { kind: 'url', url } }] }],
    },
  },
  {
    ...other,
    announcement: {
      enabled: true,
      message: 'Hello',
      style: 'info',
      link: { title: 'y', to: { kind: 'url', url } },
    },
  },
  { ...other, privacyPolicy: { url } },
  { ...other, socialPreview: { url } },
]

const under = (condition: string) => ({
  ...other,
  header: { preset: 'none', links: [{ title: 'x', to: null, links: [], condition }] },
})

describe('the customization of a site', () => {
  let api: TestApi
  let site: TestSite
  let path: string
  before(async () => {
    api = await startTestApi()
    site = await sitesOf(api)()
    path = `${site.path}/customization`
  })
  after(async () => api.stop())

  const versions = async () => {
    const [row] = await api.rows(
      'select version, epoch from site where organization_id = $1 and id = $2',
      [api.organization, site.id],
    )
    return row
  }

  it('takes what it answers, and refuses what nobody can choose yet', async () => {
    const fresh = await sitesOf(api)()
    const { id } = await fresh.siteSpace('Shown')
    const admin = api.as('admin')
    const ofSite = `${fresh.path}/customization`
    const ofSiteSpace = `${fresh.path}/site-spaces/${id}/customization`
    const theme = { light: 'monokai', dark: 'monokai' }
    for (const [method, target] of [
      ['PUT', ofSite],
      ['PATCH', ofSiteSpace],
    ] as const) {
      const { body: given } = await admin.get(target)
      const send = async (change: object) =>
        admin.send(method, target, { ...given, ...change }, { prefer: 'handling=strict' })
      assert.deepEqual((await send({})).body, given)
      for (const [name, change] of Object.entries({
        'styling.codeTheme': {
          styling: { ...given.styling, codeTheme: { default: theme } },
        },
        'pageActions.items': { pageActions: { ...given.pageActions, items: ['mcp'] } },
        socialAccounts: { socialAccounts: [{ platform: 'x', handle: 'acme' }] },
      })) {
        const refused = await send(change)
        assert.deepEqual(reasonOf(refused), [400, 'invalid_request'], name)
        assert.match(refused.body.error.message, /yet/, name)
        assert.equal(refused.body.error.details[0].path, `body.${name}`)
      }
      // Whoever changes a choice sends the items that follow from the one before.
      const less = await send({ pageActions: { ...given.pageActions, markdown: false } })
      assert.equal(less.status, 200)
      assert.deepEqual(less.body.pageActions.items, ['pdf'])
    }
  })

  it('is complete before anybody has touched it, for everyone with a role', async () => {
    const fresh = await sitesOf(api)()
    const reply = await api.as('read').get(`${fresh.path}/customization?unmasked=true`)
    assert.equal(reply.status, 200)
    assert.deepEqual(reply.body, defaultCustomization)
    await refusesOthers(api, {
      needed: 'read',
      siteId: site.id,
      send: async (by, at) => by.get(`${at}/customization`),
    })
  })

  it('is replaced as a whole, and readers are shown it anew', async () => {
    const earlier = await versions()
    const put = await api.as('admin').put(path, other)
    assert.deepEqual([put.status, put.body], [200, other])
    assert.deepEqual((await api.as('read').get(path)).body, other)
    const now = await versions()
    assert.deepEqual([now.version, now.epoch], [earlier.version + 1, earlier.epoch + 1])
    const events = await eventsOf(api, `site:${site.id}`)
    const last = events.at(-1)
    assert.equal(last.type, 'site_customization_updated')
    assert.ok(last.payload.settings.includes('styling'))

    const back = await api.as('admin').put(path, defaultCustomization)
    assert.deepEqual(back.body, defaultCustomization, 'what is left out is unset')
  })

  it('honours If-None-Match and If-Match by the version of the site', async () => {
    const { headers } = await api.as('read').get(path)
    const etag = headers.get('etag') ?? ''
    const again = await api.as('read').get(path, { 'if-none-match': etag })
    assert.equal(again.status, 304)
    const matching = { 'if-match': etag }
    const first = await api.as('admin').send('PUT', path, other, matching)
    assert.equal(first.status, 200)
    const second = await api.as('admin').send('PUT', path, other, matching)
    assert.deepEqual([second.status, second.body.error.reason], [412, 'version_mismatch'])
  })

  it('needs every branch of it and values that exist', async () => {
    const { themes, ...without } = other
    assert.ok(themes)
    const { styling } = other
    for (const body of [
      {},
      without,
      { ...other, styling: { ...styling, theme: 'loud' } },
      { ...other, styling: { ...styling, primaryColor: { light: 'red', dark: '#000' } } },
      {
        ...other,
        styling: { ...styling, primaryColor: { light: '#12345', dark: '#000' } },
      },
      { ...other, styling: { ...styling, font: 'Comic' } },
      { ...other, title: 'x' },
      { ...other, footer: { groups: [], copyright: 'x'.repeat(301) } },
      {
        ...other,
        header: {
          ...other.header,
          links: Array.from({ length: 51 }, () => other.header.links[1]),
        },
      },
      { ...other, announcement: { enabled: true, message: 'x', style: 'info' } },
    ]) {
      const reply = await api.as('admin').put(path, body)
      assert.deepEqual([reply.status, reply.body.error.reason], [400, 'invalid_request'])
    }
    const large = { ...other, extra: 'x'.repeat(300_000) }
    assert.equal((await api.as('admin').put(path, large)).status, 413)
  })

  it('takes no address that is not of the web, wherever one can stand', async () => {
    const bad = [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//evil.example/x',
      'https:evil.example',
    ]
    for (const url of bad) {
      for (const [place, body] of places(url).entries()) {
        const reply = await api.as('admin').put(path, body)
        assert.equal(reply.status, 400, `${url} at ${place}`)
      }
    }
    const named = await api.as('admin').put(path, places('javascript:alert(1)')[4])
    assert.equal(named.body.error.details[0].path, 'body.footer.groups[0].links[0].to')
  })

  it('links to spaces of the organization alone, and keeps those that are deleted since', async () => {
    const space = await nodesOf(api).space({ title: 'Linked' })
    const linking = (id: string) => ({
      ...other,
      footer: {
        groups: [
          { title: 'x', links: [{ title: 'y', to: { kind: 'space', space: id } }] },
        ],
      },
    })
    const foreign = await api.as('admin').put(path, linking('nowhere'))
    assert.equal(foreign.status, 400)
    assert.match(foreign.body.error.message, /links\[0\]\.to\.space names "nowhere"/)
    assert.equal((await api.as('admin').put(path, linking(space))).status, 200)
    assert.equal((await api.as('admin').delete(`/spaces/${space}`)).status, 204)
    assert.equal((await api.as('admin').put(path, linking(space))).status, 200)
    const reusable = { kind: 'reusable-content', reusableContent: 'x' }
    const header = { preset: 'none', links: [{ title: 'x', to: reusable, links: [] }] }
    assert.equal((await api.as('admin').put(path, { ...other, header })).status, 400)
  })

  it('takes conditions on the visitor that can be read, and no others', async () => {
    assert.equal((await api.as('admin').put(path, under(''))).status, 200)
    for (const condition of ['visitor.', 'process.env']) {
      const { status, body } = await api.as('admin').put(path, under(condition))
      assert.deepEqual([status, body.error.reason], [400, 'invalid_condition'], condition)
    }
    assert.equal((await api.as('admin').put(path, under('x'.repeat(1025)))).status, 400)
  })

  it('is changed by admins alone', async () => {
    await refusesOthers(api, {
      needed: 'admin',
      siteId: site.id,
      send: async (by, at) => by.put(`${at}/customization`, other),
    })
  })
})

describe('the customization of a site-space', () => {
  let api: TestApi
  let site: TestSite
  let siteSpace: string
  let path: string
  before(async () => {
    api = await startTestApi()
    site = await sitesOf(api)()
    ;({ id: siteSpace } = await site.siteSpace('One'))
    path = `${site.path}/site-spaces/${siteSpace}/customization`
  })
  after(async () => api.stop())

  it('is that of the site until it is overridden, and again after null or removal', async () => {
    await api.as('admin').put(`${site.path}/customization`, other)
    assert.deepEqual((await api.as('read').get(path)).body, other)

    const patched = await api.as('admin').patch(path, {
      title: 'Mine',
      styling: { theme: 'gradient', primaryColor: null },
      themes: { default: 'dark' },
    })
    const merged = {
      ...other,
      title: 'Mine',
      styling: { ...other.styling, theme: 'gradient' },
      themes: { ...other.themes, default: 'dark' },
    }
    assert.deepEqual([patched.status, patched.body], [200, merged])
    assert.deepEqual((await api.as('read').get(path)).body, merged)
    assert.deepEqual((await api.as('read').get(`${site.path}/customization`)).body, other)

    const taken = await api.as('admin').patch(path, { title: null, themes: null })
    assert.deepEqual([taken.body.title, taken.body.themes], [other.title, other.themes])
    assert.equal(taken.body.styling.theme, 'gradient')

    assert.equal((await api.as('admin').delete(path)).status, 204)
    assert.equal((await api.as('admin').delete(path)).status, 204)
    assert.deepEqual((await api.as('read').get(path)).body, other)
    const rows = await api.rows(
      'select 1 from site_customization where site_space_id = $1',
      [siteSpace],
    )
    assert.equal(rows.length, 0)
  })

  it('stores nothing once the last override is taken back', async () => {
    await api.as('admin').patch(path, { pdf: { enabled: false } })
    await api.as('admin').patch(path, { pdf: { enabled: null } })
    const rows = await api.rows(
      'select 1 from site_customization where site_space_id = $1',
      [siteSpace],
    )
    assert.equal(rows.length, 0)
  })

  it('refuses what the site would refuse', async () => {
    const to = { kind: 'url', url: 'javascript:alert(1)' }
    for (const body of [
      { header: { links: [{ title: 'x', to, links: [] }] } },
      {
        announcement: {
          enabled: true,
          message: 'Hello',
          style: 'info',
          link: { title: 'x', to },
        },
      },
      { styling: { theme: 'loud' } },
      { privacyPolicy: { url: 'javascript:alert(1)' } },
    ]) {
      assert.equal((await api.as('admin').patch(path, body)).status, 400)
    }
  })

  it('is hidden while its space is in the trash, and from those who may not see it', async () => {
    const hidden = await nodesOf(api).space({ title: 'Hidden', defaultLevel: null })
    const { body } = await api
      .as('admin')
      .post(`${site.path}/site-spaces`, { spaceId: hidden })
    const own = `${site.path}/site-spaces/${body.id}/customization`
    assert.equal((await api.as('admin').get(own)).status, 200)
    assert.equal((await api.as('read').get(own)).status, 404)
    await api.as('admin').delete(`/spaces/${hidden}`)
    assert.equal((await api.as('admin').get(own)).status, 404)
    assert.equal((await api.as('admin').patch(own, {})).status, 404)
  })

  it('is read with any role and changed by admins alone, of the site it is in', async () => {
    const at = `site-spaces/${siteSpace}/customization`
    await refusesOthers(api, {
      needed: 'read',
      siteId: site.id,
      send: async (by, here) => by.get(`${here}/${at}`),
    })
    await refusesOthers(api, {
      needed: 'admin',
      siteId: site.id,
      send: async (by, here) => by.patch(`${here}/${at}`, {}),
    })
    await refusesOthers(api, {
      needed: 'admin',
      siteId: site.id,
      send: async (by, here) => by.delete(`${here}/${at}`),
    })
    const elsewhere = await sitesOf(api)()
    assert.equal((await api.as('admin').get(`${elsewhere.path}/${at}`)).status, 404)
    assert.equal((await api.as('admin').patch(`${elsewhere.path}/${at}`, {})).status, 404)
  })
})

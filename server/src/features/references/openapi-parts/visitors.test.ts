import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { apiDocument, operationBlock, publishSpec } from '#test/test-openapi.ts'
import {
  newSite,
  newSpace,
  ok,
  type PublishedScene,
  tokenFor,
} from '#test/test-published.ts'

const forPro = 'visitor.claims.plan == "pro"'
const adaptiveSchema = {
  type: 'object',
  properties: { plan: { type: 'string', enum: ['pro', 'free'] } },
  additionalProperties: false,
}
const encoded = (value: object) =>
  Buffer.from(JSON.stringify(value)).toString('base64url')

describe('visitors of a site', () => {
  let api: TestApi
  let scene: PublishedScene
  let elsewhere: PublishedScene
  before(async () => {
    api = await startTestApi()
    for (const slug of [
      'shown',
      'listed',
      'conditional',
      'gated',
      'included',
      'placed',
      'drafted',
      'lonely',
    ]) {
      await publishSpec(api, slug, apiDocument({ '/a': `Of ${slug}` }))
    }
    const space = await newSpace(api, 'Manual', {
      Start: operationBlock('Shown', '/a'),
      Gated: `{% if ${forPro} %}\n\n${operationBlock('gated', '/a')}\n\n{% endif %}\n`,
    })
    const admin = api.as('admin')
    const changes = [
      {
        operation: 'insert_page',
        title: 'Conditional',
        condition: forPro,
        document: { markdown: operationBlock('conditional', '/a') },
      },
      {
        operation: 'insert_page',
        title: 'Unlisted',
        hidden: true,
        document: { markdown: operationBlock('listed', '/a') },
      },
    ]
    await ok(admin.post(`/spaces/${space}/content`, { changes }))
    const secret = await newSpace(api, 'Secret', {
      Start: operationBlock('placed', '/a'),
    })
    scene = await newSite(api, 'Site', [space, secret], { visibility: 'public' })
    const site = `/orgs/${api.organization}/sites/${scene.site}`
    await ok(admin.patch(site, { adaptiveContent: { enabled: true } }))
    await ok(admin.put(`${site}/adaptive-schema`, { jsonSchema: adaptiveSchema }))
    const { items } = await ok(admin.get(`${site}/site-spaces`))
    const placed = items.find(({ space: { id } }: TestBody) => id === secret)
    await ok(admin.patch(`${site}/site-spaces/${placed.id}`, { condition: forPro }))
    const draft = await ok(admin.post(`/spaces/${space}/change-requests`, {}))
    const inDraft = { markdown: operationBlock('drafted', '/a') }
    await ok(
      admin.post(`/spaces/${space}/change-requests/${draft.id}/content`, {
        changes: [{ operation: 'insert_page', title: 'Draft', document: inDraft }],
      }),
    )
    const other = await newSpace(api, 'Other', { Start: 'Nothing here.' })
    elsewhere = await newSite(api, 'Elsewhere', [other], { visibility: 'public' })
  })
  after(async () => api.stop())

  async function tokenOf(plan: string): Promise<string> {
    const path = `/orgs/${api.organization}/sites/${scene.site}/publishing/auth`
    const { privateKey } = await ok(api.as('admin').get(path))
    const exp = Math.floor(Date.now() / 1000) + 3600
    const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ exp, plan })}`
    const signature = createHmac('sha256', privateKey).update(text).digest('base64url')
    return tokenFor(api, scene.url, { visitor: { jwtToken: `${text}.${signature}` } })
  }

  const partOf = async (token: string, slug: string) => {
    const url = `/orgs/${api.organization}/openapi/${slug}/parts`
    const parts = [{ kind: 'operation', name: 'get /a' }]
    return api.withToken(token).post(url, { parts })
  }
  const statusOf = async (token: string, slug: string) =>
    (await partOf(token, slug)).status

  it('read a specification that a page which they see shows', async () => {
    const token = await tokenFor(api, scene.url)
    const { status, body } = await partOf(token, 'shown')
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.parts[0].part.summary, 'Of shown')
    assert.equal(await statusOf(token, 'listed'), 200)
  })

  it('find none where pages and blocks are not for them', async () => {
    const everybody = await tokenFor(api, scene.url)
    const [pro, free] = [await tokenOf('pro'), await tokenOf('free')]
    for (const slug of ['conditional', 'gated', 'placed']) {
      assert.equal(await statusOf(pro, slug), 200, slug)
      assert.equal(await statusOf(everybody, slug), 404, slug)
      assert.equal(await statusOf(free, slug), 404, slug)
    }
    for (const token of [everybody, pro]) {
      assert.equal(await statusOf(token, 'drafted'), 404)
      assert.equal(await statusOf(token, 'lonely'), 404)
      assert.equal(await statusOf(token, 'missing'), 404)
    }
    const stranger = await tokenFor(api, elsewhere.url)
    assert.equal(await statusOf(stranger, 'shown'), 404)
    const missing = await partOf(everybody, 'missing')
    const hidden = await partOf(everybody, 'gated')
    assert.equal(hidden.body.error.reason, missing.body.error.reason)
  })

  it('of another organization find none, whatever it is called', async () => {
    const token = await tokenFor(api, scene.url)
    const parts = [{ kind: 'operation', name: 'get /a' }]
    const url = `/orgs/${api.otherOrganization}/openapi/shown/parts`
    assert.equal((await api.withToken(token).post(url, { parts })).status, 404)
  })

  it('read it through reusable content, and no more once the block is removed', async () => {
    const admin = api.as('admin')
    const content = `/spaces/${scene.space}/content`
    const token = await tokenFor(api, scene.url)
    const { changes } = await ok(
      admin.post(content, {
        changes: [
          {
            operation: 'insert_reusable_content',
            title: 'Words',
            document: { markdown: operationBlock('included', '/a') },
          },
        ],
      }),
    )
    assert.equal(await statusOf(token, 'included'), 404, 'nothing includes it yet')
    const { reusableContent } = changes[0]
    const markdown = `{% include "lectern:reusable-content/${reusableContent}" %}\n`
    const inserted = await ok(
      admin.post(content, {
        changes: [
          { operation: 'insert_page', title: 'Including', document: { markdown } },
        ],
      }),
    )
    assert.equal(await statusOf(token, 'included'), 200)
    const { page } = inserted.changes[0]
    await ok(admin.post(content, { changes: [{ operation: 'delete_page', page }] }))
    assert.equal(await statusOf(token, 'included'), 404)
  })

  it('find none that a guest would show them, who sees none', async () => {
    const admin = api.as('admin')
    const space = await newSpace(api, 'Guests', { Start: 'Words.' })
    await ok(
      admin.post(`/spaces/${space}/permissions`, {
        role: 'admin',
        users: [api.users.guest],
      }),
    )
    const shown = await newSite(api, 'Guests', [space], { visibility: 'public' })
    const block = { markdown: operationBlock('lonely', '/a') }
    const insert = { operation: 'insert_page', title: 'P', document: block }
    const reusable = { operation: 'insert_reusable_content', title: 'R', document: block }
    const guest = api.as('guest')
    const { id } = await ok(guest.post(`/spaces/${space}/change-requests`, {}))
    for (const url of [
      `/spaces/${space}/content`,
      `/spaces/${space}/change-requests/${id}/content`,
    ]) {
      for (const change of [insert, reusable]) {
        const { status, body } = await guest.post(url, { changes: [change] })
        assert.equal(status, 403, JSON.stringify(body))
      }
    }
    assert.equal(await statusOf(await tokenFor(api, shown.url), 'lonely'), 404)
    await ok(admin.post(`/spaces/${space}/content`, { changes: [insert] }))
    assert.equal(await statusOf(await tokenFor(api, shown.url), 'lonely'), 200)
    await ok(guest.post(`/spaces/${space}/content`, { changes: [insert] }))
  })
})

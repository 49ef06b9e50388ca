import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { newSite, newSpace, ok, resolve } from '#test/test-published.ts'

describe('whoever has a preview of a change request', () => {
  let api: TestApi
  let space: string
  let site: string
  let opened: TestBody
  let request: TestBody
  let other: TestBody
  before(async () => {
    api = await startTestApi()
    space = await newSpace(api, 'Manual', { Start: 'Published words.' })
    const scene = await newSite(api, 'Previewed', [space])
    site = scene.site
    const admin = api.as('admin')
    const requests = `/spaces/${space}/change-requests`
    const mergeRules = { type: 'rules', rules: [{ rule: 'require_author_to_merge' }] }
    await ok(admin.patch(`/spaces/${space}`, { mergeRules }))
    request = await ok(admin.post(requests, { subject: 'New words' }))
    const leaf = { object: 'leaf', text: 'For Ann.', marks: [] }
    const text = { object: 'text', leaves: [leaf] }
    const block = { object: 'block', type: 'paragraph', data: {}, nodes: [text] }
    const description = { object: 'document', data: {}, nodes: [block] }
    await ok(admin.patch(`${requests}/${request.id}`, { description }))
    other = await ok(admin.post(requests, { subject: 'Others' }))
    await ok(
      admin.post(`${requests}/${request.id}/content`, {
        changes: [{ operation: 'insert_page', title: 'Proposed' }],
      }),
    )
    request = await ok(admin.get(`${requests}/${request.id}`))
    const preview = `/orgs/${api.organization}/sites/${site}/publishing/preview`
    const { url } = await ok(admin.get(preview))
    const inRequest = new URL(url)
    inRequest.pathname += `~/changes/${request.number}/`
    opened = {
      site: await ok(resolve(api, url)),
      request: await ok(resolve(api, inRequest.href)),
      plain: await ok(resolve(api, scene.url)),
    }
  })
  after(async () => api.stop())

  const asked = (name: string | number) => `/spaces/${space}/change-requests/${name}`

  it('reads it by its id and by its number, without anything of the people behind it', async () => {
    const visitor = api.withToken(opened.request.apiToken)
    for (const name of [request.id, request.number, opened.request.changeRequest]) {
      const { status, body } = await visitor.get(asked(name))
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual(body, {
        object: 'change-request',
        id: request.id,
        number: request.number,
        status: request.status,
        subject: 'New words',
        createdBy: {
          object: 'user',
          id: 'hidden',
          displayName: '',
          urls: { location: 'http://lectern.test/v1/users/hidden' },
        },
        createdAt: request.createdAt,
        updatedAt: request.updatedAt,
        space,
        revision: request.revision,
        revisionInitial: request.revisionInitial,
        comments: 0,
        outdated: false,
        merge: { allowed: false, unmet: [] },
        urls: request.urls,
      })
      const text = JSON.stringify(body)
      assert.ok(!text.includes(api.users.admin))
      assert.ok(!text.includes(request.createdBy.displayName))
    }
    // The renderer reads the revision that the answer names.
    const { revision } = (await visitor.get(asked(request.number))).body
    const read = await visitor.get(`/spaces/${space}/revisions/${revision}`)
    assert.equal(read.status, 200)
  })

  it('finds no other one, nor any in another space', async () => {
    const visitor = api.withToken(opened.request.apiToken)
    const elsewhere = await newSpace(api, 'Elsewhere', {})
    const foreign = await ok(
      api.as('admin').post(`/spaces/${elsewhere}/change-requests`, { subject: 'Far' }),
    )
    const missing = await visitor.get(asked('no-such-request'))
    assert.equal(missing.status, 404)
    for (const name of [other.id, other.number, 99, foreign.id, space]) {
      const { status, body } = await visitor.get(asked(name))
      assert.equal(status, 404, String(name))
      assert.equal(
        body.error.message.replace(String(name), ''),
        missing.body.error.message.replace('no-such-request', ''),
      )
    }
    for (const name of [request.id, foreign.id, foreign.number]) {
      const path = `/spaces/${elsewhere}/change-requests/${name}`
      assert.equal((await visitor.get(path)).status, 404)
    }
    assert.equal((await visitor.get(`${asked(request.id)}/comments`)).status, 403)
    assert.equal((await visitor.get(`/spaces/${space}/change-requests`)).status, 403)
  })

  it('is alone in that: readers of the site, and of a preview of it as it is, find none', async () => {
    for (const { apiToken } of [opened.plain, opened.site]) {
      const visitor = api.withToken(apiToken)
      assert.equal((await visitor.get(asked(request.id))).status, 404)
      assert.equal((await visitor.get(asked(request.number))).status, 404)
    }
    assert.equal((await api.anonymous().get(asked(request.id))).status, 401)
    assert.equal((await api.as('outsider').get(asked(request.id))).status, 404)
    const member = await ok(api.as('read').get(asked(request.number)))
    assert.equal(member.createdBy.id, api.users.admin)
    assert.ok(member.description)
    assert.notDeepEqual(member.merge.unmet, [])
  })

  it('finds it no more once the site does not show its space', async () => {
    const visitor = api.withToken(opened.request.apiToken)
    assert.equal((await visitor.get(asked(request.id))).status, 200)
    await ok(api.as('admin').post(`/orgs/${api.organization}/sites/${site}/unpublish`))
    assert.equal((await visitor.get(asked(request.id))).status, 200)
    const path = `/orgs/${api.organization}/sites/${site}/site-spaces`
    const { items } = await ok(api.as('admin').get(path))
    await api.as('admin').delete(`${path}/${items[0].id}`)
    assert.equal((await visitor.get(asked(request.id))).status, 404)
  })

  it('finds no people at all', async () => {
    const visitor = api.withToken(opened.plain.apiToken)
    for (const id of [api.users.admin, 'hidden', 'no-such-user']) {
      const { status, body } = await visitor.get(`/users/${id}`)
      assert.deepEqual([status, body.error.reason], [404, 'not_found'])
    }
    assert.equal((await visitor.get('/user')).status, 403)
  })
})

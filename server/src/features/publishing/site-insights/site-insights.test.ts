import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

describe('what readers of a site do', () => {
  let api: TestApi
  let site: string
  let at: string
  before(async () => {
    api = await startTestApi()
    const admin = api.as('admin')
    const { body: space } = await admin.post(`/orgs/${api.organization}/spaces`, {
      title: 'Guide',
    })
    const sites = `/orgs/${api.organization}/sites`
    const { body } = await admin.post(sites, {
      title: 'Docs',
      spaces: [space.id],
      visibility: 'share-link',
    })
    site = body.id
    await admin.post(`${sites}/${site}/publish`)
    at = `${sites}/${site}/insights/events`
  })
  after(async () => api.stop())

  const key = 'abcdefghijklmnopqrstuvwx'

  function event(type: string, more: object = {}): object {
    return {
      type,
      session: {
        visitorId: 'v1',
        sessionId: 's1',
        cookies: { session: 'private-cookie' },
        ip: '192.0.2.7',
        userAgent: 'Reader/1',
        language: 'en',
        referrer: 'https://elsewhere.example/secret/path?q=1',
        visitorAuthToken: 'private.jwt.token',
      },
      location: {
        url: `http://acme.localhost:3001/docs/${key}/start?jwt_token=private`,
        siteSection: null,
        siteSpace: null,
        siteShareKey: key,
        space: null,
        revision: null,
        page: 'page1',
      },
      ...more,
    }
  }

  async function events(): Promise<TestBody[]> {
    return api.rows(
      `select type, payload from event where organization_id = $1
         and type in ('site_view', 'page_feedback') order by occurred_at, id`,
      [api.organization],
    )
  }

  it('become events, without whatever lets readers in or says who they are', async () => {
    const reply = await api.anonymous().post(at, {
      events: [
        event('page_view'),
        event('search_open'),
        event('page_post_feedback_comment', {
          feedback: { rating: 'good', comment: 'Nice' },
        }),
      ],
    })
    assert.equal(reply.status, 204)
    const stored = await events()
    assert.deepEqual(
      stored.map(({ type }) => type),
      ['site_view', 'page_feedback'],
    )
    const [view, feedback] = stored
    assert.equal(view.payload.siteId, site)
    assert.equal(view.payload.pageId, 'page1')
    assert.equal(view.payload.url, 'http://acme.localhost:3001/docs/%E2%80%A6/start')
    assert.equal(view.payload.referrer, 'https://elsewhere.example')
    assert.deepEqual(feedback.payload.feedback, { rating: 'good', comment: 'Nice' })
    const text = JSON.stringify(stored)
    for (const secret of [key, 'private', '192.0.2.7', 'secret/path']) {
      assert.ok(!text.includes(secret), secret)
    }
  })

  it('are kept without an address that no browser could have opened', async () => {
    const { location } = Object(event('page_view'))
    for (const url of ['https://h.example:99999/', 'https://']) {
      const reply = await api.anonymous().post(at, {
        events: [event('page_view', { location: { ...location, url } })],
      })
      assert.equal(reply.status, 204, url)
      assert.equal((await events()).at(-1)?.payload.url, null)
    }
  })

  it('are refused when they are too many, malformed or from another time', async () => {
    const known = (await events()).length
    const bodies = [
      {},
      { events: [{ type: 'page_view' }] },
      { events: [event('something_else')] },
      { events: Array.from({ length: 101 }, () => event('page_view')) },
      { events: [event('page_view', { timestamp: '2001-01-01T00:00:00Z' })] },
      { events: [event('page_post_feedback', { feedback: { rating: 'superb' } })] },
    ]
    for (const body of bodies) {
      const { status } = await api.anonymous().post(at, body)
      assert.ok(status === 400 || status === 422, JSON.stringify(body).slice(0, 80))
    }
    assert.equal((await events()).length, known)
  })

  it('are those of published sites only', async () => {
    const absent = at.replace(site, '0AbsentAbsentAbsent0')
    const missing = await api.anonymous().post(absent, { events: [] })
    assert.equal(missing.status, 404)
    await api.as('admin').post(`/orgs/${api.organization}/sites/${site}/unpublish`)
    const closed = await api.anonymous().post(at, { events: [event('page_view')] })
    assert.equal(closed.status, 404)
    assert.equal(
      closed.body.error.message.replace(site, ''),
      missing.body.error.message.replace('0AbsentAbsentAbsent0', ''),
    )
  })
})

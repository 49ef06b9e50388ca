import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import {
  startTestApi,
  type TestApi,
  type TestBody,
  type TestCaller,
} from '#test/test-api.ts'
import { newSite, newSpace, ok, resolve, tokenFor } from '#test/test-published.ts'

import { insightCounts } from './insight-counts.ts'

describe('what readers of a site do', () => {
  let api: TestApi
  let site: string
  let at: string
  let reader: TestCaller
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
    const { urls } = await ok(
      admin.post(`${sites}/${site}/share-links`, { name: 'Readers' }),
    )
    reader = api.withToken(await tokenFor(api, urls.published))
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

  const said = { feedback: { rating: 'good', comment: 'Nice' } }

  function feedback(more: object = {}): object {
    return event('page_post_feedback_comment', { ...said, ...more })
  }

  async function events(): Promise<TestBody[]> {
    return api.rows(
      `select type, payload from event where organization_id = $1
         and type = 'page_feedback' order by occurred_at, id`,
      [api.organization],
    )
  }

  it('become events if they say something, without who they are and what lets them in', async () => {
    const reply = await reader.post(at, {
      events: [event('page_view'), event('search_open'), feedback()],
    })
    assert.equal(reply.status, 204)
    const stored = await events()
    assert.equal(stored.length, 1)
    const [{ payload }] = stored
    assert.equal(payload.siteId, site)
    assert.equal(payload.pageId, 'page1')
    assert.equal(payload.url, 'http://acme.localhost:3001/docs/%E2%80%A6/start')
    assert.equal(payload.referrer, 'https://elsewhere.example')
    assert.deepEqual(payload.feedback, said.feedback)
    await api.services.gatherings.of(insightCounts).flush()
    const counted = await api.rows('select * from site_insight where site_id = $1', [
      site,
    ])
    assert.ok(counted.length > 0)
    const text = JSON.stringify([stored, counted])
    for (const secret of [key, 'private', '192.0.2.7', 'secret/path']) {
      assert.ok(!text.includes(secret), secret)
    }
  })

  it('are kept without an address that no browser could have opened', async () => {
    const { location } = Object(event('page_view'))
    for (const url of ['https://h.example:99999/', 'https://']) {
      const reply = await reader.post(at, {
        events: [feedback({ location: { ...location, url } })],
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
      const { status } = await reader.post(at, body)
      assert.ok(status === 400 || status === 422, JSON.stringify(body).slice(0, 80))
    }
    assert.equal((await events()).length, known)
  })

  it('are told by those who may read the site, and nobody else', async () => {
    const space = await newSpace(api, 'Open', { Start: 'Here.' })
    const body = { events: [feedback()] }
    const absent = at.replace(site, '0AbsentAbsentAbsent0')
    const missing = await api.anonymous().post(absent, body)
    const statuses: Record<string, number> = {}
    for (const visibility of ['public', 'unlisted', 'share-link', 'visitor-auth']) {
      const { site: id } = await newSite(api, visibility, [space], { visibility })
      const place = at.replace(site, id)
      const known = (await events()).length
      const reply = await api.anonymous().post(place, body)
      statuses[visibility] = reply.status
      assert.equal((await events()).length - known, reply.status === 204 ? 1 : 0)
      if (reply.status === 404) {
        assert.equal(
          reply.body.error.message.replace(id, ''),
          missing.body.error.message.replace('0AbsentAbsentAbsent0', ''),
        )
      }
      const foreign = await reader.post(place, body)
      assert.equal(foreign.status, 404, 'with the token of another site')
    }
    assert.deepEqual(statuses, {
      public: 204,
      unlisted: 204,
      'share-link': 404,
      'visitor-auth': 404,
    })
    assert.equal((await reader.post(at, body)).status, 204)
    assert.equal((await api.as('admin').post(at, body)).status, 404)
  })

  it('are told of the parts that the reader sees', async () => {
    const space = await newSpace(api, 'Parts', { Start: 'Here.' })
    const { site: id, url } = await newSite(api, 'Parts', [space])
    const { siteSpace } = await ok(resolve(api, url))
    const place = at.replace(site, id)
    const { location } = Object(event('page_view'))
    const body = {
      events: [feedback({ location: { ...location, siteSpace } })],
    }
    await ok(api.anonymous().post(place, body))
    assert.equal((await events()).at(-1)?.payload.siteSpaceId, siteSpace)
    await ok(
      api
        .as('admin')
        .patch(`/orgs/${api.organization}/sites/${id}/site-spaces/${siteSpace}`, {
          condition: 'visitor.claims.beta == true',
        }),
    )
    await ok(api.anonymous().post(place, body))
    assert.equal((await events()).at(-1)?.payload.siteSpaceId, undefined)
  })

  it('are those of published sites only', async () => {
    const absent = at.replace(site, '0AbsentAbsentAbsent0')
    const missing = await api.anonymous().post(absent, { events: [] })
    assert.equal(missing.status, 404)
    await api.as('admin').post(`/orgs/${api.organization}/sites/${site}/unpublish`)
    const closed = await reader.post(at, { events: [event('page_view')] })
    assert.equal(closed.status, 404)
    assert.equal(
      closed.body.error.message.replace(site, ''),
      missing.body.error.message.replace('0AbsentAbsentAbsent0', ''),
    )
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { ask, insightsScene, phone, readerEvent, track } from '#test/test-insights.ts'
import { newSpace, ok, resolve } from '#test/test-published.ts'

describe('what readers do, counted', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('answers views by page and day, and addresses without a page', async () => {
    const here = await insightsScene(api, 'Views')
    await track(
      api,
      here,
      readerEvent(here),
      readerEvent(here),
      readerEvent(here),
      readerEvent(here, { page: 'p2', url: 'https://docs.example/two' }),
      readerEvent(here, { page: 'p2', url: 'https://docs.example/two' }),
      readerEvent(here, { page: null, url: 'https://docs.example/gone?key=secret' }),
    )
    const byPage = await ask(api, here, {
      groupBy: [{ column: 'page' }, { column: 'url' }],
      select: [{ column: 'eventsCount' }],
    })
    assert.deepEqual(byPage, {
      page: [{ page: 'p1', space: here.space }, { page: 'p2', space: here.space }, null],
      url: [
        'https://docs.example/start',
        'https://docs.example/two',
        'https://docs.example/gone',
      ],
      eventsCount: [3, 2, 1],
    })
    const today = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`
    const byDay = await ask(api, here, {
      groupBy: [{ column: 'datetime', interval: 'day' }],
      where: [{ column: 'page', operator: 'notIn', values: [null] }],
    })
    assert.deepEqual(byDay, { datetime: [today], eventsCount: [5] })
    const missing = await ask(api, here, {
      where: [
        { column: 'eventType', values: ['page_view'] },
        { column: 'page', values: [null] },
      ],
    })
    assert.deepEqual(missing, { eventsCount: [1] })
    const one = { page: 'p2', space: here.space }
    const ofPage = await ask(api, here, { where: [{ column: 'page', values: [one] }] })
    assert.deepEqual(ofPage, { eventsCount: [2] })
    for (const range of ['last24Hours', 'lastYear']) {
      assert.deepEqual(await ask(api, here, { range }), { eventsCount: [6] }, range)
    }
  })

  it('answers nothing of pages in spaces that the caller does not see', async () => {
    const here = await insightsScene(api, 'Closed')
    const admin = api.as('admin')
    const open = await newSpace(api, 'Open', { Start: 'Here.' })
    const site = `/orgs/${api.organization}/sites/${here.site}`
    const added = await ok(admin.post(`${site}/site-spaces`, { spaceId: open }))
    await ok(admin.patch(`/spaces/${here.space}`, { defaultLevel: null }))
    const elsewhere = { ...here, space: open, siteSpace: added.id }
    const comment = {
      type: 'page_post_feedback_comment',
      more: { feedback: { comment: 'No', rating: 'bad' } },
    }
    await track(
      api,
      here,
      readerEvent(here, { referrer: 'https://in.example/' }),
      readerEvent(here, comment),
      readerEvent(elsewhere, { page: 'p9', url: 'https://docs.example/open' }),
      readerEvent(here, { page: null, url: 'https://docs.example/secret-plan' }),
    )
    const questions = [
      { groupBy: [{ column: 'page' }, { column: 'url' }] },
      { groupBy: [{ column: 'eventPageFeedbackComment' }] },
      { groupBy: [{ column: 'referrerDomain' }] },
      { groupBy: [{ column: 'siteSpace' }] },
    ]
    for (const question of questions) {
      const body = {
        range: 'last7Days',
        select: [{ column: 'eventsCount' }],
        ...question,
      }
      const [all, some] = await Promise.all(
        (['admin', 'edit'] as const).map(async (name) =>
          ok(api.as(name).post(`${here.at}/events/aggregate`, body)),
        ),
      )
      assert.ok(JSON.stringify(all).length > JSON.stringify(some).length)
      const said = JSON.stringify(some)
      assert.ok(!/secret|p1|in\.example|"No"/.test(said), said)
      assert.ok(!said.includes(here.space) && !said.includes(here.siteSpace), said)
    }
    const totals = { range: 'last7Days', select: [{ column: 'eventsCount' }] }
    const sum = await ok(api.as('edit').post(`${here.at}/events/aggregate`, totals))
    assert.ok(JSON.stringify(sum).includes('4'), JSON.stringify(sum))
  })

  it('answers searches with whether they found something, and ratings with comments', async () => {
    const here = await insightsScene(api, 'Searches')
    const search = (query: string, found: boolean) =>
      readerEvent(here, { type: 'search_type_query', page: null, more: { query, found } })
    await track(
      api,
      here,
      search('Install', true),
      search('  install ', true),
      search('pricing', false),
    )
    const asked = await ask(api, here, {
      select: [
        { column: 'eventSearchQuery' },
        { column: 'eventSearchOutcome' },
        { column: 'eventsCount' },
      ],
      where: [{ column: 'eventType', values: ['search_type_query'] }],
    })
    assert.deepEqual(asked, {
      eventSearchQuery: ['install', 'pricing'],
      eventSearchOutcome: ['some', 'none'],
      eventsCount: [2, 1],
    })
    const rate = (rating: string) =>
      readerEvent(here, { type: 'page_post_feedback', more: { feedback: { rating } } })
    const feedback = { rating: 'bad', comment: 'Step 3\nfails' }
    await track(
      api,
      here,
      rate('good'),
      rate('good'),
      rate('bad'),
      readerEvent(here, { type: 'page_post_feedback_comment', more: { feedback } }),
    )
    const rated = await ask(api, here, {
      groupBy: [{ column: 'page' }],
      select: [{ column: 'pageFeedbackRating' }],
      where: [{ column: 'page', operator: 'notIn', values: [null] }],
    })
    assert.deepEqual(rated['pageFeedbackRating'], [{ ok: 0, good: 2, bad: 1 }])
    const said = await ask(api, here, {
      groupBy: [{ column: 'eventPageFeedbackComment' }],
      where: [{ column: 'eventType', values: ['page_post_feedback_comment'] }],
    })
    assert.deepEqual(said, {
      eventPageFeedbackComment: ['Step 3 fails'],
      eventsCount: [1],
    })
  })

  it('answers what visitors read with, where they come from, and how many they are', async () => {
    const here = await insightsScene(api, 'Visitors')
    const referrer = 'https://search.example/private?q=1'
    await track(
      api,
      here,
      readerEvent(here, { visitorId: 'a', language: 'en-GB', referrer }),
      readerEvent(here, { visitorId: 'a', language: 'en-US,en;q=0.9' }),
      readerEvent(here, {
        visitorId: 'b',
        language: 'de',
        userAgent: phone,
        referrer: 'https://docs.example/other',
      }),
      readerEvent(here, { visitorId: 'c', userAgent: 'Googlebot/2.1' }),
    )
    const agents = await ask(api, here, {
      groupBy: [
        { column: 'visitorDevice' },
        { column: 'visitorBrowser' },
        { column: 'visitorOS' },
      ],
      select: [{ column: 'visitorsCount' }, { column: 'eventsCount' }],
      order: { by: { column: 'eventsCount' }, direction: 'desc' },
    })
    assert.deepEqual(agents, {
      visitorDevice: ['desktop', 'mobile'],
      visitorBrowser: ['chrome', 'safari'],
      visitorOS: ['linux', 'ios'],
      visitorsCount: [1, 1],
      eventsCount: [2, 1],
    })
    const languages = await ask(api, here, { groupBy: [{ column: 'visitorLanguage' }] })
    assert.deepEqual(languages, { visitorLanguage: ['en', 'de'], eventsCount: [2, 1] })
    const from = await ask(api, here, { groupBy: [{ column: 'referrerDomain' }] })
    assert.deepEqual(from, {
      referrerDomain: ['', 'search.example'],
      eventsCount: [2, 1],
    })
    const all = await ask(api, here, { select: [{ column: 'visitorsCount' }] })
    assert.deepEqual(all, { visitorsCount: [2] })
    const stored = JSON.stringify(
      await api.rows('select dimensions, visitors from site_insight where site_id = $1', [
        here.site,
      ]),
    )
    for (const secret of ['private', 'Mozilla', '"a"']) {
      assert.ok(!stored.includes(secret), secret)
    }
  })

  it('says which columns it can answer, and refuses the others', async () => {
    const here = await insightsScene(api, 'Refusals')
    const refused: [object, RegExp][] = [
      [{ select: [{ column: 'visitorGeoCountry' }] }, /visitorGeoCountry.*eventsCount/],
      [{ select: [{ column: 'sessionsCount' }] }, /sessionsCount.*visitorsCount/],
      [
        { groupBy: [{ column: 'page' }, { column: 'visitorOS' }] },
        /not counted together/,
      ],
      [{ groupBy: [{ column: 'eventsCount' }] }, /cannot be grouped by/],
      [{ where: [{ column: 'eventsCount', values: [3] }] }, /takes no `eventsCount`/],
      [
        { where: [{ column: 'url', operator: 'lessThan', values: ['x'] }] },
        /`in` or `notIn` only/,
      ],
      [{ order: { by: { column: 'url' }, direction: 'asc' } }, /must be a column/],
      [
        { range: { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' } },
        /before `range.to`/,
      ],
      [
        { range: { from: '2020-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' } },
        /at most 366 days/,
      ],
      [
        { range: 'lastYear', groupBy: [{ column: 'datetime', interval: 'hour' }] },
        /Hours are stored for 7 days/,
      ],
    ]
    for (const [query, message] of refused) {
      const body = { range: 'last7Days', ...query }
      const reply = await api.as('edit').post(`${here.at}/events/aggregate`, body)
      assert.equal(reply.status, 400, JSON.stringify(query))
      assert.match(reply.body.error.message, message)
    }
  })

  it('is for those who may edit, and nobody else', async () => {
    const here = await insightsScene(api, 'Roles')
    const body = { range: 'last7Days' }
    const absent = here.at.replace(here.site, '0AbsentAbsentAbsent0')
    for (const send of [
      async (name: 'anonymous' | Parameters<TestApi['as']>[0], at: string) =>
        (name === 'anonymous' ? api.anonymous() : api.as(name)).post(
          `${at}/events/aggregate`,
          body,
        ),
      async (name: 'anonymous' | Parameters<TestApi['as']>[0], at: string) =>
        (name === 'anonymous' ? api.anonymous() : api.as(name)).get(
          `${at}/visitor-segments`,
        ),
    ]) {
      for (const name of ['admin', 'create', 'review', 'edit'] as const) {
        assert.equal((await send(name, here.at)).status, 200, name)
        assert.equal((await send(name, absent)).status, 404, name)
      }
      for (const name of ['comment', 'read', 'guest'] as const) {
        assert.equal((await send(name, here.at)).status, 403, name)
      }
      assert.equal((await send('anonymous', here.at)).status, 401)
      const outside = await send('outsider', here.at)
      const nowhere = await send('outsider', absent)
      assert.equal(outside.status, 404)
      assert.equal(outside.body.error.message, nowhere.body.error.message)
    }
  })

  it('lists visitors by claims that many have, and by no others', async () => {
    const here = await insightsScene(api, 'Segments')
    const site = `/orgs/${api.organization}/sites/${here.site}`
    const admin = api.as('admin')
    await ok(admin.patch(site, { adaptiveContent: { enabled: true } }))
    const unsigned = {
      type: 'object',
      properties: {
        plan: { type: 'string', enum: ['free', 'pro'] },
        name: { type: 'string' },
      },
      additionalProperties: false,
    }
    const jsonSchema = {
      type: 'object',
      properties: { unsigned },
      additionalProperties: false,
    }
    await ok(admin.put(`${site}/adaptive-schema`, { jsonSchema }))
    const { urls } = await ok(admin.get(site))
    const { apiToken } = await ok(
      resolve(api, urls.published, {
        visitor: { unsignedClaims: { plan: 'pro', name: 'Ann Private' } },
      }),
    )
    const reader = api.withToken(apiToken)
    const body = {
      events: [
        readerEvent(here, { visitorId: 'a' }),
        readerEvent(here, { visitorId: 'b' }),
      ],
    }
    await ok(reader.post(`${here.at}/events`, body))
    await track(api, here, readerEvent(here))
    const { items, count } = await ok(api.as('edit').get(`${here.at}/visitor-segments`))
    assert.equal(count, 2)
    assert.deepEqual(items[0], {
      title: 'unsigned.plan: pro',
      claims: { unsigned: { plan: 'pro' } },
      events: 2,
      visitors: 2,
      sessions: 2,
    })
    assert.deepEqual(items[1], {
      title: 'Other visitors',
      claims: {},
      events: 1,
      visitors: 0,
      sessions: 0,
    })
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import {
  ask,
  insightsScene,
  type InsightsScene,
  readerEvent,
  track,
} from '#test/test-insights.ts'
import { ok } from '#test/test-published.ts'

import { insightCounts } from './insight-counts.ts'
import { sweepInsights } from './insight-jobs.ts'
import { selectGroups } from './insight-queries.ts'

function viewOf(page: string) {
  const type = { type: 'page_view' }
  const others = {
    site: type,
    agent: type,
    language: type,
    referrer: type,
    segment: type,
  }
  const dimensions = { ...others, page: { ...type, page } }
  return { atMs: Date.now(), visitor: undefined, byToken: true, dimensions }
}

describe('counts of readers', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('stays as small however often a page is read', async () => {
    const here = await insightsScene(api, 'Ten thousand')
    const some = Array.from({ length: 100 }, (_, at) =>
      readerEvent(here, { visitorId: `v${at % 7}` }),
    )
    await track(api, here, ...some)
    await api.services.gatherings.of(insightCounts).flush()
    const rows = async () =>
      (await api.rows('select from site_insight where site_id = $1', [here.site])).length
    const first = { rows: await rows(), buffers: await buffers(here) }
    for (let at = 1; at < 100; at += 1) await track(api, here, ...some)
    await api.services.gatherings.of(insightCounts).flush()
    // An hour may begin meanwhile.
    const hours = await api.rows(
      `select from site_insight where site_id = $1 and facet = 'site' and grain = 'hour'`,
      [here.site],
    )
    assert.ok((await rows()) <= first.rows + 6 * (hours.length - 1), `${await rows()}`)
    assert.ok((await buffers(here)) <= first.buffers + 4, `${await buffers(here)}`)
    const all = await ask(api, here, {
      select: [{ column: 'eventsCount' }, { column: 'visitorsCount' }],
    })
    assert.deepEqual(all, { eventsCount: [10_000], visitorsCount: [7] })
  })

  async function buffers({ site }: InsightsScene): Promise<number> {
    const found = selectGroups({ visitors: false, filtered: false })
    const values = found.bind({
      organizationId: api.organization,
      siteId: site,
      facet: 'page',
      grain: 'day',
      from: '2020-01-01T00:00:00Z',
      to: '2100-01-01T00:00:00Z',
      keys: ['page', null, null, null, null, null, 'other'],
      interval: 'day',
      filters: '[]',
      rowsMax: 100,
    })
    const [row] = await api.rows(
      `explain (analyze, buffers, format json) ${found.text}`,
      values,
    )
    const { Plan: plan } = row['QUERY PLAN'][0]
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  }

  it('puts what is too much into one row, and loses nothing of it', async () => {
    const here = await insightsScene(api, 'Flood')
    for (let call = 0; call < 12; call += 1) {
      const events = Array.from({ length: 100 }, (_, at) =>
        readerEvent(here, { page: `p${call * 100 + at}`, url: 'https://docs.example/' }),
      )
      await track(api, here, ...events)
      if (call % 5 === 0) await api.services.gatherings.of(insightCounts).flush()
    }
    assert.deepEqual(await ask(api, here, {}), { eventsCount: [1200] })
    const byPage = await ask(api, here, {
      groupBy: [{ column: 'page' }],
      order: { by: { column: 'eventsCount' }, direction: 'desc' },
    })
    assert.deepEqual(byPage['page']?.[0], { page: null, space: '(other)' })
    assert.equal(byPage['page']?.length, 501)
    assert.equal(byPage['eventsCount']?.[0], 700)
    const [{ rows }] = await api.rows(
      'select count(*)::integer as rows from site_insight where site_id = $1',
      [here.site],
    )
    assert.ok(rows < 1200, `${rows} rows`)
  })

  it('has room for what readers open, whatever strangers make up', async () => {
    const here = await insightsScene(api, 'Strangers')
    const flush = async () => api.services.gatherings.of(insightCounts).flush()
    const feedback = { feedback: { rating: 'good', comment: 'Nice' } }
    for (let call = 0; call < 12; call += 1) {
      const events = Array.from({ length: 100 }, (_, nth) => {
        const made = `${call * 100 + nth}`
        return readerEvent(here, {
          type: 'page_post_feedback_comment',
          page: `x${made}`,
          url: `https://docs.example/${made}`,
          language: `${String.fromCharCode(97 + (nth % 26))}${String.fromCharCode(97 + call)}`,
          referrer: `https://r${made}.example/`,
          more: feedback,
        })
      })
      await ok(api.anonymous().post(`${here.at}/events`, { events }))
      if (call % 5 === 0) await flush()
    }
    const searches = Array.from({ length: 100 }, (_, nth) =>
      readerEvent(here, {
        type: 'search_type_query',
        page: null,
        more: { query: `made up ${nth}`, found: true },
      }),
    )
    for (let call = 0; call < 3; call += 1) await track(api, here, ...searches)
    await flush()
    const real = { type: 'page_post_feedback_comment', page: 'real', language: 'zz' }
    const more = { more: feedback, referrer: 'https://real.example/' }
    await track(api, here, readerEvent(here, { ...real, ...more }))
    await track(api, here, readerEvent(here, { page: 'seen', language: 'zz', ...more }))
    await flush()
    const pages = await ask(api, here, { groupBy: [{ column: 'page' }] })
    const seen = pages['page']?.map((each: { page: string } | null) => each?.page)
    assert.ok(seen.includes('seen') && seen.includes('real'), 'pages')
    const languages = await ask(api, here, { groupBy: [{ column: 'visitorLanguage' }] })
    assert.ok(languages['visitorLanguage']?.includes('zz'), 'languages')
    const referrers = await ask(api, here, { groupBy: [{ column: 'referrerDomain' }] })
    assert.ok(referrers['referrerDomain']?.includes('real.example'), 'referrers')
    const [told] = await api.rows(
      `select count(*)::integer as all,
         count(*) filter (where payload ->> 'pageId' = 'real')::integer as real
       from event where type = 'page_feedback' and payload ->> 'siteId' = $1`,
      [here.site],
    )
    assert.deepEqual(told, { all: 101, real: 1 })
    assert.deepEqual(await ask(api, here, {}), { eventsCount: [1502] })
  })

  it('leaves room for other organizations', async () => {
    const here = await insightsScene(api, 'Other')
    const { services } = api
    const counts = insightCounts.open(services)
    for (let nth = 0; nth < 60_000; nth += 1) {
      const of = { organizationId: 'greedy', siteId: `site-${Math.floor(nth / 400)}` }
      counts.add(of, viewOf(`p${nth}`))
    }
    counts.add({ organizationId: api.organization, siteId: here.site }, viewOf('own'))
    await counts.flush()
    assert.deepEqual(await ask(api, here, {}), { eventsCount: [1] })
  })

  it('is complete when several processes count at the same time', async () => {
    const here = await insightsScene(api, 'Several')
    const { services } = api
    const processes = Array.from({ length: 4 }, () => insightCounts.open(services))
    const of = { organizationId: api.organization, siteId: here.site }
    for (let round = 0; round < 5; round += 1) {
      for (const [at, counts] of processes.entries()) {
        for (let page = 0; page < 10; page += 1) {
          const type = { type: 'page_view' }
          counts.add(of, {
            atMs: Date.now(),
            visitor: { group: at * 20 + page, rank: 1 },
            byToken: true,
            dimensions: {
              site: type,
              page: { ...type, page: `${here.space}:p${(page + at) % 10}` },
              agent: type,
              language: type,
              referrer: type,
              segment: type,
            },
          })
        }
      }
      await Promise.all(processes.map(async ({ flush }) => flush()))
    }
    const found = await ask(api, here, {
      groupBy: [{ column: 'page' }],
      select: [{ column: 'eventsCount' }],
    })
    assert.deepEqual(
      found['eventsCount'],
      Array.from({ length: 10 }, () => 20),
    )
    const all = await ask(api, here, { select: [{ column: 'visitorsCount' }] })
    const visitors = Number(all['visitorsCount'])
    assert.ok(Math.abs(visitors - 40) <= 8, `${visitors}`)
  })

  it('is deleted with the site, and after its time', async () => {
    const here = await insightsScene(api, 'Old')
    await track(api, here, readerEvent(here))
    await api.services.gatherings.of(insightCounts).flush()
    const count = async () => {
      const [row] = await api.rows(
        `select count(*) filter (where grain = 'hour')::integer as hours,
           count(*) filter (where grain = 'day')::integer as days
         from site_insight where site_id = $1`,
        [here.site],
      )
      return row
    }
    assert.deepEqual(await count(), { hours: 6, days: 6 })
    const age = async (days: number) => {
      const times = await api.rows(
        'select distinct starts_at from site_insight where site_id = $1',
        [here.site],
      )
      for (const { starts_at: startsAt } of times) {
        await api.rows(
          'update site_insight set starts_at = $3 where site_id = $1 and starts_at = $2',
          [here.site, startsAt, new Date(Date.parse(startsAt) - days * 86_400_000)],
        )
      }
    }
    await age(10)
    await sweepInsights.run({}, api.services)
    assert.deepEqual(await count(), { hours: 0, days: 6 })
    await age(400)
    await sweepInsights.run({}, api.services)
    assert.deepEqual(await count(), { hours: 0, days: 0 })
    await track(api, here, readerEvent(here))
    await api.services.gatherings.of(insightCounts).flush()
    assert.equal((await count()).days, 6)
    await ok(api.as('admin').delete(`/orgs/${api.organization}/sites/${here.site}`))
    assert.deepEqual(await count(), { hours: 0, days: 0 })
    // What was counted before a site was deleted finds no site any more.
    const counts = api.services.gatherings.of(insightCounts)
    counts.add(
      { organizationId: api.organization, siteId: here.site },
      {
        atMs: Date.now(),
        visitor: undefined,
        byToken: true,
        dimensions: {
          site: { type: 'page_view' },
          page: {},
          agent: {},
          language: {},
          referrer: {},
          segment: {},
        },
      },
    )
    await counts.flush()
    assert.deepEqual(await count(), { hours: 0, days: 0 })
  })
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, before, beforeEach, describe, it } from 'node:test'

import { createMetrics } from '#/serve/metrics.ts'
import { openApi } from '#/serve/reads/api.ts'

import { openReports, type Reports } from './reports.ts'

type Add = Parameters<Reports['add']>
interface Call {
  readonly target: string
  readonly token: string | undefined
  readonly pages: readonly string[]
}

/** What these reports look at, and no more. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts that are read
const visit = { isCountable: true, address: '192.0.2.1', userAgent: 'Firefox' } as Add[0]

function readingOf(siteId: string): Add[1] {
  const scope = { organizationId: 'o', siteId, token: `token-of-${siteId}` }
  const siteSpace = { id: 'ss', space: { id: 'sp' } }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts that are read
  return {
    site: { scope: { ...scope, isPreview: false } },
    customization: { insights: { trackingCookie: true } },
    place: { siteSpace },
    revision: { id: 'r' },
  } as Add[1]
}

function seen(at: number): Add[2] {
  return { type: 'page_view', url: `https://docs.example/${at}`, page: `page-${at}` }
}

function add({ reports }: { reports: Reports }, count: number, siteId = 'one'): void {
  const reading = readingOf(siteId)
  for (let at = 0; at < count; at += 1) reports.add(visit, reading, seen(at))
}

describe('reports on their way to the api', () => {
  let server: Server
  let url = ''
  let status = 204
  let calls: Call[] = []
  before(async () => {
    server = createServer((request, reply) => {
      const answer = async () => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sent by what is tested
        const { events } = (await json(request)) as {
          events: { location: { page: string } }[]
        }
        calls.push({
          target: request.url ?? '',
          token: request.headers.authorization,
          pages: events.map(({ location }) => location.page),
        })
        reply.writeHead(status).end()
      }
      answer().catch(() => reply.destroy())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    calls = []
    status = 204
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  function open(everyMs = 60_000) {
    const metrics = createMetrics()
    const api = openApi({ url, rendererSecret: 'secret', metrics })
    const reports = openReports({ api, metrics, isOn: true, secret: 'mark', everyMs })
    return { reports, metrics }
  }
  const sizes = () => calls.map(({ pages }) => pages.length)

  it('go a hundred at a time, in order and each once', async () => {
    const opened = open()
    add(opened, 250)
    await opened.reports.stop()
    assert.deepEqual(sizes(), [100, 100, 50])
    const pages = calls.flatMap((call) => call.pages)
    assert.deepEqual(
      pages,
      Array.from({ length: 250 }, (_, at) => `page-${at}`),
    )
  })

  it('go for each site by itself, with what lets its readers in', async () => {
    const opened = open()
    add(opened, 2, 'one')
    add(opened, 1, 'two')
    await opened.reports.stop()
    assert.deepEqual(
      calls.map(({ target, token, pages }) => [target, token, pages.length]),
      ['one', 'two'].map((site, at) => [
        `/v1/orgs/o/sites/${site}/insights/events`,
        `Bearer token-of-${site}`,
        2 - at,
      ]),
    )
  })

  it('go by themselves, with nobody waiting for it', async () => {
    const opened = open(10)
    add(opened, 1)
    assert.deepEqual(sizes(), [])
    const deadline = Date.now() + 10_000
    while (calls.length === 0 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    assert.deepEqual(sizes(), [1])
    await opened.reports.stop()
  })

  it('wait for ten thousand at most: a flood is left out, and what comes later is not', async () => {
    const opened = open()
    add(opened, 6_000, 'one')
    add(opened, 4_500, 'two')
    await opened.reports.flush()
    assert.deepEqual(
      sizes(),
      Array.from({ length: 100 }, () => 100),
    )
    calls = []
    add(opened, 1)
    await opened.reports.stop()
    assert.deepEqual(sizes(), [1])
  })

  it('are counted where the api does not take them, and not sent again', async () => {
    const opened = open()
    status = 400
    add(opened, 150)
    await opened.reports.flush()
    assert.equal(calls.length, 2)
    assert.equal(await opened.metrics.read('apiFailures', 'reports'), 2)
    await opened.reports.stop()
    assert.equal(calls.length, 2)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { createMetrics } from './metrics.ts'

describe('metrics', () => {
  it('counts requests by operation and status and times them by operation', async () => {
    const metrics = createMetrics()
    metrics.httpRequest('getPage', 200, 0.002)
    metrics.httpRequest('getPage', 200, 0.002)
    metrics.httpRequest('getPage', 404, 0.2)
    metrics.httpRequest('listSpaces', 200, 30)

    const lines = await linesOf(metrics)
    const requests = 'lectern_http_requests_total'
    assert.ok(lines.includes(`${requests}{operation="getPage",status="200"} 2`))
    assert.ok(lines.includes(`${requests}{operation="getPage",status="404"} 1`))
    assert.ok(lines.includes(`${requests}{operation="listSpaces",status="200"} 1`))

    const seconds = 'lectern_http_request_seconds'
    assert.ok(lines.includes(`${seconds}_bucket{le="0.001",operation="getPage"} 0`))
    assert.ok(lines.includes(`${seconds}_bucket{le="0.0025",operation="getPage"} 2`))
    assert.ok(lines.includes(`${seconds}_bucket{le="0.25",operation="getPage"} 3`))
    assert.ok(lines.includes(`${seconds}_bucket{le="10",operation="listSpaces"} 0`))
    assert.ok(lines.includes(`${seconds}_bucket{le="+Inf",operation="listSpaces"} 1`))
    assert.ok(lines.includes(`${seconds}_sum{operation="listSpaces"} 30`))
  })

  it('counts jobs by outcome and times them', async () => {
    const metrics = createMetrics()
    metrics.job('comments.notify-posted', 'completed', 0.05)
    metrics.job('comments.notify-posted', 'failed', 2)

    const lines = await linesOf(metrics)
    const labels = 'job="comments.notify-posted"'
    assert.ok(lines.includes(`lectern_jobs_total{${labels},outcome="completed"} 1`))
    assert.ok(lines.includes(`lectern_jobs_total{${labels},outcome="failed"} 1`))
    assert.ok(lines.includes(`lectern_job_seconds_bucket{le="0.1",${labels}} 1`))
    assert.ok(lines.includes(`lectern_job_seconds_count{${labels}} 2`))
  })

  it('adds up relayed events, starting from a visible zero', async () => {
    const metrics = createMetrics()
    assert.ok((await linesOf(metrics)).includes('lectern_events_relayed_total 0'))
    metrics.eventsRelayed(3)
    metrics.eventsRelayed(4)
    assert.ok((await linesOf(metrics)).includes('lectern_events_relayed_total 7'))
  })

  it('counts reads that are left to the coordinator by reason, from a visible zero', async () => {
    const metrics = createMetrics()
    const moved = 'lectern_reads_left_to_coordinator_total{reason="moved"}'
    assert.ok((await linesOf(metrics)).includes(`${moved} 0`))
    metrics.leftRead('moved')
    metrics.leftRead('unreachable')
    metrics.leftRead('moved')
    assert.ok((await linesOf(metrics)).includes(`${moved} 2`))
  })

  it('reads the database pool at each scrape and not in between', async () => {
    let asked = 0
    const metrics = createMetrics({
      databasePool: () => {
        asked += 1
        return { busy: asked, idle: 5, waiting: 0 }
      },
    })
    assert.equal(asked, 0)
    assert.ok((await linesOf(metrics)).includes('lectern_database_pool{state="busy"} 1'))

    const lines = await linesOf(metrics)
    assert.ok(lines.includes('lectern_database_pool{state="busy"} 2'))
    assert.ok(lines.includes('lectern_database_pool{state="idle"} 5'))
    assert.ok(lines.includes('lectern_database_pool{state="waiting"} 0'))
  })

  it('says nothing of a pool in a process that has none', async () => {
    assert.doesNotMatch(await createMetrics().text(), /lectern_database_pool/)
  })

  it('tells about the process itself', async () => {
    const text = await createMetrics().text()
    assert.match(text, /^process_cpu_seconds_total \d/m)
    assert.match(text, /^nodejs_eventloop_lag_seconds \d/m)
  })

  it('keeps the figures of two registries in one process apart', async () => {
    const one = createMetrics()
    const other = createMetrics()
    one.eventsRelayed(1)
    assert.ok((await linesOf(other)).includes('lectern_events_relayed_total 0'))
  })
})

async function linesOf(metrics: { text(): Promise<string> }): Promise<string[]> {
  return (await metrics.text()).split('\n')
}

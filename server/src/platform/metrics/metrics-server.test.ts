import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startMetricsServer, type MetricsServer } from './metrics-server.ts'
import { createMetrics } from './metrics.ts'

describe('the metrics server', () => {
  const onLoopback = { host: '127.0.0.1', port: 0, onFailure: assert.ifError }
  const metrics = createMetrics()
  let server: MetricsServer
  let origin: string
  before(async () => {
    server = await startMetricsServer({ ...onLoopback, metrics })
    origin = `http://127.0.0.1:${server.port}`
  })
  after(() => server.stop())

  it('serves what was measured in the text format scrapers read', async () => {
    metrics.httpRequest('getPage', 200, 0.01)
    const reply = await fetch(`${origin}/metrics?format=text`)
    assert.equal(reply.status, 200)
    assert.equal(
      reply.headers.get('content-type'),
      'text/plain; version=0.0.4; charset=utf-8',
    )
    assert.match(
      await reply.text(),
      /^lectern_http_requests_total\{operation="getPage",status="200"\} 1$/m,
    )
  })

  it('answers HEAD without a body', async () => {
    const reply = await fetch(`${origin}/metrics`, { method: 'HEAD' })
    assert.equal(reply.status, 200)
    assert.equal(await reply.text(), '')
  })

  for (const path of ['/', '/metrics/', '/v1/user', '/metrics/../', '/%6detrics']) {
    it(`serves nothing else: ${path}`, async () => {
      const reply = await fetch(origin + path)
      assert.equal(reply.status, 404)
      assert.deepEqual(await reply.json(), {
        error: { code: 404, message: 'Only /metrics is served here' },
      })
    })
  }

  it('refuses a write', async () => {
    const reply = await fetch(`${origin}/metrics`, { method: 'POST', body: 'x' })
    assert.equal(reply.status, 405)
    assert.equal(reply.headers.get('allow'), 'GET, HEAD')
  })

  it('answers 500 when a figure cannot be collected, and goes on', async () => {
    const failures: unknown[] = []
    const failure = new Error('the pool is gone')
    const failing = await startMetricsServer({
      ...onLoopback,
      metrics: createMetrics({
        databasePool: () => {
          throw failure
        },
      }),
      onFailure: (error) => failures.push(error),
    })
    try {
      for (let scrape = 0; scrape < 2; scrape += 1) {
        const reply = await fetch(`http://127.0.0.1:${failing.port}/metrics`)
        assert.equal(reply.status, 500)
        assert.doesNotMatch(await reply.text(), /pool is gone/)
      }
      assert.deepEqual(failures, [failure, failure])
    } finally {
      await failing.stop()
    }
  })

  it('fails to start on a port that is taken', async () => {
    await assert.rejects(
      startMetricsServer({ ...onLoopback, metrics, port: server.port }),
      { code: 'EADDRINUSE' },
    )
  })

  it('stops although a scraper keeps its connection, and can be stopped twice', async () => {
    const brief = await startMetricsServer({ ...onLoopback, metrics })
    const url = `http://127.0.0.1:${brief.port}/metrics`
    await (await fetch(url)).text()
    await brief.stop()
    await brief.stop()
    await assert.rejects(fetch(url))
  })
})

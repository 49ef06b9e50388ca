import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { noTracing, openTracing } from './tracing.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const callerId = 'b7ad6b7169203331'
const traceparent = `00-${traceId}-${callerId}-01`

describe('tracing to a collector', () => {
  let collector: Collector
  beforeEach(async () => {
    collector = await startCollector()
  })
  afterEach(() => collector.stop())

  it('sends a span under the caller’s trace, with its name, attributes and service', async () => {
    const tracing = await openTracing({ endpoint: collector.url, serviceName: 'lectern' })
    const attributes = { operation: 'getPage', status: 200, cached: false }
    const answer = await tracing.span('getPage', attributes, traceparent, async () => 42)
    await tracing.shutdown()

    assert.equal(answer, 42)
    assert.deepEqual(collector.paths, ['/v1/traces'])
    const span = collector.span('getPage')
    assert.equal(span.traceId, traceId)
    assert.equal(span.parentSpanId, callerId)
    assert.deepEqual(span.attributes, [
      { key: 'operation', value: { stringValue: 'getPage' } },
      { key: 'status', value: { intValue: 200 } },
      { key: 'cached', value: { boolValue: false } },
    ])
    assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano))
    assert.deepEqual(collector.services, ['lectern'])
  })

  it('nests a span begun inside another, also after waiting', async () => {
    const tracing = await openTracing({ endpoint: collector.url, serviceName: 'lectern' })
    await tracing.span('request', {}, traceparent, async () => {
      await wait(1)
      await tracing.span('statement', {}, undefined, () => wait(1))
    })
    await tracing.shutdown()

    assert.equal(collector.span('statement').traceId, traceId)
    assert.equal(
      collector.span('statement').parentSpanId,
      collector.span('request').spanId,
    )
  })

  it('keeps requests that run at the same moment apart', async () => {
    const tracing = await openTracing({ endpoint: collector.url, serviceName: 'lectern' })
    await Promise.all(
      ['one', 'two'].map((name) =>
        tracing.span(name, {}, undefined, async () => {
          await wait(2)
          await tracing.span(`${name}-child`, {}, undefined, () => wait(2))
        }),
      ),
    )
    await tracing.shutdown()

    for (const name of ['one', 'two']) {
      const parent = collector.span(name)
      assert.equal(parent.parentSpanId, undefined)
      assert.equal(collector.span(`${name}-child`).parentSpanId, parent.spanId)
      assert.equal(collector.span(`${name}-child`).traceId, parent.traceId)
    }
    assert.notEqual(collector.span('one').traceId, collector.span('two').traceId)
  })

  it('marks the span of a failure and lets the failure through unchanged', async () => {
    const tracing = await openTracing({ endpoint: collector.url, serviceName: 'lectern' })
    const failure = new RangeError('too far')
    await assert.rejects(
      tracing.span('merge', {}, undefined, () => Promise.reject(failure)),
      (error) => error === failure,
    )
    await tracing.shutdown()

    const span = collector.span('merge')
    assert.deepEqual(span.status, { code: 2, message: 'too far' })
    assert.equal(span.events[0]?.name, 'exception')
  })

  for (const malformed of [
    '',
    'garbage',
    `00-${'0'.repeat(32)}-${callerId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `ff-${traceId}-${callerId}-01`,
    `00-${traceId}-${callerId}-01-more`,
    `00-${traceId.toUpperCase()}-${callerId}-01`,
    `${traceparent}\n`,
  ]) {
    it(`starts a trace of its own for the malformed parent ${JSON.stringify(malformed)}`, async () => {
      const tracing = await openTracing({
        endpoint: collector.url,
        serviceName: 'lectern',
      })
      await tracing.span('request', {}, malformed, async () => {})
      await tracing.shutdown()

      assert.notEqual(collector.span('request').traceId, traceId)
      assert.equal(collector.span('request').parentSpanId, undefined)
    })
  }

  it('accepts the fields that a later version of traceparent appends', async () => {
    const tracing = await openTracing({ endpoint: collector.url, serviceName: 'lectern' })
    const later = `01-${traceId}-${callerId}-01-more`
    await tracing.span('request', {}, later, async () => {})
    await tracing.shutdown()
    assert.equal(collector.span('request').parentSpanId, callerId)
  })

  it('sends nothing of a trace its caller chose not to sample', async () => {
    const tracing = await openTracing({ endpoint: collector.url, serviceName: 'lectern' })
    const unsampled = `00-${traceId}-${callerId}-00`
    await tracing.span('request', {}, unsampled, () =>
      tracing.span('statement', {}, undefined, async () => {}),
    )
    await tracing.shutdown()
    assert.deepEqual(collector.paths, [])
  })

  it('posts to the very address when it already names the traces path', async () => {
    const endpoint = `${collector.url}/otlp/v1/traces`
    const tracing = await openTracing({ endpoint, serviceName: 'lectern' })
    await tracing.span('request', {}, undefined, async () => {})
    await tracing.shutdown()
    assert.deepEqual(collector.paths, ['/otlp/v1/traces'])
  })

  it('tells of a collector that refuses, and the traced work is not disturbed', async () => {
    collector.status = 400
    const failures: Error[] = []
    const tracing = await openTracing({
      endpoint: collector.url,
      serviceName: 'lectern',
      onFailure: (error) => failures.push(error),
    })
    assert.equal(await tracing.span('request', {}, undefined, async () => 'ok'), 'ok')
    await tracing.shutdown().catch(() => {})
    assert.equal(failures.length, 1)
  })
})

describe('tracing that is not configured', () => {
  it('only runs what it is given', async () => {
    assert.equal(await openTracing(undefined), noTracing)
    const promise = Promise.resolve('same')
    assert.equal(
      noTracing.span('request', {}, traceparent, () => promise),
      promise,
    )
    await noTracing.shutdown()
  })
})

interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: unknown[]
  startTimeUnixNano: string
  endTimeUnixNano: string
  status: unknown
  events: { name: string }[]
}

interface ReceivedBatch {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: ReceivedSpan[] }[]
  }[]
}

interface Collector {
  readonly url: string
  readonly paths: string[]
  readonly services: (string | undefined)[]
  status: number
  span(name: string): ReceivedSpan
  stop(): Promise<void>
}

async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = []
  const server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the assertions check what is read of it
      const { resourceSpans } = JSON.parse(body) as ReceivedBatch
      for (const { resource, scopeSpans } of resourceSpans) {
        const service = resource.attributes.find(({ key }) => key === 'service.name')
        collector.services.push(service?.value.stringValue)
        spans.push(...scopeSpans.flatMap((scope) => scope.spans))
      }
      collector.paths.push(request.url ?? '')
      response.writeHead(collector.status, { 'content-type': 'application/json' })
      return response.end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address)

  const collector: Collector = {
    url: `http://127.0.0.1:${address.port}`,
    paths: [],
    services: [],
    status: 200,
    span: (name) => {
      const found = spans.filter((span) => span.name === name)
      assert.equal(found.length, 1, `exactly one span named ${name}`)
      const [span] = found
      assert.ok(span)
      return span
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return collector
}

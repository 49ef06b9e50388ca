import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'

import { allOperations } from '#/start/all-operations.ts'
import { drip, endless } from '#test/http/drip.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const seconds = 2
const bytesPerSecond = 1000
const together = 100

/** The routes outside the contract, and one that does not exist. */
const others = [
  'GET /livez',
  'GET /readyz',
  'GET /reference/',
  'GET /v1/openapi.json',
  'GET /v1/nope',
  'POST /nope',
  'GET /~files/a/b/c/d',
  'GET /~files/~pdf/a/b/c',
  'GET /~render/print/a',
  'POST /~render/orgs/a/spaces/b/diagrams',
  'GET /~render/orgs/a/spaces/b/diagrams/c/light',
  'PUT /~storage/a?type=x&size=100000',
  'GET /~storage/a',
  'GET /~render/stream',
  'GET /~render/orgs/a/sites/b',
  'GET /~render/orgs/a/spaces/b/bodies/c/d',
  'GET /~tls/allowed?domain=a.example',
  'GET /welcome',
  'POST /welcome',
  'GET /unsubscribe',
  'POST /unsubscribe',
  'OPTIONS /v1/user',
]

describe('requests that do not end', () => {
  let api: TestApi
  let target: { hostname: string; port: string }
  before(async () => {
    api = await startTestApi({
      REQUEST_SECONDS: String(seconds),
      REQUEST_BYTES_PER_SECOND: String(bytesPerSecond),
    })
    const { hostname, port } = new URL(api.url)
    target = { hostname, port }
  })
  after(async () => api.stop())

  it('are closed in time on every route, with a token and without', async () => {
    const paths = allOperations.map(({ id }) => {
      const { method, path }: OperationDefinition = operations[id]
      return `${method} /v1${path.replaceAll(/\{\w+\}/g, 'abc')}`
    })
    const lines = [...paths, ...others].map((line) => `${line} HTTP/1.1`)
    const tokens = [[], [`Authorization: Bearer ${api.tokens.admin}`]]
    const asked = lines.flatMap((line) => tokens.map((headers) => ({ line, headers })))
    const open: string[] = []
    for (let at = 0; at < asked.length; at += together) {
      const some = asked.slice(at, at + together)
      const ends = await Promise.all(some.map(async (one) => drip(api.url, one)))
      open.push(...ends.filter(({ ms }) => ms === undefined).map(({ line }) => line))
    }
    assert.deepEqual(open, [])
  })

  it('are told so, where nothing was answered yet', async () => {
    const line = 'POST /v1/orgs/x/sites/y/insights/events HTTP/1.1'
    const { answer, ms } = await drip(api.url, { line })
    assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/)
    assert.match(answer, /did not come whole in time/)
    assert.ok(ms !== undefined && ms >= seconds * 1000, `${ms} ms`)
  })

  it('are closed in time while their head drips, or nothing comes at all', async () => {
    const head = { ...target, line: 'head' }
    const all = await Promise.all([
      endless(head, 'GET / HTTP/1.1\r\nX-A: ', 'a'),
      endless(head, '', ''),
    ])
    assert.ok(all.every(({ ms }) => ms !== undefined))
  })

  it('may take long as long as they come fast enough', async () => {
    const socket = connect(Number(target.port), target.hostname)
    const text = JSON.stringify({ url: 'http://a.example/', x: 'y'.repeat(9000) })
    socket.setEncoding('utf8')
    let answer = ''
    socket.on('data', (part: string) => {
      answer += part
    })
    socket.write(
      `POST /v1/urls/published HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n`,
    )
    for (let at = 0; at < text.length; at += 500) {
      socket.write(text.slice(at, at + 500))
      await sleep(300)
    }
    await sleep(1000)
    socket.destroy()
    assert.match(answer, /^HTTP\/1\.1 4(?:00|04) /)
  })
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { untilReady } from './until-ready.ts'

/** A server that says 503 until it is told that it is ready. */
async function startServer() {
  let isReady = false
  const server = createServer((_request, reply) => {
    reply.writeHead(isReady ? 200 : 503).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/readyz`,
    ready: () => {
      isReady = true
    },
    stop: () => server.close(),
  }
}

test('every address must be ready, whichever is first', async () => {
  const [first, second] = [await startServer(), await startServer()]
  try {
    const waiting = untilReady([first.url, second.url]).then(() => 'ready')
    first.ready()
    assert.equal(await Promise.race([waiting, sleep(300, 'waiting')]), 'waiting')
    second.ready()
    assert.equal(await waiting, 'ready')
  } finally {
    first.stop()
    second.stop()
  }
})

test('nobody waits for a process that has ended', async () => {
  const server = await startServer()
  try {
    await assert.rejects(
      untilReady([server.url], { exitCode: 1, signalCode: null }),
      /has ended with 1/,
    )
  } finally {
    server.stop()
  }
})

test('everything that is missing is named', async () => {
  const [ready, first, second] = [
    await startServer(),
    await startServer(),
    await startServer(),
  ]
  ready.ready()
  try {
    await assert.rejects(
      untilReady([first.url, ready.url, second.url], undefined, 100),
      new RegExp(`from ${first.url} and ${second.url} after 0\\.1 s`),
    )
  } finally {
    for (const server of [ready, first, second]) server.stop()
  }
})

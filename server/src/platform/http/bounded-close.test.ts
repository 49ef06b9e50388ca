import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import Fastify from 'fastify'

import { boundClose } from './bounded-close.ts'

describe('closing the server', () => {
  const sockets: Socket[] = []
  after(() => {
    for (const socket of sockets) socket.destroy()
  })

  async function connected(port: number, bytes: string): Promise<Socket> {
    const accepted = connect(port, '127.0.0.1')
    sockets.push(accepted)
    accepted.on('error', () => undefined)
    await once(accepted, 'connect')
    if (bytes !== '') accepted.write(bytes)
    // Time for the server to read the bytes too.
    await new Promise((resolve) => setTimeout(resolve, 50))
    return accepted
  }

  it('does not wait for a connection that never sent anything', async () => {
    const { server, port } = await listening(60_000)
    const socket = await connected(port, '')
    const ended = once(socket, 'close')
    await server.close()
    await ended
  })

  it('does not wait for one that comes meanwhile and never sends anything', async () => {
    const { server, port, closing } = await listening(60_000)
    const closed = server.close()
    await closing
    await connected(port, '')
    await closed
  })

  it('gives up a request that stops halfway', async () => {
    const { server, port } = await listening(200)
    await connected(port, 'GET /slow HTTP/1.1\r\nHost: half\r\n')
    await server.close()
  })

  it('lets a request under way finish', async () => {
    const { server, port, release } = await listening(60_000)
    const socket = await connected(
      port,
      'GET /slow HTTP/1.1\r\nHost: whole\r\nConnection: close\r\n\r\n',
    )
    const answer = once(socket.setEncoding('utf8'), 'data')
    const closed = server.close()
    setTimeout(() => release('finished'), 200)
    const [text]: unknown[] = await answer
    assert.match(String(text), /finished$/)
    await closed
  })

  it('ends a connection after the answer that was under way, though its reader keeps it', async () => {
    const { server, port, release } = await listening(60_000)
    const socket = await connected(port, 'GET /stream HTTP/1.1\r\nHost: kept\r\n\r\n')
    socket.resume()
    const closed = server.close()
    setTimeout(() => release('finished'), 400)
    await closed
  })
})

async function listening(underWayMs: number) {
  const server = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false })
  boundClose(server, underWayMs)
  const released = Promise.withResolvers<string>()
  const closing = Promise.withResolvers<undefined>()
  // Delays closing, so that the server still listens while the test connects.
  server.addHook('preClose', async () => {
    closing.resolve(undefined)
    await sleep(200)
  })
  server.get('/slow', async () => released.promise)
  server.get('/stream', async (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200).write('begun')
    reply.raw.end(await released.promise)
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const port = Number(new URL(url).port)
  return { server, port, release: released.resolve, closing: closing.promise }
}

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'

export interface TestServer {
  readonly port: number
  /** `http://address:port`, without a slash at the end. */
  readonly origin: string
  readonly server: Server
  /** How many connections were ever opened to it. */
  connections: number
  stop(): Promise<void>
}

export const timeoutMs = 5000
export const limits = { timeoutMs, responseBytesMax: 100_000 }

/** A real server on loopback; the whole of 127.0.0.0/8 is at hand, so tests can tell hosts apart. */
export async function startServer(
  answer: RequestListener,
  at: { address?: string; port?: number; server?: Server } = {},
): Promise<TestServer> {
  const { address = '127.0.0.1', port = 0, server = createServer() } = at
  server.on('request', answer)
  server.on('connection', () => {
    running.connections += 1
  })
  server.listen(port, address)
  await once(server, 'listening')
  const bound = server.address()
  assert.ok(typeof bound === 'object' && bound)
  const running: TestServer = {
    port: bound.port,
    origin: `http://${address}:${bound.port}`,
    server,
    connections: 0,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return running
}

/** Listens on every address of the machine and must never be reached. */
export function startCanary(port = 0, address = '::'): Promise<TestServer> {
  return startServer((_request, response) => response.end('canary'), { address, port })
}

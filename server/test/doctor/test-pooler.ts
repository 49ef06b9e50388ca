import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

const readyForQuery = 'Z'.charCodeAt(0)
const idle = 'I'.charCodeAt(0)

export interface TestPooler {
  readonly url: string
  readonly stop: () => void
}

/**
 * Stands for a pooler in transaction mode that knows nothing of prepared statements: every client
 * has two server connections, and each transaction goes to the other one.
 */
export async function startTestPooler(databaseUrl: string): Promise<TestPooler> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const servers = [1, 2].map(() =>
      connect(Number(target.port || 5432), target.hostname),
    )
    for (const socket of [client, ...servers]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    }
    client.on('close', () => servers.forEach((socket) => socket.destroy()))
    relay(client, servers)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(databaseUrl)
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: url.href,
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function relay(client: Socket, servers: readonly Socket[]): void {
  let current = 0
  let isStarted = false
  client.on('data', (bytes) => {
    // Both sign in with what the client sends first; the database asks for no password.
    for (const [index, server] of servers.entries()) {
      if (!isStarted || index === current) server.write(bytes)
    }
    isStarted = true
  })
  for (const [index, server] of servers.entries()) {
    let isReady = false
    let pending = Buffer.alloc(0)
    server.on('data', (bytes) => {
      pending = Buffer.concat([pending, bytes])
      // A message is its kind, its length without the kind, and that many bytes.
      while (pending.length >= 5 && pending.length > pending.readInt32BE(1)) {
        const end = pending.readInt32BE(1) + 1
        // What the second one says when it signs in is not for the client, what follows is.
        if (isReady || index === 0) client.write(pending.subarray(0, end))
        if (pending[0] === readyForQuery) {
          if (isReady && pending[5] === idle) current = (current + 1) % servers.length
          isReady = true
        }
        pending = pending.subarray(end)
      }
    })
  }
}

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface FaultProxy {
  readonly url: string
  /** Answers that were on their way, so that what they tell of had happened, and did not arrive whole. */
  readonly cuts: () => number
  readonly close: () => Promise<void>
}

interface FaultOptions {
  /** Connections go to these in turn, whether anybody listens there right now or not. */
  readonly ports: readonly number[]
  /** Of all connections, how many lose their answer: 0 to 1. */
  readonly cutShare: number
  readonly next: () => number
}

/** Made for callers that open a connection per request: then a cut connection is a cut answer. */
export async function startFaultProxy({
  ports,
  cutShare,
  next,
}: FaultOptions): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  let turn = 0
  let cuts = 0

  function cut(client: Socket, chunk: Buffer): void {
    cuts += 1
    const arriving = chunk.subarray(
      0,
      Math.floor(chunk.length * Math.max(0, next() - 0.5)),
    )
    if (arriving.length === 0) client.resetAndDestroy()
    else client.end(arriving)
  }

  const proxy = createServer((client) => {
    turn += 1
    const server = connect(ports[turn % ports.length] ?? 0, '127.0.0.1')
    const isDoomed = next() < cutShare
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
    }
    client.on('data', (chunk) => server.write(chunk))
    server.on('data', (chunk) => {
      if (!isDoomed) client.write(chunk)
      else if (client.writable) {
        cut(client, chunk)
        server.destroy()
      }
    })
    client.on('close', () => {
      sockets.delete(client)
      server.destroy()
    })
    server.on('close', () => {
      sockets.delete(server)
      client.destroySoon()
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (address === null || typeof address === 'string') {
    throw new Error('The proxy has no port')
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    cuts: () => cuts,
    async close() {
      const closed = once(proxy, 'close')
      proxy.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

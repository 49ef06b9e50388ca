import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface CountingProxy {
  readonly port: number
  /** How often somebody spoke to the database and then waited, since the last call. */
  readonly take: () => number
  readonly close: () => Promise<void>
}

/** What wakes workers is sent on its own after a commit: nobody who asked for something waits for it. */
const wakeUp = 'pg_notify'

/** Stands between a process and its database and counts conversations, not packets. */
export async function startCountingProxy(databasePort: number): Promise<CountingProxy> {
  let trips = 0
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const database = connect(databasePort, '127.0.0.1')
    let isAsking = false
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        client.destroy()
        database.destroy()
      })
    }
    client.on('data', (chunk) => {
      if (!isAsking && !chunk.includes(wakeUp)) trips += 1
      isAsking = true
      database.write(chunk)
    })
    database.on('data', (chunk) => {
      isAsking = false
      client.write(chunk)
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (address === null || typeof address === 'string') {
    throw new Error('The proxy has no port')
  }
  return {
    port: address.port,
    take() {
      const taken = trips
      trips = 0
      return taken
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

import { freePort } from '../../../../tools/free-port.ts'

/** Passes everything on, and what the server says later. */
export async function startSlowProxy(
  target: string,
  lateMs: number,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(Number(new URL(target).port), '127.0.0.1')
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    client.on('data', (chunk) => server.write(chunk))
    client.on('close', () => server.destroy())
    server.on('data', (chunk) => {
      setTimeout(() => client.write(chunk), lateMs)
    })
    server.on('close', () => {
      setTimeout(() => client.destroy(), lateMs)
    })
  })
  const port = await freePort()
  proxy.listen(port, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

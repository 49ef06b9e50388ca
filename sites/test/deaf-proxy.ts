import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface DeafProxy {
  readonly url: string
  /** From now on nothing that the stream of changes says comes through; everything else does. */
  readonly goDeaf: () => void
  /** From now on everything whose path has this in it is answered with 503. */
  readonly refuse: (inPath: string) => void
  /** From now on everything whose path ends like this is never answered. */
  readonly hold: (pathEnd: string) => void
  readonly close: () => Promise<void>
}

/** Stands between the renderer and the api. */
export async function startDeafProxy(target: string): Promise<DeafProxy> {
  let isDeaf = false
  let refused: string | undefined
  let held: string | undefined
  const { hostname, port } = new URL(target)
  const server = createServer((asked, reply) => {
    const { method, headers, url: path = '' } = asked
    if (refused !== undefined && path.includes(refused)) {
      reply.writeHead(503).end()
      return
    }
    if (held !== undefined && path.endsWith(held)) return
    const sent = httpRequest(
      { host: hostname, port, method, path, headers },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('data', (chunk) => {
          if (!isDeaf || !path.startsWith('/~render/stream')) reply.write(chunk)
        })
        answer.on('end', () => reply.end())
      },
    )
    sent.on('error', () => reply.destroy())
    reply.on('close', () => sent.destroy())
    asked.pipe(sent)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    goDeaf: () => (isDeaf = true),
    refuse: (inPath) => (refused = inPath),
    hold: (pathEnd) => (held = pathEnd),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

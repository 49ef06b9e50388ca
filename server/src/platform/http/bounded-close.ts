import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

// Longer than any statement may take: a request cut off after this would get no answer anyway.
const underWayMsMax = 20_000
const lookEveryMs = 50

/**
 * Bounds the time of closing, which waits for every connection, while the server itself only ends
 * idle ones that had a request. Silent connections end soon, also new ones; one with an answer
 * under way ends after it, despite keep-alive; one stuck within a request is cut off.
 */
export function boundClose(app: FastifyInstance, underWayMs = underWayMsMax): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const silent = () => [...sockets].filter(({ bytesRead }) => bytesRead === 0)
  app.addHook('preClose', (done) => {
    for (const socket of silent()) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), underWayMs).unref()
    let seen = new Set<Socket>()
    const looking = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of silent()) if (seen.has(socket)) socket.destroy()
      seen = new Set(silent())
    }, lookEveryMs)
    app.server.once('close', () => clearInterval(looking))
    done()
  })
}

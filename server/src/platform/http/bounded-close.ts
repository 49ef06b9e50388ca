import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

// Longer than any statement may take, so that what ends here would not have been answered anyway.
const underWayMsMax = 20_000
const lookEveryMs = 50

/**
 * Closing waits for every connection, and the server itself only ends those that had a request and wait for
 * another. One that never sends anything goes soon, also one that comes while the server closes; one whose
 * answer was under way goes after it, although its reader might keep it; one that stops in the middle of a
 * request is given up.
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

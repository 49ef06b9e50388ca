import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

// Longer than any statement may take, so that what ends here would not have been answered anyway.
const underWayMsMax = 20_000

/**
 * Closing waits for every connection, and the server itself only ends those that had a request. One
 * that never sent anything goes at once; one that stops in the middle of a request is given up.
 */
export function boundClose(app: FastifyInstance, underWayMs = underWayMsMax): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', (done) => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), underWayMs).unref()
    done()
  })
}

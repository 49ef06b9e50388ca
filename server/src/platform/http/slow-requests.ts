import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Patience {
  /** The time for the head of a request, and for each part of its body. */
  readonly seconds: number
  /** The bytes of a body that must come in a second, over that time. */
  readonly bytesPerSecond: number
}

/** The time after which a connection on which nothing moves is closed, in either direction. */
export const idleMsMax = 120_000

/** The interval at which Node looks for connections whose head does not come. */
export const lookEveryMs = 1000

interface Receiving {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  sinceMs: number
  sinceBytes: number
}

/**
 * Ends requests whose body comes too slowly. A large body takes as long as its bytes at the least
 * rate; one that stalls, or drips, ends after twice the time at most.
 */
export function boundBodies(
  server: Server,
  { seconds, bytesPerSecond }: Patience,
  nowMs = () => performance.now(),
): void {
  const receiving = new Map<Socket, Receiving>()
  /** Sockets that are forgotten when they close: one carries many requests. */
  const watched = new WeakSet<Socket>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return
    const { socket } = request
    if (!watched.has(socket)) {
      watched.add(socket)
      socket.once('close', () => receiving.delete(socket))
    }
    const { bytesRead: sinceBytes } = socket
    receiving.set(socket, { request, response, sinceMs: nowMs(), sinceBytes })
  })
  const looking = setInterval(() => {
    for (const [socket, one] of receiving) look(socket, one)
  }, lookEveryMs)
  looking.unref()
  server.once('close', () => clearInterval(looking))

  function look(socket: Socket, one: Receiving): void {
    if (one.request.complete) {
      receiving.delete(socket)
      return
    }
    if (nowMs() - one.sinceMs < seconds * 1000) return
    const came = socket.bytesRead - one.sinceBytes
    if (came < bytesPerSecond * seconds) {
      if (one.response.headersSent) socket.destroy()
      else refuse(server, socket)
      return
    }
    one.sinceMs = nowMs()
    one.sinceBytes = socket.bytesRead
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    (headers['content-length'] ?? '0') !== '0'
  )
}

/** Answers as Node itself does when a head does not come. */
function refuse(server: Server, socket: Socket): void {
  const late = Object.assign(new Error('The body came too slowly'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  })
  server.emit('clientError', late, socket)
}

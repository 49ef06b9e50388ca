import { Agent, request } from 'node:http'

/** A request as an attacker sends it: to the api or to the renderer. */
export interface Attack {
  /** The operation or route. */
  readonly what: string
  readonly to: 'api' | 'sites'
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | undefined
}

export interface Answer {
  readonly what: string
  /** Zero when there was none in time. */
  readonly status: number
  readonly hasRetryAfter: boolean
  readonly ms: number
  readonly text: string
}

const answeredWithinMs = 60_000
const textMax = 300

/** Sends from an address of its own, as everybody does; what is sent by somebody else does not wait here. */
export function senderFrom(
  localAddress: string,
  urls: Readonly<Record<Attack['to'], string>>,
  atOnce: number,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })

  async function send(attack: Attack): Promise<Answer> {
    const startedMs = performance.now()
    const { what, to, method, target, headers, body } = attack
    const { hostname, port } = new URL(urls[to])
    const answer = await new Promise<Omit<Answer, 'what' | 'ms'>>((resolve) => {
      const none = (error: Error) =>
        resolve({ status: 0, hasRetryAfter: false, text: error.message })
      const outgoing = request(
        {
          agent,
          localAddress,
          hostname,
          port,
          method,
          path: target,
          headers: { ...headers, ...(body && { 'content-length': body.length }) },
        },
        (reply) => {
          const { statusCode: status = 0 } = reply
          const hasRetryAfter = reply.headers['retry-after'] !== undefined
          let text = ''
          reply.on('data', (chunk: Buffer) => {
            if (text.length < textMax) text += chunk.toString('utf8')
          })
          reply.on('error', none)
          reply.on('end', () => resolve({ status, hasRetryAfter, text }))
        },
      )
      outgoing.setTimeout(answeredWithinMs, () =>
        outgoing.destroy(new Error('No answer in time')),
      )
      // An answer that arrives before the body is sent whole wins: this then does nothing.
      outgoing.on('error', none)
      outgoing.end(body)
    })
    return { what, ...answer, ms: performance.now() - startedMs }
  }

  return { send, close: () => agent.destroy() }
}

export type Sender = ReturnType<typeof senderFrom>

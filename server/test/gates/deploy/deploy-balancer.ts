import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const checkEveryMs = 50
const knownMsMax = 60_000
const answerMsMax = 120_000

export interface BalancedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface BalancedReply {
  readonly status: number
  readonly body: string
}

export interface Balancer {
  /** Goes to one ready server, once, on a connection kept open; fails when that fails. */
  readonly send: (request: BalancedRequest) => Promise<BalancedReply>
  /** Resolves once a check that begins now has found the server ready. */
  readonly untilReady: (port: number) => Promise<void>
  readonly stop: () => void
}

interface Server {
  readonly port: number
  readonly agent: Agent
  isReady: boolean
  /** Of the check whose answer was believed last: they may overtake each other. */
  believed: number
}

/**
 * Sends to ready servers in turn and retries nothing. One whose `/readyz` says no, or whose connection
 * fails, gets no more; one that is slow to say stays what it was.
 */
export function startBalancer(ports: readonly number[]): Balancer {
  const servers = ports.map((port): Server => ({
    port,
    agent: new Agent({ keepAlive: true }),
    isReady: false,
    believed: 0,
  }))
  let turn = 0
  let checks = 0

  function nextReady(): Server {
    for (let tried = 0; tried < servers.length; tried += 1) {
      turn += 1
      const server = servers[turn % servers.length]
      if (server?.isReady === true) return server
    }
    throw new Error('No server is ready')
  }

  const checking = servers.map((server) =>
    setInterval(() => {
      checks += 1
      void check(server, checks)
    }, checkEveryMs),
  )
  return {
    send: async (given) => {
      const { port, agent } = nextReady()
      return exchange(port, given, agent)
    },
    async untilReady(port) {
      const since = checks
      const deadline = Date.now() + knownMsMax
      const isKnown = (server: Server) =>
        server.port === port && server.isReady && server.believed > since
      while (!servers.some(isKnown)) {
        if (Date.now() > deadline) throw new Error('The balancer found no ready server')
        await sleep(checkEveryMs)
      }
    },
    stop() {
      for (const timer of checking) clearInterval(timer)
      for (const { agent } of servers) agent.destroy()
    },
  }
}

async function check(server: Server, number: number): Promise<void> {
  const question = { method: 'GET', path: '/readyz', headers: {} }
  const isReady = await exchange(server.port, question, false).then(
    ({ status }) => status === 200,
    () => false,
  )
  if (number < server.believed) return
  server.believed = number
  server.isReady = isReady
}

async function exchange(
  port: number,
  { method, path, headers, body }: BalancedRequest,
  agent: Agent | false,
): Promise<BalancedReply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, agent, headers })
    sent.setTimeout(answerMsMax, () =>
      sent.destroy(new Error(`No answer in ${answerMsMax} ms`)),
    )
    sent.on('error', reject)
    sent.on('response', (reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (chunk: string) => {
        text += chunk
      })
      reply.on('error', reject)
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body: text }))
    })
    sent.end(body)
  })
}

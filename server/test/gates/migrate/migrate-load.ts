import { setTimeout as sleep } from 'node:timers/promises'

import type { Sample } from '#test/sample.ts'

const pauseMs = 15

interface Request {
  readonly method: string
  readonly path: string
  readonly body?: object
}

export interface Load {
  readonly requests: () => number
  readonly failures: readonly string[]
  /** The slowest answer since the last call. */
  readonly slowestMs: () => number
  readonly stop: () => Promise<void>
}

/** A steady trickle of reads and writes on the tables that migrations change. */
export async function startLoad(url: string, sample: Sample): Promise<Load> {
  const { organization, users, tokens } = sample
  const failures: string[] = []
  const stopping = new AbortController()
  let requests = 0
  let slowestMs = 0

  async function send({ method, path, body }: Request): Promise<string> {
    const startedMs = performance.now()
    const reply = await fetch(`${url}/v1/orgs/${organization}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.admin}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    slowestMs = Math.max(slowestMs, performance.now() - startedMs)
    requests += 1
    if (reply.ok) return text
    failures.push(`${method} ${path} was answered ${reply.status}: ${text}`)
    return text
  }
  const { id: teamId }: { id: string } = JSON.parse(
    await send({ method: 'PUT', path: '/teams', body: { title: 'Load' } }),
  )
  const loops: ((turn: number) => Request)[] = [
    () => ({ method: 'GET', path: '/members?limit=50&sort=joinedAt&order=desc' }),
    () => ({ method: 'GET', path: '/members?limit=50&role=read' }),
    (turn) => ({
      method: 'PATCH',
      path: `/teams/${teamId}`,
      body: { title: `Load ${turn}` },
    }),
    (turn) => ({
      method: 'PATCH',
      path: `/members/${users.read}`,
      body: { role: turn % 2 === 0 ? 'comment' : 'read' },
    }),
    (turn) => ({
      method: turn % 2 === 0 ? 'PUT' : 'DELETE',
      path: `/teams/${teamId}/members/${users.edit}`,
    }),
  ]
  const running = loops.map(async (request) => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      await send(request(turn))
      await sleep(pauseMs)
    }
  })
  return {
    requests: () => requests,
    failures,
    slowestMs: () => {
      const since = slowestMs
      slowestMs = 0
      return since
    },
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

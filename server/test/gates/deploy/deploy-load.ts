import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { BalancedRequest, Balancer } from './deploy-balancer.ts'
import type { seeded } from '../../../../tools/gate.ts'
import type { Instance } from '../harness/instance.ts'

const tickMs = 10
// More would only queue: where the machine cannot keep up, the rate falls instead.
const underWayMax = 32

export interface Load {
  /** Requests that were answered as they should be, by what they ask for. */
  readonly answered: Map<RequestKind, number>
  readonly failures: string[]
  /** Addresses whose invitation was acknowledged. */
  readonly invited: string[]
}

interface Wanted extends BalancedRequest {
  readonly status: number
}

interface Making {
  readonly name: string
  readonly team: string
  readonly inOrganization: string
}

const shares = {
  'read organization': 20,
  'list members': 15,
  'list teams': 15,
  'read team': 15,
  'read user': 10,
  'create team': 10,
  'rename team': 7,
  'create link': 5,
  'invite by mail': 3,
} as const
export type RequestKind = keyof typeof shares

const requests: Readonly<
  Record<
    RequestKind,
    (making: Making) => { method?: string; path: string; body?: object; status?: number }
  >
> = {
  'read organization': ({ inOrganization }) => ({ path: inOrganization }),
  'list members': ({ inOrganization }) => ({ path: `${inOrganization}/members?limit=5` }),
  'list teams': ({ inOrganization }) => ({ path: `${inOrganization}/teams?limit=20` }),
  'read team': ({ inOrganization, team }) => ({
    path: `${inOrganization}/teams/${team}`,
  }),
  'read user': () => ({ path: '/v1/user' }),
  'create team': ({ inOrganization, name }) => ({
    method: 'PUT',
    path: `${inOrganization}/teams`,
    body: { title: name },
    status: 201,
  }),
  'rename team': ({ inOrganization, team, name }) => ({
    method: 'PATCH',
    path: `${inOrganization}/teams/${team}`,
    body: { title: name },
  }),
  'create link': ({ inOrganization }) => ({
    method: 'POST',
    path: `${inOrganization}/link-invites`,
    body: { role: 'read' },
    status: 201,
  }),
  'invite by mail': ({ inOrganization, name }) => ({
    method: 'POST',
    path: `${inOrganization}/invites`,
    body: { emails: [addressOf(name)] },
  }),
}

const kinds: readonly RequestKind[] = Object.entries(shares).flatMap(([kind, share]) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table above
  Array.from({ length: share }, () => kind as RequestKind),
)

function addressOf(name: string): string {
  return `${name}@deployed.example`
}

interface LoadOptions {
  readonly sample: Instance['sample']
  readonly teams: readonly string[]
  readonly random: ReturnType<typeof seeded>
  readonly perSecond: number
}

/** Sends so many requests a second until told to stop, whatever becomes of them. */
export function startLoad(
  balancer: Balancer,
  { sample, teams, random, perSecond }: LoadOptions,
): { load: Load; stop: () => Promise<void> } {
  const load: Load = { answered: new Map(), failures: [], invited: [] }
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()
  let sent = 0

  async function sendOne(kind: RequestKind, name: string): Promise<void> {
    const { status, ...given } = requestOf(
      kind,
      {
        name,
        team: random.pick(teams),
        inOrganization: `/v1/orgs/${sample.organization}`,
      },
      sample.tokens.admin,
    )
    try {
      const reply = await balancer.send(given)
      if (reply.status === status) {
        load.answered.set(kind, (load.answered.get(kind) ?? 0) + 1)
        if (kind === 'invite by mail') load.invited.push(addressOf(name))
      } else load.failures.push(`${kind} was answered ${reply.status}: ${reply.body}`)
    } catch (error) {
      load.failures.push(`${kind} failed: ${String(error)}`)
    }
  }

  async function run(): Promise<void> {
    let beforeMs = performance.now()
    let due = 0
    while (!stopping.signal.aborted) {
      await sleep(tickMs)
      const nowMs = performance.now()
      due += ((nowMs - beforeMs) * perSecond) / 1000
      beforeMs = nowMs
      for (; due >= 1 && underWay.size < underWayMax; due -= 1) {
        sent += 1
        const sending = sendOne(random.pick(kinds), `deploy-${sent}`)
        underWay.add(sending)
        void sending.finally(() => underWay.delete(sending))
      }
      due = Math.min(due, 1)
    }
    await Promise.all(underWay)
  }

  const running = run()
  return {
    load,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

function requestOf(kind: RequestKind, making: Making, token: string): Wanted {
  const { method = 'GET', path, body, status = 200 } = requests[kind](making)
  return {
    method,
    path,
    status,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }
}

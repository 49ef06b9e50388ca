import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'
import type { Collector } from '#/platform/database/transaction.ts'
import { enqueue } from '#/platform/jobs/job.ts'
import { emit } from '#/platform/outbox/outbox.ts'
import { deliverEvent } from '#/platform/outbox/relay.ts'

import { seeded } from '../../../../tools/gate.ts'
import type { Instance } from '../harness/instance.ts'

const writerCount = 6
const teamsPerWriter = 4
// Their events share one subject, of which they lock no row.
const linkWriterCount = 3
const betweenWritesMs = 25
const attemptsMax = 200

export interface Writers {
  /** Changes teams and invite links until stopped; gives how often it tried. */
  readonly startChanging: () => () => Promise<number>
  readonly createTeam: (title: string) => Promise<string>
  /** Tries until it is acknowledged, so it may happen more than once. */
  readonly rename: (teamId: string, title: string) => Promise<void>
}

type Send = (method: string, path: string, body: object) => Promise<string | undefined>

export function createWriters(
  { sample }: Instance,
  urls: readonly string[],
  seed: number,
): Writers {
  const random = seeded(seed)

  /** What was acknowledged; undefined when nobody knows. */
  async function send(method: string, path: string, body: object) {
    try {
      const url = `${random.pick(urls)}/v1/orgs/${sample.organization}${path}`
      const reply = await fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${sample.tokens.admin}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      })
      const text = await reply.text()
      return reply.ok ? text : undefined
    } catch {
      return undefined
    }
  }
  return {
    createTeam: async (title) => create(send, ['PUT', '/teams', { title }]),
    async rename(teamId, title) {
      await insist(send, ['PATCH', `/teams/${teamId}`, { title }])
    },
    startChanging() {
      const over = new AbortController()
      const writers = [
        ...Array.from({ length: writerCount }, async (_, writer) => {
          const teams = await createTeams(send, writer)
          return repeat(over.signal, async (version) => {
            const title = `v${version} of ${writer}`
            await send('PATCH', `/teams/${random.pick(teams)}`, { title })
          })
        }),
        ...Array.from({ length: linkWriterCount }, async () => {
          const link = await create(send, ['POST', '/link-invites', { role: 'read' }])
          return repeat(over.signal, async (turn) => {
            const role = turn % 2 === 0 ? 'read' : 'edit'
            await send('PATCH', `/link-invites/${link}`, { role })
          })
        }),
      ]
      return async () => {
        over.abort()
        const changes = await Promise.all(writers)
        return changes.reduce((sum, count) => sum + count, 0)
      }
    },
  }
}

/** Repeats a change until the end, also during an outage: the event log says which happened. */
async function repeat(
  over: AbortSignal,
  change: (turn: number) => Promise<void>,
): Promise<number> {
  let turn = 0
  while (!over.aborted) {
    turn += 1
    await change(turn)
    await sleep(betweenWritesMs)
  }
  return turn
}

async function insist(send: Send, request: Parameters<Send>): Promise<string> {
  for (let attempt = 1; attempt < attemptsMax; attempt += 1) {
    const text = await send(...request)
    if (text !== undefined) return text
    await sleep(50)
  }
  throw new Error(`${request[0]} ${request[1]} was never acknowledged`)
}

async function create(send: Send, request: Parameters<Send>): Promise<string> {
  const { id }: { id: string } = JSON.parse(await insist(send, request))
  return id
}

async function createTeams(send: Send, writer: number): Promise<string[]> {
  const teams: string[] = []
  for (let team = 0; team < teamsPerWriter; team += 1) {
    teams.push(
      await create(send, ['PUT', '/teams', { title: `v0 of ${writer}.${team}` }]),
    )
  }
  return teams
}

const fail = statement('gate.fail', () => sql`select 1 / 0`)

/** Goes out behind the event rows, so they are written before all of it is rolled back. */
const failing: Collector<object> = {
  flush: () => [{ text: fail.text, values: [] }],
}

/** Transactions that emit an event and ask for a job, and then fail. */
export async function rollBack({ db, sample }: Instance, times: number): Promise<number> {
  const organizationId = sample.organization
  let failures = 0
  for (let time = 0; time < times; time += 1) {
    await db
      .transaction(async (tx) => {
        emit(tx, {
          organizationId,
          type: 'team_renamed',
          subject: 'team:rolled-back',
          payload: { title: 'rolled back' },
        })
        enqueue(
          tx,
          deliverEvent([]),
          {
            subscriber: 'gate',
            organizationId,
            eventId: 'rolled-back',
            occurredAt: '2000-01-01T00:00:00Z',
          },
          { key: 'rolled back' },
        )
        tx.collect(failing, {})
      })
      .catch(() => {
        failures += 1
      })
  }
  return failures
}

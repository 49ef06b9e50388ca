import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'
import type { Collector } from '#/platform/database/transaction.ts'
import { enqueue } from '#/platform/jobs/job.ts'
import { emit } from '#/platform/outbox/outbox.ts'
import { deliverEvent } from '#/platform/outbox/relay.ts'

import { seeded } from './gate.ts'
import type { Instance } from './instance.ts'

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

export function createWriters(
  { sample }: Instance,
  urls: readonly string[],
  seed: number,
): Writers {
  const random = seeded(seed)

  async function call(method: string, path: string, body: object): Promise<Response> {
    return fetch(`${random.pick(urls)}/v1/orgs/${sample.organization}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${sample.tokens.admin}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
  }
  async function insist(method: string, path: string, body: object): Promise<string> {
    for (let attempt = 1; attempt < attemptsMax; attempt += 1) {
      const reply = await call(method, path, body).catch(() => undefined)
      const text = await reply?.text().catch(() => undefined)
      if (reply?.ok === true && text !== undefined) return text
      await sleep(50)
    }
    throw new Error(`${method} ${path} was never acknowledged`)
  }
  async function createTeam(title: string): Promise<string> {
    const { id }: { id: string } = JSON.parse(await insist('PUT', '/teams', { title }))
    return id
  }

  return {
    createTeam,
    async rename(teamId, title) {
      await insist('PATCH', `/teams/${teamId}`, { title })
    },
    startChanging() {
      const over = new AbortController()
      // An outage is not waited out: whether a change happened is for the event log to say.
      const change = async (path: string, body: object) => {
        const reply = await call('PATCH', path, body).catch(() => undefined)
        await reply?.text().catch(() => undefined)
        await sleep(betweenWritesMs)
      }
      const renaming = async (writer: number) => {
        const teams: string[] = []
        for (let team = 0; team < teamsPerWriter; team += 1) {
          teams.push(await createTeam(`v0 of ${writer}.${team}`))
        }
        let version = 0
        while (!over.signal.aborted) {
          version += 1
          await change(`/teams/${random.pick(teams)}`, {
            title: `v${version} of ${writer}`,
          })
        }
        return version
      }
      const relinking = async () => {
        const text = await insist('POST', '/link-invites', { role: 'read' })
        const { id }: { id: string } = JSON.parse(text)
        let turn = 0
        while (!over.signal.aborted) {
          turn += 1
          await change(`/link-invites/${id}`, { role: turn % 2 === 0 ? 'read' : 'edit' })
        }
        return turn
      }
      const writers = [
        ...Array.from({ length: writerCount }, async (_, writer) => renaming(writer)),
        ...Array.from({ length: linkWriterCount }, relinking),
      ]
      return async () => {
        over.abort()
        const changes = await Promise.all(writers)
        return changes.reduce((sum, count) => sum + count, 0)
      }
    },
  }
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

import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'

import { deadLetterQueue } from '#/platform/jobs/job-queue.ts'
import { enqueue } from '#/platform/jobs/job.ts'
import { type RunningWorker, startWorker } from '#/start/worker.ts'
import { until } from '#test/database/test-until.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { emit } from './outbox.ts'
import {
  deliverEvent,
  type EventSubscriber,
  selectEvents,
  type StoredEvent,
} from './relay.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- emitNumbers wrote it
const numberOf = ({ payload }: StoredEvent) => (payload as { number: number }).number

const killsMax = 20

describe('the relay of events', () => {
  let api: TestApi
  let teams: string
  const workers: RunningWorker[] = []
  const delivered: StoredEvent[] = []
  before(async () => {
    api = await startTestApi()
    teams = `/orgs/${api.organization}/teams`
  })
  after(async () => api.stop())
  beforeEach(async () => {
    await api.rows('delete from event_pending')
    delivered.length = 0
  })
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop()
  })

  const everything: EventSubscriber = {
    name: 'everything',
    wants: () => true,
    deliver: async (event) => {
      delivered.push(event)
    },
  }
  async function work(...subscribers: EventSubscriber[]): Promise<RunningWorker> {
    const worker = await startWorker(api.services.config, { subscribers })
    workers.push(worker)
    return worker
  }
  async function createTeam(title: string): Promise<string> {
    const { body } = await api.as('admin').put(teams, { title })
    return body.id
  }
  const emitNumbers = async (subject: string, from: number, to: number) =>
    api.services.db.transaction(async (tx) => {
      for (let number = from; number < to; number += 1) {
        emit(tx, {
          organizationId: api.organization,
          type: 'numbered',
          subject,
          payload: { number },
        })
      }
    })
  const untilDelivered = async (count: number, timeoutMs?: number) =>
    until(
      `${count} are delivered`,
      () => (delivered.length >= count ? true : undefined),
      timeoutMs,
    )
  const ofSubject = (subject: string) =>
    delivered.filter((event) => event.subject === subject)
  const pending = async () => (await api.rows('select from event_pending')).length
  const leader = async (): Promise<number | undefined> => {
    const [row] = await api.rows(
      `select pid from pg_locks where locktype = 'advisory' and granted
       and database = (select oid from pg_database where datname = current_database())
       and ((classid::bigint << 32) | objid::bigint) = hashtextextended('event-relay', 0)`,
    )
    return row?.pid
  }

  it('reads events by their keys, also where nothing is known yet of how many there are', async () => {
    await emitNumbers('counted', 0, 4_000)
    const some = await api.rows(
      `select id, occurred_at from event where subject = 'counted' order by id limit 3`,
    )
    const values = selectEvents.bind({
      organizationId: api.organization,
      ids: some.map(({ id }) => id),
      times: some.map(({ occurred_at }) => occurred_at),
    })
    const [{ 'QUERY PLAN': plans }] = await api.rows(
      `explain (analyze, buffers, format json) ${selectEvents.text}`,
      [...values],
    )
    const [{ Plan: plan }] = typeof plans === 'string' ? JSON.parse(plans) : plans
    assert.equal(plan['Actual Rows'], some.length)
    const blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    assert.ok(blocks < 40, `${blocks} blocks`)
  })

  it('delivers what happened to a subject in the order it happened, with what was stored', async () => {
    await work(everything)
    const id = await createTeam('First name')
    await api.as('admin').patch(`${teams}/${id}`, { title: 'Second name' })
    await api.as('admin').put(`${teams}/${id}/members/${api.users.read}`)
    await api.as('admin').delete(`${teams}/${id}`)
    await untilDelivered(4)
    assert.deepEqual(
      ofSubject(`team:${id}`).map(({ type }) => type),
      ['team_created', 'team_renamed', 'team_members_changed', 'team_removed'],
    )
    const stored = await api.rows(
      `select id, type, organization_id, payload, occurred_at from event
       where subject = $1 order by occurred_at`,
      [`team:${id}`],
    )
    assert.deepEqual(
      delivered.map((event) => [event.id, event.organizationId, event.payload]),
      stored.map((event) => [event.id, event.organization_id, event.payload]),
    )
    assert.equal(delivered[0]?.occurredAt, stored[0].occurred_at)
    assert.equal(await pending(), 0)
  })

  it('delivers nothing of what was rolled back', async () => {
    await work(everything)
    const failing = api.services.db.transaction(async (tx) => {
      emit(tx, {
        organizationId: api.organization,
        type: 'phantom',
        subject: 'x',
        payload: {},
      })
      throw new Error('no')
    })
    await assert.rejects(failing)
    await createTeam('Real')
    await untilDelivered(1)
    assert.deepEqual(
      delivered.map(({ type }) => type),
      ['team_created'],
    )
  })

  it('delivers to each subscriber what it wants, and no more', async () => {
    const renames: string[] = []
    await work(everything, {
      name: 'renames',
      wants: (type) => type === 'team_renamed',
      deliver: async ({ type }) => {
        renames.push(type)
      },
    })
    const id = await createTeam('Old')
    await api.as('admin').patch(`${teams}/${id}`, { title: 'New' })
    await untilDelivered(2)
    await until('the rename is delivered', () => (renames.length > 0 ? true : undefined))
    assert.deepEqual(renames, ['team_renamed'])
  })

  it('keeps the order of a subject when a delivery fails, while other subjects go on', async () => {
    let failures = 0
    await work({
      ...everything,
      deliver: async (event, services) => {
        if (event.subject === 'moody' && numberOf(event) === 1 && failures === 0) {
          failures += 1
          throw new Error('not today')
        }
        await everything.deliver(event, services)
      },
    })
    await emitNumbers('moody', 0, 4)
    await emitNumbers('steady', 0, 4)
    await untilDelivered(8)
    assert.equal(failures, 1)
    for (const subject of ['moody', 'steady']) {
      assert.deepEqual(ofSubject(subject).map(numberOf), [0, 1, 2, 3])
    }
    const lastSteady = delivered.findLastIndex(({ subject }) => subject === 'steady')
    const lastMoody = delivered.findLastIndex(({ subject }) => subject === 'moody')
    assert.ok(lastSteady < lastMoody)
  })

  it('empties the list of pending events when nobody subscribes, and keeps the events', async () => {
    await emitNumbers('unheard', 0, 1_200)
    assert.equal(await pending(), 1_200)
    await work()
    await until('nothing is pending', async () =>
      (await pending()) === 0 ? true : undefined,
    )
    const stored = await api.rows(`select from event where subject = 'unheard'`)
    assert.equal(stored.length, 1_200)
  })

  it('delivers what piled up while no worker ran, more than one batch of it', async () => {
    for (let subject = 0; subject < 60; subject += 1) {
      await emitNumbers(`piled:${subject}`, 0, 10)
    }
    await work(everything)
    await work(everything)
    await untilDelivered(600, 15_000)
    for (let subject = 0; subject < 60; subject += 1) {
      assert.deepEqual(
        ofSubject(`piled:${subject}`).map(numberOf),
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      )
    }
  })

  /** Kills the leader; returns whether its successor was already connected before. */
  async function killLeader(): Promise<boolean> {
    const first = await until('there is a leader', leader)
    const [{ now }] = await api.rows('select clock_timestamp() as now')
    await api.rows('select pg_terminate_backend($1::integer)', [first])
    const second = await until('another leads', async () => {
      const pid = await leader()
      return pid === first ? undefined : pid
    })
    const [next] = await api.rows(
      'select backend_start < $2::timestamptz as older from pg_stat_activity where pid = $1',
      [second, now],
    )
    return next?.older === true
  }

  it('moves to another worker when the connection of the leading one is killed', async () => {
    await work(everything)
    const first = await until('there is a leader', leader)
    await work(everything)
    assert.equal(await leader(), first, 'one leads at a time')
    await emitNumbers('moving', 0, 3)
    await untilDelivered(3)
    // The killed worker reconnects and may get the lock first, but not every time.
    let hasMoved = false
    for (let kills = 0; !hasMoved && kills < killsMax; kills += 1) {
      hasMoved = await killLeader()
    }
    assert.ok(hasMoved, 'a worker that was waiting took over')
    await emitNumbers('moving', 3, 6)
    await untilDelivered(6)
    assert.deepEqual(ofSubject('moving').map(numberOf), [0, 1, 2, 3, 4, 5])
  })

  it('loses nothing and keeps the order while its leader is killed again and again', async () => {
    await work(everything)
    await work(everything)
    for (let round = 0; round < 4; round += 1) {
      const subjects = ['stormy:1', 'stormy:2', 'stormy:3']
      for (const subject of subjects) await emitNumbers(subject, round * 5, round * 5 + 5)
      const pid = await until('there is a leader', leader)
      await api.rows('select pg_terminate_backend($1::integer)', [pid])
    }
    await untilDelivered(60, 15_000)
    for (const subject of ['stormy:1', 'stormy:2', 'stormy:3']) {
      // Deliveries are at least once: one may be repeated, but never after a later one.
      const numbers = [...new Set(ofSubject(subject).map(numberOf))]
      assert.deepEqual(
        numbers,
        Array.from({ length: 20 }, (_, number) => number),
      )
    }
  })

  it('passes over deliveries to those who left and of events that are no longer kept', async () => {
    const gone = {
      organizationId: api.organization,
      eventId: 'x',
      occurredAt: '2026-01-01',
    }
    await api.services.db.transaction(async (tx) => {
      const deliver = deliverEvent([])
      enqueue(tx, deliver, { subscriber: 'gone', ...gone }, { key: 'a' })
      enqueue(tx, deliver, { subscriber: 'everything', ...gone }, { key: 'b' })
    })
    await work(everything)
    await until('both are settled', async () => {
      const open = await api.rows(
        `select from pgboss.job where name = 'events.deliver' and state <> 'completed'`,
      )
      return open.length === 0 ? true : undefined
    })
    const letters = await api.rows('select from pgboss.job where name = $1', [
      deadLetterQueue,
    ])
    assert.deepEqual(letters, [])
    assert.deepEqual(delivered, [])
  })
})

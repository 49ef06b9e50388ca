import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Collector, Transaction } from '#/platform/database/transaction.ts'
import { openTestJobs, type TestJobs } from '#test/jobs/test-jobs.ts'

import { emit } from './outbox.ts'

/** A pause that goes out behind the events: these are written some time before their commit. */
const delay: Collector<object> = {
  flush: () => [{ text: 'select pg_sleep(0.4)', values: [] }],
}

const happen = (tx: Transaction, subject: string, name: string) =>
  emit(tx, { organizationId: 'org', type: name, subject, payload: {} })

describe('events of one subject', () => {
  let jobs: TestJobs
  before(async () => {
    jobs = await openTestJobs([])
  })
  after(async () => jobs.close())

  /** The events visible once the second transaction commits, while the first is late. */
  async function race(first: string, second: string): Promise<unknown[]> {
    const slow = jobs.inTransaction(async (tx) => {
      happen(tx, first, 'slow')
      tx.collect(delay, {})
    })
    await sleep(150)
    await jobs.inTransaction(async (tx) => happen(tx, second, 'quick'))
    const { rows } = await jobs.sender.db.raw(
      'select type from event where subject in ($1, $2) order by occurred_at, id',
      [first, second],
    )
    await slow
    return rows
  }

  it('can be seen in the order of their times, though nothing but the event orders them', async () => {
    assert.deepEqual(await race('thing:1', 'thing:1'), [
      { type: 'slow' },
      { type: 'quick' },
    ])
  })

  it('do not wait for events of another', async () => {
    assert.deepEqual(await race('thing:2', 'thing:3'), [{ type: 'quick' }])
  })

  it('can be several in one transaction, also crosswise with another', async () => {
    const subjects = Array.from({ length: 20 }, (_, index) => `thing:${index}`)
    await Promise.all(
      Array.from({ length: 12 }, async (_, turn) =>
        jobs.inTransaction(async (tx) => {
          const order = turn % 2 === 0 ? subjects : subjects.toReversed()
          for (const subject of order) happen(tx, subject, 'many')
        }),
      ),
    )
    const { rows } = await jobs.sender.db.raw(
      `select count(*)::integer as events from event where type = 'many'`,
    )
    assert.deepEqual(rows, [{ events: 240 }])
  })
})

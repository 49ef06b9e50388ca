import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { openTestDatabase, type TestDatabase } from '#test/database/test-open-database.ts'

import { keepPartitions } from './maintain-partitions.ts'

const days = { EVENT_DAYS: 3, AUDIT_DAYS: 5 }

describe('a partition that cannot be made because somebody reads the table', () => {
  let test: TestDatabase
  let reader: Client
  before(async () => {
    test = await openTestDatabase()
    reader = new Client({ connectionString: test.url })
    await reader.connect()
  })
  after(async () => {
    await reader.end()
    await test.close()
  })

  const newest = async (): Promise<unknown> => {
    const { rows } = await test.db.raw(
      `select to_regclass('event_' || to_char(current_date + 7, 'YYYYMMDD')) is not null as found`,
    )
    return rows[0]
  }

  it('keeps no writer waiting for long, and is made once the reader is done', async () => {
    await test.db.raw(
      `do $$ begin execute 'drop table event_' || to_char(current_date + 7, 'YYYYMMDD'); end $$`,
    )
    await reader.query('begin; select * from event')
    const keeping = keepPartitions(test.db, days)
    let longestMs = 0
    for (let number = 0; number < 40; number += 1) {
      const startedMs = performance.now()
      await test.db.raw(
        `insert into event (organization_id, id, type, subject, payload)
         values ('o', $1, 't', 's', '{}')`,
        [`event${number}`],
      )
      longestMs = Math.max(longestMs, performance.now() - startedMs)
      await sleep(30)
    }
    assert.deepEqual(await newest(), { found: false })
    // The wait itself is bounded by 25 ms; the rest is slack for a busy machine.
    assert.ok(longestMs < 1_000, `${longestMs} ms`)
    await reader.query('commit')
    await keeping
    assert.deepEqual(await newest(), { found: true })
  })
})

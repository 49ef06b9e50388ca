import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import { until } from '#test/database/test-until.ts'
import { createTestDatabase } from '#test/test-database.ts'

import { type Database, openDatabase } from './database.ts'
import { statement } from './statement.ts'

const connections = 4
/** Longer than anything else here takes. */
const longSeconds = 1

const readFor = statement<{ organizationId: string; seconds: number }, { done: number }>(
  'test.read-for',
  (p) => sql`select 1 as done from pg_sleep(${p.seconds}::float8)`,
)

describe('the share of an organization', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let db: Database
  before(async () => {
    database = await createTestDatabase()
    db = openDatabase({
      url: database.url,
      poolSize: connections,
      readers: 2,
      prepare: true,
      applicationName: 'lectern test',
    })
  })
  after(async () => {
    await db.close()
    await database.drop()
  })

  const read = async (organizationId: string, seconds: number) =>
    db.first(readFor, { organizationId, seconds })

  it('is half of the connections for writing', async () => {
    const end = Promise.withResolvers<undefined>()
    let running = 0
    const held = Array.from({ length: connections * 2 }, async () =>
      db.transaction(async () => {
        running += 1
        await end.promise
      }, 'one'),
    )
    const small = { organizationId: 'another', seconds: 0 }
    await until('its share is taken', () =>
      running === connections / 2 ? true : undefined,
    )
    await db.transaction(async (tx) => tx.first(readFor, small), 'another')
    const runningBeside = running
    end.resolve(undefined)
    await Promise.all(held)
    assert.equal(runningBeside, connections / 2)
    assert.equal(running, connections * 2)
  })

  it('leaves short reads alone once its own have been long', async () => {
    // Long twice, on connections that are there for short ones.
    await read('one', 0.2)
    await read('one', 0.2)
    const long = [1, 2].map(async () => read('one', longSeconds))
    await sleep(50)
    const startedMs = performance.now()
    await Promise.all([1, 2, 3, 4, 5, 6].map(async () => read('another', 0)))
    const tookMs = performance.now() - startedMs
    assert.ok(tookMs < longSeconds * 1000, `${tookMs} ms`)
    await Promise.all(long)
  })
})

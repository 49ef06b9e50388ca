import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import {
  openTestDatabase,
  selectAfter,
  selectBackend,
  type TestDatabase,
} from '#test/database/test-open-database.ts'
import { until } from '#test/database/test-until.ts'

import { databaseErrorCode, translateDatabaseError } from './database-errors.ts'
import { statement } from './statement.ts'

const echo = statement<{ value: string }, { value: string; now: string }>(
  'test.echo',
  (p) => sql`select ${p.value}::text as value, now() as now`,
)
const series = statement<{ upTo: number }, { n: number }>(
  'test.series',
  (p) => sql`select n::bigint as n from generate_series(1, ${p.upTo}::integer) as n`,
)
const failing = statement<{ by: number }, { value: number }>(
  'test.failing',
  (p) => sql`select 1 / ${p.by}::integer as value`,
)
const sleeping = statement(
  'test.sleeping',
  (p: { seconds: number }) => sql`select pg_sleep(${p.seconds})`,
)

describe('readers', () => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase()
  })
  after(async () => test.close())

  const killReaders = async (): Promise<number> => {
    const { rows } = await test.db.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'lectern test'
         and pid <> pg_backend_pid()`,
    )
    return rows.length
  }
  const read = async (value: string): Promise<string | undefined> =>
    (await test.db.first(echo, { value }))?.value

  it('have others pass a read that ran out of time before', async () => {
    const db = test.open({ readers: 1 })
    const outOfTime = async (msMax: number) =>
      assert.rejects(db.within(msMax, sleeping, { seconds: 3 }), { code: '57014' })
    await outOfTime(100)
    await outOfTime(100)
    let isOver = false
    const late = outOfTime(2_000).finally(() => {
      isOver = true
    })
    await db.first(echo, { value: 'other' })
    assert.ok(!isOver)
    await late
    await db.close()
  })

  it('end a read that takes longer than it is given, and nothing else', async () => {
    const [late, early, other] = await Promise.allSettled([
      test.db.within(50, sleeping, { seconds: 2 }),
      test.db.within(2_000, echo, { value: 'in time' }),
      test.db.many(sleeping, { seconds: 0.2 }),
    ])
    assert.equal(late.status === 'rejected' && databaseErrorCode(late.reason), '57014')
    assert.equal(early.status === 'fulfilled' && early.value[0]?.value, 'in time')
    assert.equal(other.status, 'fulfilled')
    assert.equal(await read('afterwards'), 'afterwards')
  })

  it('give each of many concurrent reads its own rows', async () => {
    const values = Array.from({ length: 2_000 }, (_, index) => `value ${index}`)
    assert.deepEqual(await Promise.all(values.map(read)), values)
    const sizes = Array.from({ length: 200 }, (_, index) => index % 37)
    const lists = await Promise.all(
      sizes.map(async (upTo) => test.db.many(series, { upTo })),
    )
    assert.deepEqual(
      lists.map((rows) => rows.length),
      sizes,
    )
    assert.ok(lists.every((rows) => rows.every(({ n }, index) => n === index + 1)))
  })

  it('use all connections, and no more than those', async () => {
    const pids = new Set<number | undefined>()
    for (let turn = 0; turn < 50; turn += 1) {
      pids.add((await test.db.first(selectBackend, {}))?.pid)
    }
    assert.equal(pids.size, 3)
  })

  it('let one failing read fail alone', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, async (_, index) =>
        test.db.first(failing, { by: index % 6 === 0 ? 0 : 1 }),
      ),
    )
    outcomes.forEach((outcome, index) => {
      if (outcome.status === 'rejected') {
        assert.equal(index % 6, 0)
        assert.equal(databaseErrorCode(outcome.reason), '22012')
      } else assert.deepEqual(outcome.value, { value: 1 })
    })
    assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 10)
  })

  it('read in UTC, in the form of the API', async () => {
    const row = await test.db.first(echo, { value: '' })
    assert.match(row?.now ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z$/)
    assert.ok(Math.abs(Date.parse(row?.now ?? '') - Date.now()) < 5_000)
  })

  it('answer a read whose connection is killed under it', async () => {
    const reads = Array.from({ length: 6 }, async (_, index) => {
      // In separate turns of the event loop, so that every connection has a read under way.
      await sleep(index * 10)
      return test.db.first(selectAfter, { value: `survivor ${index}`, seconds: 0.4 })
    })
    await sleep(200)
    assert.ok((await killReaders()) >= 3)
    const values = await Promise.all(reads)
    assert.deepEqual(
      values.map((row) => row?.value),
      Array.from({ length: 6 }, (_, index) => `survivor ${index}`),
    )
  })

  it('lose none of many reads while connections are killed again and again', async () => {
    const ended = new AbortController()
    let reads = 0
    const killing = (async () => {
      for (let time = 0; time < 5; time += 1) {
        await killReaders()
        // A busy machine needs its time to connect: the next ones are killed once there are some.
        const known = reads
        await until('reads go on', () => reads > known + 40 || undefined)
        await sleep(20)
      }
      ended.abort()
    })()
    while (!ended.signal.aborted) {
      const values = Array.from({ length: 40 }, (_, index) => `${reads} ${index}`)
      const outcomes = await Promise.allSettled(values.map(read))
      const failures = outcomes.filter((outcome) => outcome.status === 'rejected')
      assert.deepEqual(failures, [])
      assert.deepEqual(
        outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value),
        values,
      )
      reads += values.length
      await sleep(1)
    }
    await killing
    assert.ok(reads > 200)
  })

  it('keep as many connections as they are allowed to after all that', async () => {
    await Promise.all(Array.from({ length: 50 }, async () => read('x')))
    await sleep(50)
    const { rows } = await test.db.raw(
      `select from pg_stat_activity
       where datname = current_database() and application_name = 'lectern test'
         and query not like '%pg_stat_activity%'`,
    )
    assert.ok(rows.length <= 3, `${rows.length} connections`)
  })

  it('end a read that takes too long, as 503, and go on', async () => {
    const [slow] = await Promise.allSettled([test.db.first(sleeping, { seconds: 20 })])
    assert.ok(slow.status === 'rejected')
    assert.equal(databaseErrorCode(slow.reason), '57014')
    const answer = translateDatabaseError(slow.reason)
    assert.equal(answer?.status, 503)
    assert.equal(answer?.reason, 'database_unavailable')
    assert.equal(answer?.headers['retry-after'], '1')
    assert.deepEqual(await Promise.all(['a', 'b', 'c', 'd'].map(read)), [
      'a',
      'b',
      'c',
      'd',
    ])
  })

  it('tell a caller that there is no database, and find it again', async () => {
    const lost = test.open({ url: 'postgres://postgres@127.0.0.1:1/none' })
    await assert.rejects(lost.first(echo, { value: 'x' }), (error) => {
      assert.equal(translateDatabaseError(error)?.status, 503)
      return true
    })
  })

  it('work without prepared statements', async () => {
    const db = test.open({ prepare: false, readers: 1 })
    const values = Array.from({ length: 100 }, (_, index) => `plain ${index}`)
    const rows = await Promise.all(values.map(async (value) => db.first(echo, { value })))
    assert.deepEqual(
      rows.map((row) => row?.value),
      values,
    )
    const prepared = await db.many(
      statement('test.prepared', () => sql`select name from pg_prepared_statements`),
      {},
    )
    assert.deepEqual(prepared, [])
  })

  it('refuse reads after they were closed', async () => {
    const db = test.open()
    await db.first(echo, { value: 'x' })
    await db.close()
    await assert.rejects(db.first(echo, { value: 'x' }))
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { sql } from 'kysely'
import { Client } from 'pg'

import { statement } from '#/platform/database/statement.ts'
import { openTestDatabase, type TestDatabase } from '#test/database/test-open-database.ts'
import { openTestJobs } from '#test/jobs/test-jobs.ts'
import { onServer } from '#test/test-database.ts'

import { maintainPartitions } from './maintain-partitions.ts'

const parents = ['event', 'audit_event', 'idempotency_record'] as const
const role = `lectern_test_role_${process.pid}`

describe('the partitions of append-only tables', () => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase()
  })
  after(async () => {
    await test.db.raw(`drop owned by ${role}`).catch(() => undefined)
    await test.close()
    await onServer(`drop role if exists ${role}`)
  })

  const partitions = async (parent: string): Promise<string[]> => {
    const { rows } = await test.db.raw(
      `select right(c.relname, 8) as day from pg_inherits i
       join pg_class c on c.oid = i.inhrelid
       where i.inhparent = to_regclass($1) and c.relname <> $1 || '_default'
       order by 1`,
      [parent],
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the column selected above
    return rows.map((row) => (row as { day: string }).day)
  }
  const days = async (from: number, to: number): Promise<string[]> => {
    const { rows } = await test.db.raw(
      `select to_char(current_date + n, 'YYYYMMDD') as day from generate_series($1::integer, $2::integer) as n`,
      [from, to],
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    return rows.map((row) => (row as { day: string }).day)
  }
  const maintain = async (event = 3, audit = 5, idempotency = 8) =>
    test.db.raw('select maintain_partitions($1, $2, $3)', [event, audit, idempotency])
  const makePartition = async (parent: string, daysAgo: number) =>
    test.db.raw(
      `do $$ begin execute format('create table %I partition of ${parent} for values from (%L) to (%L)',
         '${parent}_' || to_char(current_date - ${daysAgo}, 'YYYYMMDD'),
         current_date - ${daysAgo}, current_date - ${daysAgo} + 1); end $$`,
    )
  const insertEvent = async (id: string, daysAgo: number) =>
    test.db.raw(
      `insert into event (organization_id, id, occurred_at, type, subject, payload)
       values ('o', $1, current_date - $2::integer + interval '12 hours', 't', 's', '{}')`,
      [id, daysAgo],
    )
  const homeOf = async (id: string): Promise<unknown> => {
    // On a cluster the number of a shard stands behind the name.
    const { rows } = await test.db.raw(
      `select regexp_replace(tableoid::regclass::text, '_[0-9]{6}$', '') as home
       from event where id = $1`,
      [id],
    )
    return rows[0]
  }

  it('exist from the first migration for today and a week ahead', async () => {
    for (const parent of parents) {
      assert.deepEqual(await partitions(parent), await days(0, 7), parent)
    }
    await insertEvent('today', 0)
    const [today] = await days(0, 0)
    assert.deepEqual(await homeOf('today'), { home: `event_${today}` })
  })

  it('are made where they are missing, any number of times', async () => {
    for (const day of await days(3, 7)) await test.db.raw(`drop table audit_event_${day}`)
    await maintain()
    await maintain()
    await Promise.all([maintain(), maintain(), maintain()])
    for (const parent of parents) {
      assert.deepEqual(await partitions(parent), await days(0, 7), parent)
    }
  })

  it('are dropped once every row in them is older than it is kept, and no sooner', async () => {
    for (const daysAgo of [1, 3, 4, 9]) {
      await makePartition('event', daysAgo)
      await insertEvent(`${daysAgo} days ago`, daysAgo)
    }
    for (const daysAgo of [4, 5, 6]) await makePartition('audit_event', daysAgo)
    await maintain(3, 5, 8)
    assert.deepEqual(await partitions('event'), [
      ...(await days(-3, -3)),
      ...(await days(-1, 7)),
    ])
    assert.deepEqual(await partitions('audit_event'), [
      ...(await days(-5, -4)),
      ...(await days(0, 7)),
    ])
    const { rows } = await test.db.raw('select id from event order by id')
    assert.deepEqual(rows, [{ id: '1 days ago' }, { id: '3 days ago' }, { id: 'today' }])
  })

  it('are no condition for writing: rows of other days are kept and swept all the same', async () => {
    await insertEvent('stray', 2)
    await insertEvent('old stray', 4)
    await insertEvent('far ahead', -20)
    assert.deepEqual(await homeOf('stray'), { home: 'event_default' })
    await maintain(3, 5, 8)
    assert.deepEqual(await homeOf('stray'), { home: 'event_default' })
    assert.deepEqual(await homeOf('far ahead'), { home: 'event_default' })
    assert.equal(await homeOf('old stray'), undefined)
  })

  it('of a day whose rows already came are left alone, and the others are made', async () => {
    const [today, tomorrow] = await days(0, 1)
    await test.db.raw(`drop table idempotency_record_${today}`)
    await test.db.raw(`drop table idempotency_record_${tomorrow}`)
    await test.db.raw(
      `insert into idempotency_record (principal_id, key_hash, fingerprint, status, answer)
       values ('p', 'k', 'f', 200, '')`,
    )
    await maintain()
    assert.deepEqual(await partitions('idempotency_record'), await days(1, 7))
    const { rows } = await test.db.raw('select key_hash from idempotency_record')
    assert.deepEqual(rows, [{ key_hash: 'k' }])
  })

  it('are maintained by a role that may change rows and call the function, and no more', async () => {
    await test.db.raw(
      `create role ${role} login;
       grant usage on schema public to ${role};
       grant select, insert, update, delete on all tables in schema public to ${role};
       grant execute on function maintain_partitions to ${role}`,
    )
    const [last] = await days(7, 7)
    await test.db.raw(`drop table event_${last}`)
    const url = new URL(test.url)
    url.username = role
    const client = new Client({ connectionString: url.href })
    await client.connect()
    try {
      await assert.rejects(client.query('create table mine ()'), /permission denied/)
      await assert.rejects(client.query(`drop table event_${last}`))
      await client.query('select maintain_partitions(3, 5, 8)')
      await client.query(
        `insert into event (organization_id, id, occurred_at, type, subject, payload)
         values ('o', 'by role', current_date + 7, 't', 's', '{}')`,
      )
    } finally {
      await client.end()
    }
    assert.deepEqual(await homeOf('by role'), { home: `event_${last}` })
  })
})

describe('the job that maintains partitions', () => {
  it('is scheduled, and does what the settings say', async () => {
    const jobs = await openTestJobs([maintainPartitions])
    try {
      const scheduled = await jobs.sender.db.raw(
        'select cron from pgboss.schedule where name = $1',
        [maintainPartitions.name],
      )
      assert.deepEqual(scheduled.rows, [{ cron: maintainPartitions.options.schedule }])
      await jobs.sender.db.raw(
        `insert into event (organization_id, id, occurred_at, type, subject, payload)
         select 'o', n::text, current_date - n, 't', 's', '{}' from generate_series(1, 40) n`,
      )
      await maintainPartitions.run({}, jobs.sender)
      const left = await jobs.sender.db.first(
        statement<object, { n: number }>(
          'test.left',
          () => sql`select count(*) as n from event`,
        ),
        {},
      )
      assert.equal(left?.n, jobs.sender.config.EVENT_DAYS)
    } finally {
      await jobs.close()
    }
  })
})

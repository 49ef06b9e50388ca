import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { sql } from 'kysely'
import { Client } from 'pg'

import { openTestDatabase, type TestDatabase } from '#test/database/test-open-database.ts'

import { statement } from './statement.ts'
import { beginTransaction, type Transaction } from './transaction.ts'

const selectTime = statement<object, { time: string }>(
  'test.time',
  () => sql`select now()::text as time`,
)
const sleep = statement('test.sleep', () => sql`select pg_sleep(0.3)`)
const insertEntry = statement(
  'test.insert-entry',
  (p: { id: string }) => sql`
    insert into directory (id, kind, organization_id) values (${p.id}, 'space', ${p.id})`,
)
/** Asked of the node that has the row. */
const selectTimeThere = statement<{ id: string }, { time: string }>(
  'test.time-there',
  (p) => sql`select now()::text as time from directory where id = ${p.id}`,
)
const insertNote = statement(
  'test.insert-timed',
  (p: { text: string }) =>
    sql`insert into timed (text, at, again) values (${p.text}, now(), now())`,
)
const insertUntimed = statement(
  'test.insert-untimed',
  (p: { text: string }) => sql`insert into timed (text) values (${p.text})`,
)
const selectOther = statement<object, { time: string }>(
  'test.other-time',
  () => sql`select elsewhere.now()::text as time`,
)

describe('the time of a transaction', () => {
  let database: TestDatabase
  let client: Client
  before(async () => {
    database = await openTestDatabase()
    client = new Client({ connectionString: database.url, pipeline: true })
    await client.connect()
    await client.query(
      `create temporary table timed
       (id integer generated always as identity, text text, at timestamptz, again timestamptz)`,
    )
  })
  after(async () => {
    await client.end()
    await database.close()
  })

  /** Sends as to a cluster, whatever the database is; answers with the texts that were sent. */
  async function asOnCluster(run: (tx: Transaction) => Promise<void>): Promise<string[]> {
    const texts: string[] = []
    const { tx, commit } = beginTransaction(
      client,
      {
        prepare: true,
        onStatement: (text) => void texts.push(text),
        jobWriter: () => assert.fail('there are no jobs'),
      },
      true,
    )
    await run(tx)
    await commit()
    return texts
  }

  it('is one on every node, however late a node is asked', async () => {
    const ids = ['time-1', 'time-2', 'time-3', 'time-4', 'time-5', 'time-6']
    const times = await database.db.transaction(async (tx) => {
      const { time = '' } = (await tx.first(selectTime, {})) ?? {}
      await tx.run(sleep, {})
      const there: string[] = []
      for (const id of ids) {
        await tx.run(insertEntry, { id })
        const row = await tx.first(selectTimeThere, { id })
        there.push(row?.time ?? 'none')
      }
      return { time, there }
    })
    assert.deepEqual(
      times.there,
      ids.map(() => times.time),
    )
  })

  it('stands for each now() of a statement, after the values it has', async () => {
    const texts = await asOnCluster(async (tx) => tx.run(insertNote, { text: 'twice' }))
    assert.deepEqual(texts, [
      'insert into timed (text, at, again) values ($1, $2::timestamptz, $2::timestamptz)',
    ])
    const { rows } = await client.query(
      `select at = again as same, at is not null as known from timed where text = 'twice'`,
    )
    assert.deepEqual(rows, [{ same: true, known: true }])
  })

  it('does not stand for a function of that name in another schema', async () => {
    await client.query(
      `create schema elsewhere;
       create function elsewhere.now() returns text language sql as 'select ''never'''`,
    )
    const texts = await asOnCluster(async (tx) => {
      assert.deepEqual(await tx.many(selectOther, {}), [{ time: 'never' }])
    })
    assert.deepEqual(texts, ['select elsewhere.now()::text as time'])
  })

  it('does not let a statement overtake one that waits for the time', async () => {
    await asOnCluster(async (tx) => {
      await Promise.all([
        tx.run(insertUntimed, { text: 'order 1' }),
        tx.run(insertNote, { text: 'order 2' }),
        tx.run(insertUntimed, { text: 'order 3' }),
        tx.run(insertNote, { text: 'order 4' }),
      ])
    })
    const { rows } = await client.query<{ text: string }>(
      `select text from timed where text like 'order %' order by id`,
    )
    assert.deepEqual(
      rows.map(({ text }) => text),
      ['order 1', 'order 2', 'order 3', 'order 4'],
    )
  })

  it('is committed with a statement that nobody waited for', async () => {
    await asOnCluster(async (tx) => {
      void tx.run(insertNote, { text: 'unawaited' })
    })
    const { rowCount } = await client.query(
      `select from timed where text = 'unawaited' and at is not null`,
    )
    assert.equal(rowCount, 1)
  })
})

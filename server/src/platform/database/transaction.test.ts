import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { sql } from 'kysely'

import {
  openTestDatabase,
  selectBackend,
  type TestDatabase,
} from '#test/database/test-open-database.ts'
import { until } from '#test/database/test-until.ts'
import { clusterMissing } from '#test/test-database.ts'

import { bearWitness } from './commit-witness.ts'
import { databaseErrorCode, translateDatabaseError } from './database-errors.ts'
import { statement } from './statement.ts'
import type { Collector, JobWriter, QueuedJob } from './transaction.ts'

const insertNote = statement(
  'test.note',
  (p: { text: string }) => sql`insert into note (text) values (${p.text})`,
)
const selectNotes = statement<object, { text: string }>(
  'test.notes',
  () => sql`select text from note order by id`,
)
const touch = statement(
  'test.touch',
  (p: { name: string }) => sql`update tally set value = value + 1 where name = ${p.name}`,
)
const insertTallies = (returning: string) =>
  statement(
    'test.insert-tallies',
    () => sql`
      with other as (insert into note (text) values ('beside') returning id)
      insert into tally (name, value) select x, 0 from unnest(array['a', 'new']) as x
      on conflict (name) do nothing ${sql.raw(returning)}`,
  )
const deleteTally = statement(
  'test.delete-tally',
  (p: { name: string }) => sql`delete from tally where name = ${p.name}`,
)
const notes: Collector<string> = {
  flush: (rows) =>
    rows.map((text) => ({
      name: insertNote.name,
      text: insertNote.text,
      values: insertNote.bind({ text }),
    })),
}
const otherNotes: Collector<string> = {
  flush: async (rows) => [
    {
      text: 'insert into note (text) select unnest($1::text[])',
      values: [rows.map((row) => `other ${row}`)],
    },
  ],
}
const tallies: Collector<string> = {
  flush: (rows) =>
    rows.map((name) => ({ text: touch.text, values: touch.bind({ name }) })),
}

describe('a transaction', () => {
  let test: TestDatabase
  const written: QueuedJob[] = []
  const announced: string[][] = []
  const jobs: JobWriter = {
    toWire: async (queued) => {
      written.push(...queued)
      return queued.map(({ name }) => ({
        text: insertNote.text,
        values: insertNote.bind({ text: `job ${name}` }),
      }))
    },
    committed: (topics) => announced.push([...topics]),
  }
  before(async () => {
    test = await openTestDatabase()
    test.db.attachJobs(jobs)
    await test.db.raw(
      `create table note (id bigint generated always as identity, text text not null check (text <> 'bad'));
       create table tally (name text primary key, value integer not null);
       insert into tally values ('a', 0), ('b', 0)`,
    )
  })
  after(async () => test.close())
  beforeEach(async () => {
    await test.db.raw('truncate note')
    written.length = 0
    announced.length = 0
  })

  const texts = async (): Promise<string[]> =>
    (await test.db.many(selectNotes, {})).map(({ text }) => text)
  const assertHealed = () => {
    const { total, idle, waiting } = test.db.poolStats()
    assert.equal(waiting, 0)
    assert.equal(idle, total, 'every connection is back or gone')
  }

  it('counts what an insert from a query wrote only by what it returned', async () => {
    await test.db.transaction(async (tx) => {
      await assert.rejects(tx.count(insertTallies(''), {}), /by a RETURNING$/)
      await tx.run(insertTallies(''), {})
      assert.equal(await tx.count(insertTallies('returning name'), {}), 0)
      await tx.run(deleteTally, { name: 'new' })
      assert.equal(await tx.count(insertTallies('returning name'), {}), 1)
      assert.equal(await tx.count(deleteTally, { name: 'new' }), 1)
    })
  })

  it('keeps all of its writes or none', async () => {
    const result = await test.db.transaction(async (tx) => {
      assert.equal(await tx.count(insertNote, { text: 'one' }), 1)
      await tx.run(insertNote, { text: 'two' })
      assert.equal((await tx.many(selectNotes, {})).length, 2, 'sees its own writes')
      assert.deepEqual(await texts(), [], 'nobody else does')
      return 'done'
    })
    assert.equal(result, 'done')
    assert.deepEqual(await texts(), ['one', 'two'])
    const failing = test.db.transaction(async (tx) => {
      await tx.run(insertNote, { text: 'three' })
      throw new Error('changed my mind')
    })
    await assert.rejects(failing, /changed my mind/)
    assert.deepEqual(await texts(), ['one', 'two'])
    assertHealed()
  })

  it('sends what was collected behind the writes, by collector in order of first use, then jobs', async () => {
    await test.db.transaction(async (tx) => {
      tx.collect(notes, 'first')
      tx.enqueue({ name: 'later', payload: {} })
      tx.collect(otherNotes, 'x')
      tx.collect(notes, 'second')
      tx.collect(otherNotes, 'y')
      tx.announce('news')
      tx.announce('news')
      await tx.run(insertNote, { text: 'write' })
    })
    assert.deepEqual(await texts(), [
      'write',
      'first',
      'second',
      'other x',
      'other y',
      'job later',
    ])
    assert.deepEqual(announced, [['later', 'news']])
  })

  it('keeps nothing when a collected row is refused, and says why', async () => {
    const failing = test.db.transaction(async (tx) => {
      await tx.run(insertNote, { text: 'write' })
      tx.collect(notes, 'good')
      tx.collect(notes, 'bad')
      tx.collect(notes, 'behind')
      tx.enqueue({ name: 'never', payload: {} })
    })
    await assert.rejects(failing, (error) => databaseErrorCode(error) === '23514')
    assert.deepEqual(await texts(), [])
    assert.deepEqual(announced, [])
    assertHealed()
  })

  it('keeps nothing when what was collected cannot be written out', async () => {
    const broken: Collector<string> = {
      flush: () => {
        throw new Error('cannot be written out')
      },
    }
    const failing = test.db.transaction(async (tx) => {
      await tx.run(insertNote, { text: 'write' })
      tx.collect(broken, 'x')
    })
    await assert.rejects(failing, /cannot be written out/)
    assert.deepEqual(await texts(), [])
    assertHealed()
  })

  it('says why it failed to whoever waits for a statement behind the one that did', async () => {
    const failed = test.db.transaction(async (tx) => {
      const refused = tx.run(insertNote, { text: 'bad' })
      refused.catch(() => undefined)
      await tx.many(selectNotes, {})
    })
    await assert.rejects(failed, (error) => databaseErrorCode(error) === '23514')
  })

  it('fails when a refused statement was overlooked', async () => {
    const failing = test.db.transaction(async (tx) => {
      await tx.run(insertNote, { text: 'bad' }).catch(() => undefined)
    })
    await assert.rejects(failing, /rolled back/)
    assertHealed()
  })

  it('collects nothing and asks for nothing when it rolls back', async () => {
    const failing = test.db.transaction(async (tx) => {
      tx.collect(notes, 'x')
      tx.enqueue({ name: 'never', payload: {} })
      throw new Error('no')
    })
    await assert.rejects(failing)
    assert.deepEqual(written, [])
    assert.deepEqual(announced, [])
  })

  it('does not commit what needs a job engine when there is none', async () => {
    const alone = test.open()
    for (const ask of ['enqueue', 'announce'] as const) {
      const failing = alone.transaction(async (tx) => {
        await tx.run(insertNote, { text: 'x' })
        if (ask === 'enqueue') tx.enqueue({ name: 'never', payload: {} })
        else tx.announce('news')
      })
      await assert.rejects(failing, /No job engine/)
    }
    assert.deepEqual(await texts(), [])
  })

  const crosswise = async (touchAll: (order: readonly string[]) => Promise<void>) => {
    await test.db.raw('update tally set value = 0')
    await Promise.all([touchAll(['a', 'b']), touchAll(['b', 'a'])])
    const { rows } = await test.db.raw('select value from tally')
    assert.deepEqual(rows, [{ value: 2 }, { value: 2 }])
    assertHealed()
  }

  it('is run again when it deadlocks with another', async () => {
    let runs = 0
    let locked = 0
    const both = Promise.withResolvers<undefined>()
    await crosswise(async ([first = '', second = '']) =>
      test.db.transaction(async (tx) => {
        runs += 1
        await tx.run(touch, { name: first })
        locked += 1
        if (locked === 2) both.resolve(undefined)
        await both.promise
        await tx.run(touch, { name: second })
      }),
    )
    assert.ok(runs >= 3, 'one of them was run again')
  })

  it('is run again when the deadlock only shows in what it collected', async () => {
    let runs = 0
    let locked = 0
    const both = Promise.withResolvers<undefined>()
    await crosswise(async ([first = '', second = '']) =>
      test.db.transaction(async (tx) => {
        runs += 1
        await tx.run(touch, { name: first })
        locked += 1
        if (locked === 2) both.resolve(undefined)
        await both.promise
        tx.collect(tallies, second)
      }),
    )
    assert.ok(runs >= 3, 'one of them was run again')
  })

  it('is run again, once, where another wrote a row that it looked for before', async () => {
    let runs = 0
    const insert = statement(
      'test.overtaken',
      (p: { name: string }) => sql`insert into tally values (${p.name}, 0)`,
    )
    const failing = test.db.transaction(async (tx) => {
      runs += 1
      await tx.run(insert, { name: 'a' })
    })
    await assert.rejects(failing, (error) => databaseErrorCode(error) === '23505')
    assert.equal(runs, 2)
  })

  it('is not run again for ever', async () => {
    let runs = 0
    const deadlock = statement(
      'test.deadlock',
      () => sql`do $$ begin raise exception 'again' using errcode = '40P01'; end $$`,
    )
    const failing = test.db.transaction(async (tx) => {
      runs += 1
      await tx.run(deadlock, {})
    })
    await assert.rejects(failing, (error) => {
      assert.equal(translateDatabaseError(error)?.status, 409)
      assert.equal(translateDatabaseError(error)?.reason, 'busy')
      return true
    })
    assert.equal(runs, 3)
  })

  it('fails when its connection is killed, whether it was busy or not, and the pool heals', async () => {
    for (const busy of [true, false]) {
      const failing = test.db.transaction(async (tx) => {
        await tx.run(insertNote, { text: 'lost' })
        const pid = (await tx.first(selectBackend, {}))?.pid
        const killed = test.db.raw('select pg_terminate_backend($1::integer)', [pid])
        if (!busy) {
          await killed
          await until('the backend is gone', async () => {
            const { rows } = await test.db.raw(
              'select from pg_stat_activity where pid = $1',
              [pid],
            )
            return rows.length === 0 || undefined
          })
        }
        await tx.run(
          statement('test.sleep', () => sql`select pg_sleep(5)`),
          {},
        )
      })
      await assert.rejects(failing, (error) => {
        assert.equal(translateDatabaseError(error)?.reason, 'database_unavailable')
        return true
      })
    }
    assert.deepEqual(await texts(), [])
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) =>
        test.db.transaction(async (tx) => tx.run(insertNote, { text: `after ${index}` })),
      ),
    )
    assert.equal((await texts()).length, 8)
    assertHealed()
  })

  it('fails when its connection is killed before the commit, and leaves nothing', async () => {
    const failing = test.db.transaction(async (tx) => {
      const pid = (await tx.first(selectBackend, {}))?.pid
      await tx.run(insertNote, { text: 'lost' })
      tx.collect(notes, 'lost too')
      await test.db.raw('select pg_terminate_backend($1::integer)', [pid])
    })
    await assert.rejects(failing)
    assert.deepEqual(await texts(), [])
    assertHealed()
  })

  it('waits for a connection when all are taken', async () => {
    const gate = Promise.withResolvers<undefined>()
    const all = Array.from({ length: 12 }, async (_, index) =>
      test.db.transaction(async (tx) => {
        await tx.run(insertNote, { text: `waiting ${index}` })
        await gate.promise
      }),
    )
    try {
      await until('all are taken', () => test.db.poolStats().waiting === 8 || undefined)
    } finally {
      gate.resolve(undefined)
      await Promise.all(all)
    }
    assert.equal((await texts()).length, 12)
    assertHealed()
  })

  it('uses no prepared statements when they are off, also for what it collects', async () => {
    const plain = test.open({ prepare: false, poolSize: 1 })
    plain.attachJobs(jobs)
    await plain.transaction(async (tx) => {
      await tx.run(insertNote, { text: 'write' })
      tx.collect(notes, 'collected')
      tx.enqueue({ name: 'job', payload: {} })
    })
    assert.deepEqual(await texts(), ['write', 'collected', 'job job'])
    const { rows } = await plain.raw('select name from pg_prepared_statements')
    assert.deepEqual(rows, [])
    const prepared = test.open({ poolSize: 1 })
    await prepared.transaction(async (tx) => {
      tx.collect(notes, 'named')
    })
    const named = await prepared.raw('select name from pg_prepared_statements')
    const witness = clusterMissing === false ? [bearWitness.name] : []
    const names = [insertNote.name, ...witness].map((name) => JSON.stringify({ name }))
    assert.deepEqual(
      new Set(named.rows.map((row) => JSON.stringify(row))),
      new Set(names),
    )
  })
})

describe('a session', () => {
  it('holds its lock against others until it ends', async () => {
    const test = await openTestDatabase()
    try {
      const [first, second] = [await test.db.session(), await test.db.session()]
      assert.equal(await first.tryLock('leader'), true)
      assert.equal(await second.tryLock('leader'), false)
      assert.equal(await second.tryLock('other'), true)
      const pid = await first.transaction(
        async (tx) => (await tx.first(selectBackend, {}))?.pid,
      )
      await test.db.raw('select pg_terminate_backend($1::integer)', [pid])
      await until('the lock is free', async () =>
        (await second.tryLock('leader')) ? true : undefined,
      )
      await assert.rejects(first.transaction(async (tx) => tx.first(selectBackend, {})))
      await Promise.all([first.close(), second.close()])
    } finally {
      await test.close()
    }
  })
})

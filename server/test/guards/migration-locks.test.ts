import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, beforeEach, describe, it } from 'node:test'

import { Client } from 'pg'

import { migrationFiles, partsSentAlone, sendAlone } from '#/platform/database/migrate.ts'

import type { ScratchDatabase } from '../../../tools/scratch-database.ts'
import { createEmptyDatabase } from './migrated-database.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** Bodies between dollars, comments and texts hold semicolons of their own. */
const statementPattern = /(?:\$(\w*)\$[\s\S]*?\$\1\$|--.*$|'[^']*'|[^;])+/gm

function statementsOf(text: string): string[] {
  return (text.match(statementPattern) ?? [])
    .map((statement) => statement.replaceAll(/--.*$/gm, '').trim())
    .filter((statement) => statement !== '')
}

const relations = `select oid from pg_class where relkind in ('r', 'p', 'i', 'I')`

/** Tables and indexes that a file made so far. */
const made = `
  select oid::regclass::text as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'i', 'I')
    and oid <> all($1::oid[])`

/** Tables that stood before the file and that nobody can write to until it ends. */
const locked = `
  select distinct relation::regclass::text as name from pg_locks
  where pid = pg_backend_pid() and relation = any($1::oid[])
    and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`

const touchesRows = /^(?:update|delete|insert)\b|\bvalidate constraint\b/

/** Applies the file, and tells what it takes time for while others wait for a table that is in use. */
async function lockProblems(
  client: Client,
  file: string,
  text: string,
): Promise<string[]> {
  const alone = partsSentAlone(text)
  for (const part of alone) await sendAlone(client, part)
  if (alone.length > 0) return []

  const { rows } = await client.query<{ oid: number }>(relations)
  const earlier = rows.map(({ oid }) => oid)
  async function names(statement: string): Promise<string[]> {
    const found = await client.query<{ name: string }>(statement, [earlier])
    return found.rows.map(({ name }) => name)
  }

  const problems: string[] = []
  let madeBefore: string[] = []
  let lockedBefore: string[] = []
  await client.query('begin')
  for (const statement of statementsOf(text)) {
    await client.query(statement)
    const madeNow = await names(made)
    const lockedNow = await names(locked)
    const fresh = madeNow.filter((name) => !madeBefore.includes(name))
    const isIndex = /^create (?:unique )?index\b/.test(statement)
    const waitedFor = isIndex ? lockedNow : lockedBefore
    if (waitedFor.length > 0 && fresh.length > 0) {
      problems.push(`${file} makes ${fresh.join()} while it locks ${waitedFor.join()}`)
    }
    if (lockedNow.length > 0 && touchesRows.test(statement)) {
      problems.push(`${file} goes through rows while it locks ${lockedNow.join()}`)
    }
    madeBefore = madeNow
    lockedBefore = lockedNow
  }
  await client.query('commit')
  return problems
}

describe('locks of migrations', () => {
  let database: ScratchDatabase
  let client: Client
  before(async () => {
    database = await createEmptyDatabase('migration_locks')
    client = new Client({ connectionString: database.url })
    await client.connect()
  })
  after(async () => {
    await client.end()
    await database.drop()
  })

  it('are the last thing that a migration takes', async () => {
    const problems: string[] = []
    for (const name of await migrationFiles()) {
      const text = await readFile(new URL(name, folder), 'utf8')
      problems.push(...(await lockProblems(client, name, text)))
    }
    assert.deepEqual(
      problems,
      [],
      'make tables and indexes first; refer to tables that are in use, and change them, at the end, without their rows',
    )
  })

  describe('in a file that is wrong', () => {
    beforeEach(async () => {
      await client.query(
        'rollback; drop table if exists second, first; create table first (id int primary key)',
      )
    })

    it('are seen behind a reference', async () => {
      assert.deepEqual(
        await lockProblems(
          client,
          'wrong.sql',
          'create table second (id int references first);\ncreate index second_by_id on second (id);',
        ),
        ['wrong.sql makes second_by_id while it locks first'],
      )
    })

    it('are seen behind a changed table', async () => {
      assert.deepEqual(
        await lockProblems(
          client,
          'wrong.sql',
          'alter table first add column more text; create table second (id int);',
        ),
        ['wrong.sql makes second while it locks first'],
      )
    })

    it('are seen behind an index', async () => {
      assert.deepEqual(
        await lockProblems(
          client,
          'wrong.sql',
          'create index first_by_id on first (id);',
        ),
        ['wrong.sql makes first_by_id while it locks first'],
      )
    })

    it('are seen while rows are written', async () => {
      assert.deepEqual(
        await lockProblems(
          client,
          'wrong.sql',
          'alter table first add column more text; update first set more = id;',
        ),
        ['wrong.sql goes through rows while it locks first'],
      )
    })

    it('are seen while rows are read', async () => {
      const text =
        'alter table first add constraint positive check (id > 0) not valid;\nalter table first validate constraint positive;'
      assert.deepEqual(await lockProblems(client, 'wrong.sql', text), [
        'wrong.sql goes through rows while it locks first',
      ])
      assert.deepEqual(
        await lockProblems(
          client,
          'right.sql',
          `-- outside a transaction\n${text.replaceAll('positive', 'counted')}`,
        ),
        [],
      )
    })

    it('are not taken for wrong at the end', async () => {
      assert.deepEqual(
        await lockProblems(
          client,
          'right.sql',
          `-- a comment; with a semicolon
          create table second (id int); create function told() returns trigger language plpgsql as $$ begin return new; end; $$;
          create index second_by_id on second (id);
          alter table second add foreign key (id) references first; alter table first add column more text;`,
        ),
        [],
      )
    })
  })
})

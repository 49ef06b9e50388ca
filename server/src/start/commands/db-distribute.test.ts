import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { Client } from 'pg'

import { runCommand } from '#test/commands/test-command.ts'
import { createUnlaidDatabase } from '#test/test-database.ts'

import { type Catalogue, readCatalogue } from './citus/catalogue.ts'
import { distributePlan } from './citus/distribute-plan.ts'
import { layoutOf } from './citus/layout.ts'

/** A wait that is longer than the command runs. */
const lateMs = 5000

describe('lectern-server db distribute', () => {
  let database: Awaited<ReturnType<typeof createUnlaidDatabase>>
  let client: Client
  before(async () => {
    database = await createUnlaidDatabase()
    client = new Client({ connectionString: database.url })
    await client.connect()
  })
  after(async () => {
    await client.end()
    await database.drop()
  })

  const distribute = async (how: string) =>
    runCommand(['db', 'distribute', how], { DATABASE_URL: database.url })

  it('places every table once, by its comment, and no partition and no local table', async () => {
    const { code, stdout, stderr } = await distribute('--print')
    assert.deepEqual([code, stderr], [0, ''])
    const placed = [
      ...stdout.matchAll(/^select (?:create|citus_add)_\w+\('(\w+)'/gm),
    ].map(([, name]) => name)
    const { tables } = await readCatalogue(client)
    const wanted = tables.filter((table) => layoutOf(table)?.kind !== 'local')
    assert.deepEqual(new Set(placed), new Set(wanted.map(({ name }) => name)))
    assert.equal(placed.length, wanted.length)
    assert.match(
      stdout,
      /^select create_distributed_table\('event', 'organization_id', colocate_with => 'organization'\);$/m,
    )
    assert.match(stdout, /^select create_reference_table\('account'\);$/m)
    assert.match(
      stdout,
      /^select citus_add_local_table_to_metadata\('commit_witness'\);$/m,
    )
    assert.match(
      stdout,
      /^select create_distributed_table\('api_token', 'hash', colocate_with => 'none'\);$/m,
    )
    assert.doesNotMatch(stdout, /schema_migration|_default|_\d{8}|pgboss/)
  })

  it('prints to the end, however late it is read', async () => {
    const printed = distribute('--print')
    // Blocks this process, which reads no output meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lateMs)
    const { code, stdout } = await printed
    assert.equal(code, 0)
    assert.match(stdout, /\ncommit;\n$/)
  })

  it('runs in the printed order where each step needs the ones before it, and keeps every foreign key', async () => {
    // Tests run without Citus: stand-in functions of the same names refuse the same calls.
    await client.query(`
      create schema stand_in;
      create table stand_in.placed (name regclass primary key, colocated text);
      create function create_reference_table(name regclass) returns void language plpgsql as $$
        begin
          perform stand_in.place(name, null, null);
        end $$;
      create function citus_add_local_table_to_metadata(name regclass) returns void
        language plpgsql as $$
        begin
          perform stand_in.place(name, null, null);
        end $$;
      create function create_distributed_table(name regclass, by text, colocate_with text)
        returns void language plpgsql as $$
        begin
          perform stand_in.place(name, by, colocate_with);
        end $$;
      create function stand_in.place(table_name regclass, by text, beside text) returns void
        language plpgsql as $$
        begin
          if exists (select from pg_constraint
            where contype = 'f' and table_name in (conrelid, confrelid)) then
            raise exception '% still has foreign keys', table_name;
          end if;
          if by is not null and not exists (select from pg_attribute
            where attrelid = table_name and attname = by) then
            raise exception '% has no column %', table_name, by;
          end if;
          if beside <> 'none' and not exists (
            select from stand_in.placed p where p.name = beside::regclass) then
            raise exception '% is not distributed yet', beside;
          end if;
          insert into stand_in.placed values (table_name, beside);
        end $$;`)
    const keys = await foreignKeys(client)
    const { code, stdout, stderr } = await distribute('--print')
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /\ncommit;\n$/)
    await client.query(stdout)
    assert.deepEqual(await foreignKeys(client), keys)
    assert.ok(keys.length > 10)
    const { rows } = await client.query('select name from stand_in.placed')
    assert.equal(
      rows.length,
      distributePlan(await readCatalogue(client)).filter((text) =>
        text.startsWith('select '),
      ).length,
    )
  })

  it('says what to install when the database has no Citus, and changes nothing', async () => {
    const keys = await foreignKeys(client)
    const { code, stdout, stderr } = await distribute('--apply')
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /no citus extension\. Install Citus.*create extension citus/)
    assert.deepEqual(await foreignKeys(client), keys)
  })

  it('moves only what is not laid out yet, with the foreign keys that touch it', async () => {
    const catalogue = await readCatalogue(client)
    const upgraded: Catalogue = {
      ...catalogue,
      tables: catalogue.tables.map((table) => ({
        ...table,
        isDistributed: table.name !== 'team_member',
      })),
    }
    assert.deepEqual(
      distributePlan(upgraded).map((text) => text.replace(/ FOREIGN KEY.*/, ' …')),
      [
        'begin',
        `set local citus.multi_shard_modify_mode to 'sequential'`,
        'alter table team_member drop constraint team_member_organization_id_team_id_fkey',
        'alter table team_member drop constraint team_member_organization_id_user_id_fkey',
        `select create_distributed_table('team_member', 'organization_id', colocate_with => 'organization')`,
        'alter table team_member add constraint team_member_organization_id_team_id_fkey …',
        'alter table team_member add constraint team_member_organization_id_user_id_fkey …',
        'commit',
      ],
    )
    const all = catalogue.tables.map((table) => ({ ...table, isDistributed: true }))
    assert.deepEqual(distributePlan({ ...catalogue, tables: all }), [])
  })

  it('refuses a schema that could not be laid out', async () => {
    await client.query('create unique index team_title on team (title)')
    const { code, stdout, stderr } = await distribute('--print')
    await client.query('drop index team_title')
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /table team: the unique index team_title does not contain/)
  })
})

async function foreignKeys(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1`,
  )
  return rows.map(({ line }) => line)
}

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'

import { migrateSchema, migrationFiles } from '#/platform/database/migrate.ts'

import { dumpMissing, schemaSource } from '../../../tools/generate-schema.ts'
import { tablesSource } from '../../../tools/generate-tables.ts'
import type { ScratchDatabase } from '../../../tools/scratch-database.ts'
import { describeSchema, rowsOf } from './database-catalogue.ts'
import { createEmptyDatabase, createMigratedDatabase } from './migrated-database.ts'

const folder = new URL('../../migrations/', import.meta.url)
const tablesFile = new URL('../../src/platform/database/tables.ts', import.meta.url)

/** What one schema has and the other has not. */
function differences(migrated: readonly string[], loaded: readonly string[]): string[] {
  return [
    ...migrated
      .filter((line) => !loaded.includes(line))
      .map((line) => `only after the migrations: ${line}`),
    ...loaded
      .filter((line) => !migrated.includes(line))
      .map((line) => `only in schema.sql: ${line}`),
  ]
}

interface MigrationFile {
  readonly name: string
  readonly text: string
}

function filesProblems(files: readonly MigrationFile[]): string[] {
  return files.flatMap(({ name, text }, index) => {
    const number = String(index + 1).padStart(4, '0')
    return [
      ...(name.startsWith(`${number}-`) ? [] : [`${name} should be number ${number}`]),
      ...(text.startsWith('-- Why: ') ? [] : [`${name} does not begin with "-- Why: "`]),
    ]
  })
}

describe('migrations', () => {
  let migrated: ScratchDatabase
  let loaded: ScratchDatabase
  before(async () => {
    migrated = await createMigratedDatabase('migrated')
    loaded = await createEmptyDatabase('loaded')
    await rowsOf(loaded.url, await readFile(new URL('schema.sql', folder), 'utf8'))
  })
  after(async () => {
    await migrated.drop()
    await loaded.drop()
  })

  it('lead an empty database to exactly what schema.sql describes', async () => {
    const [applied, described] = await Promise.all([
      describeSchema(migrated.url),
      describeSchema(loaded.url),
    ])
    assert.ok(applied.length > 100, 'the schema was read')
    assert.deepEqual(differences(applied, described), [])
  })

  it('do nothing when they run a second time', async () => {
    const earlier = await describeSchema(migrated.url)
    assert.deepEqual(await migrateSchema(migrated.url), { applied: [] })
    assert.deepEqual(differences(await describeSchema(migrated.url), earlier), [])
  })

  it('are numbered without gaps, and each says why it exists', async () => {
    const names = await migrationFiles()
    const files = await Promise.all(
      names.map(async (name) => ({
        name,
        text: await readFile(new URL(name, folder), 'utf8'),
      })),
    )
    assert.deepEqual(filesProblems(files), [])
  })

  it('have left schema.sql as the generator prints it', async (t) => {
    const missing = await dumpMissing()
    if (missing !== undefined) {
      t.skip(missing)
      return
    }
    const committed = await readFile(new URL('schema.sql', folder), 'utf8')
    assert.equal(committed, await schemaSource(migrated.url), 'run "npm run generate"')
  })

  it('have left the types of the tables as the generator prints them', async () => {
    const committed = await readFile(tablesFile, 'utf8')
    assert.equal(committed, await tablesSource(migrated.url), 'run "npm run generate"')
  })

  for (const [what, change] of Object.entries({
    table: 'create table surprise (id text)',
    column: 'alter table team add column colour text',
    'column type': 'alter table team alter column title type varchar(64)',
    'column default': `alter table team alter column members set default 1`,
    collation: 'alter table team alter column id type text collate "POSIX"',
    nullability: 'alter table team alter column title drop not null',
    constraint: 'alter table team drop constraint team_title_check',
    'primary key': 'alter table team_member drop constraint team_member_pkey',
    index: 'drop index member_by_joined',
    function: 'drop function maintain_partitions',
    comment: `comment on table team is 'tenant: something else'`,
    partition: 'drop table event_default',
  })) {
    it(`would be caught by another ${what}`, async () => {
      const changed = await describeSchema(migrated.url, change)
      assert.notDeepEqual(differences(changed, await describeSchema(loaded.url)), [])
    })
  }

  it('would be caught when one is misnumbered or says nothing', () => {
    assert.deepEqual(
      filesProblems([
        { name: '0001-one.sql', text: '-- Why: it is the first.' },
        { name: '0003-three.sql', text: 'select 1' },
      ]),
      [
        '0003-three.sql should be number 0002',
        '0003-three.sql does not begin with "-- Why: "',
      ],
    )
  })
})

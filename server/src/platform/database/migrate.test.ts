import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, beforeEach, describe, it } from 'node:test'

import { Client } from 'pg'

import { readConfig } from '#/platform/config/config.ts'
import { migrate } from '#/start/migrate.ts'
import { until } from '#test/database/test-until.ts'
import { databaseUrl, onServer } from '#test/test-database.ts'

import { migrateSchema, migrationFiles } from './migrate.ts'

const name = `lectern_test_migrate_${process.pid}`

describe('migrations', () => {
  let files: string[]
  let client: Client
  const url = databaseUrl(name)
  before(async () => {
    files = await migrationFiles()
  })
  beforeEach(async () => {
    await client?.end()
    await onServer(`drop database if exists ${name} with (force)`)
    await onServer(`create database ${name}`)
    client = new Client({ connectionString: url })
    await client.connect()
  })
  after(async () => {
    await client.end()
    await onServer(`drop database if exists ${name} with (force)`)
  })

  const applied = async (): Promise<string[]> => {
    const { rows } = await client.query('select name from schema_migration order by name')
    return rows.map((row) => row.name)
  }
  const exists = async (table: string): Promise<boolean> => {
    const { rows } = await client.query('select to_regclass($1) as found', [table])
    return rows[0].found !== null
  }

  it('are numbered without gaps, in the order they are applied, and say why they exist', async () => {
    assert.deepEqual(
      files.map((file) => Number(file.slice(0, 4))),
      files.map((_, index) => index + 1),
    )
    for (const file of files) {
      const text = await readFile(new URL(`../../../migrations/${file}`, import.meta.url))
      assert.match(text.toString(), /^-- Why: \S/, file)
    }
  })

  it('are applied once, in order, each reported', async () => {
    const lines: string[] = []
    const first = await migrateSchema(url, (line) => lines.push(line))
    assert.deepEqual(first.applied, files)
    assert.deepEqual(
      lines,
      files.map((file) => `applied ${file}`),
    )
    assert.deepEqual((await migrateSchema(url)).applied, [])
    assert.deepEqual(await applied(), files)
  })

  it('are applied by one of two runs at once, and neither fails', async () => {
    const runs = await Promise.all([migrateSchema(url), migrateSchema(url)])
    assert.deepEqual(
      runs.map((run) => run.applied.length).toSorted((a, b) => a - b),
      [0, files.length],
    )
    assert.deepEqual(await applied(), files)
  })

  it('together with the job engine can run twice, and two at once', async () => {
    const config = readConfig({ LECTERN_ENV: 'development', DATABASE_URL: url })
    await Promise.all([migrate(config), migrate(config), migrate(config)])
    await migrate(config)
    const { rows } = await client.query('select count(*)::integer as n from pgboss.queue')
    assert.ok(rows[0].n >= 3)
  })

  it('leave nothing of a file that fails, name it, and go on from there once mended', async () => {
    await client.query('create table team (in_the_way integer)')
    const failing = files.findIndex((file) => file.includes('members-and-teams'))
    assert.ok(failing > 0)
    await assert.rejects(migrateSchema(url), (error) => {
      assert.ok(error instanceof Error)
      assert.ok(error.message.includes(files[failing] ?? '?'))
      assert.ok(error.cause instanceof Error)
      assert.match(error.cause.message, /"team" already exists/)
      return true
    })
    assert.deepEqual(await applied(), files.slice(0, failing))
    assert.equal(await exists('organization'), true, 'files before it stay')
    assert.equal(await exists('member'), false, 'what it did before it failed is undone')
    await client.query('drop table team')
    assert.deepEqual((await migrateSchema(url)).applied, files.slice(failing))
    assert.equal(await exists('team_member'), true)
  })

  it('name the file that was being applied when the connection is lost', async () => {
    await client.query('begin; create table team (in_the_way integer)')
    const failing = assert.rejects(migrateSchema(url), (error) => {
      assert.ok(error instanceof Error)
      assert.match(error.message, /members-and-teams\.sql/)
      return true
    })
    const killer = new Client({ connectionString: url })
    await killer.connect()
    try {
      await until('the migration waits for the name', async () => {
        const { rowCount } = await killer.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rowCount === 1 ? true : undefined
      })
      await failing
    } finally {
      await killer.end()
      await client.query('rollback')
    }
    assert.equal(await exists('member'), false)
  })

  it('wait for a lock in short attempts, so that traffic is not queued behind them', async () => {
    await client.query('create table team (in_the_way integer)')
    await assert.rejects(migrateSchema(url))
    await client.query('drop table team')
    const reader = new Client({ connectionString: url })
    await reader.connect()
    try {
      await client.query('begin; select * from account; lock table account in share mode')
      const running = migrateSchema(url)
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await until('the migration waits for its lock', async () =>
        (await reader.query(waiting)).rowCount === 1 ? true : undefined,
      )
      await until('it gives way', async () =>
        (await reader.query(waiting)).rowCount === 0 ? true : undefined,
      )
      await client.query('commit')
      assert.ok((await running).applied.length > 0)
    } finally {
      await reader.end()
    }
  })
})

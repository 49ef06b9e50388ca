import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { migrationFiles } from '#/platform/database/migrate.ts'
import { runCommand } from '#test/commands/test-command.ts'
import { databaseUrl, onServer } from '#test/test-database.ts'

describe('lectern-server migrate', () => {
  const name = `lectern_test_${process.pid}_migrate`
  // Migrations change all organizations at once, so their statements are not recorded for judging.
  const environment = { DATABASE_URL: databaseUrl(name), NODE_OPTIONS: '' }
  before(async () => onServer(`create database ${name}`))
  after(async () => onServer(`drop database if exists ${name} with (force)`))

  it('reports everything as pending on an empty database, and changes nothing', async () => {
    for (const _ of [1, 2]) {
      const { code, stdout } = await runCommand(['migrate', '--check'], environment)
      assert.equal(code, 1)
      for (const file of await migrationFiles()) assert.match(stdout, new RegExp(file))
      assert.match(stdout, /pending job engine/)
    }
  })

  it('keeps other commands from running on a database it has not been run on', async () => {
    for (const args of [['start', 'api'], ['fsck'], ['secrets', 'rotate']]) {
      const { code, stderr } = await runCommand(args, environment)
      assert.equal(code, 1)
      assert.match(stderr, /lacks 0001.*Run "lectern-server migrate" first\.\n$/)
    }
  })

  it('prints each migration it applies, twice at once as well', async () => {
    const both = await Promise.all([
      runCommand(['migrate'], environment),
      runCommand(['migrate'], environment),
    ])
    const lines = both.flatMap(({ stdout }) => stdout.trimEnd().split('\n'))
    for (const { code, stderr } of both) assert.equal(code, 0, stderr)
    const applied = lines.filter((line) => line.startsWith('applied '))
    const files = await migrationFiles()
    assert.deepEqual(
      applied,
      files.map((file) => `applied ${file}`),
    )
  })

  it('has nothing to do the second time', async () => {
    const { code, stdout } = await runCommand(['migrate'], environment)
    assert.deepEqual([code, stdout], [0, 'up to date, nothing to apply\n'])
    const check = await runCommand(['migrate', '--check'], environment)
    assert.deepEqual([check.code, check.stdout], [0, 'up to date\n'])
  })
})

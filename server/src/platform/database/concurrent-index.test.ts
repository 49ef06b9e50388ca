import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { Client } from 'pg'

import { databaseUrl, onServer } from '#test/test-database.ts'

import { sendAlone } from './migrate.ts'

const name = `lectern_test_concurrent_index_${process.pid}`
const makeIndex = 'create index concurrently log_by_word on log (word)'

describe('an index that is made concurrently', () => {
  const client = new Client({ connectionString: databaseUrl(name) })
  before(async () => {
    await onServer(`create database ${name}`)
    await client.connect()
  })
  after(async () => {
    await client.end()
    await onServer(`drop database if exists ${name} with (force)`)
  })
  beforeEach(async () => {
    await client.query(`
      drop table if exists log, plain;
      create table plain (word text);
      create table log (day integer not null, word text) partition by list (day);
      create table log_1 partition of log for values in (1);
      create table log_default partition of log default;
      insert into log select n % 3, 'word ' || n from generate_series(1, 100) as n`)
  })

  /** Every index of the log by its table, and whether it is valid. */
  async function indexes(): Promise<string[]> {
    const { rows } = await client.query<{ line: string }>(
      `select concat_ws(' ', indrelid::regclass, indexrelid::regclass,
         case when indisvalid then 'valid' else 'invalid' end) as line
       from pg_index where indrelid::regclass::text ~ '^(log|plain)' order by 1`,
    )
    return rows.map(({ line }) => line)
  }

  const whole = [
    'log log_by_word valid',
    'log_1 log_1_by_word valid',
    'log_default log_default_by_word valid',
  ]

  it('stands on every partition, and comes with those that are made later', async () => {
    await sendAlone(client, `-- What it is for.\n${makeIndex}`)
    assert.deepEqual(await indexes(), whole)
    await client.query('create table log_7 partition of log for values in (7)')
    assert.match((await indexes()).join('\n'), /^log_7 \w+ valid$/m)
  })

  it('is completed where an earlier run ended', async () => {
    await client.query('create index log_by_word on only log (word)')
    await client.query('create index log_1_by_word on log_1 (day)')
    await client.query('create table log_7 partition of log for values in (7)')
    await sendAlone(client, makeIndex)
    assert.deepEqual(
      (await indexes()).filter((line) => !line.startsWith('log_7')),
      whole,
    )
    await sendAlone(client, makeIndex)
    assert.equal((await indexes()).length, 4)
  })

  it('can forbid the same twice', async () => {
    await sendAlone(
      client,
      'create unique index concurrently log_once on log (day, word) where word is not null',
    )
    await assert.rejects(
      client.query(`insert into log values (1, 'word 1')`),
      /duplicate key value violates unique constraint "log_1_once"/,
    )
  })

  it('is made as it was asked for on a table without partitions', async () => {
    await sendAlone(client, 'create index concurrently plain_by_word on plain (word)')
    assert.deepEqual(await indexes(), ['plain plain_by_word valid'])
  })
})

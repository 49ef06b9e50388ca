import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { makePartitionedIndex } from './concurrent-index.ts'
import { isLockedOut } from './database-errors.ts'

const folder = new URL('../../../migrations/', import.meta.url)

// Whoever asks for a lock after a migration that waits for one waits behind it. So it waits for a
// moment only, gives way, and comes back after a pause in which the others get through.
const lockWaitMs = 25
const lockPauseMsMax = 1_000
const lockPatienceMs = 10 * 60_000
const turnEveryMs = 100

export interface MigrationRun {
  readonly applied: readonly string[]
}

/** Names in order of application. */
export async function migrationFiles(from = folder): Promise<string[]> {
  const names = await readdir(from)
  return names.filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).toSorted()
}

/** Applies what is missing, one file at a time; two runs at once wait for each other. */
export async function migrateSchema(
  databaseUrl: string,
  report: (line: string) => void = () => undefined,
  from = folder,
): Promise<MigrationRun> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'lectern migrate',
  })
  // A lost connection fails the statement on it, which is where it is told.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await waitForTurn(client)
    await preferToAutovacuum(client)
    await client.query(`
      create table if not exists schema_migration (
        name text primary key,
        applied_at timestamptz not null default now()
      )`)
    await client.query(
      `comment on table schema_migration is 'local: which migrations were applied'`,
    )
    const { rows } = await client.query<{ name: string }>(
      'select name from schema_migration',
    )
    const done = new Set(rows.map(({ name }) => name))
    const missing = (await migrationFiles(from)).filter((name) => !done.has(name))
    for (const name of missing) {
      await applyFile(client, name, await readFile(new URL(name, from), 'utf8'))
      report(`applied ${name}`)
    }
    return { applied: missing }
  } finally {
    await client.end()
  }
}

/** Asks again and again: a statement that waits holds a snapshot, which concurrent indexes wait for. */
async function waitForTurn(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(hashtext('lectern_migrate')) as locked`,
    )
    if (rows[0]?.locked === true) return
    await sleep(turnEveryMs)
  }
}

/** Only a wait longer than this ends an autovacuum in the way. Not every owner may set it, nor needs to. */
async function preferToAutovacuum(client: Client): Promise<void> {
  await client
    .query(`set deadlock_timeout = ${Math.round(lockWaitMs / 2)}`)
    .catch(() => undefined)
}

async function applyFile(client: Client, name: string, text: string): Promise<void> {
  const record = `insert into schema_migration (name) values ('${name}')`
  const parts = partsSentAlone(text)
  const deadlineMs = Date.now() + lockPatienceMs
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (parts.length === 0) await applyWhole(client, text, record)
      else await applyAlone(client, parts, record)
      return
    } catch (error) {
      // With the connection gone there is nothing to roll back, and the first error is the one to tell.
      await client.query('rollback').catch(() => undefined)
      if (!isLockedOut(error) || Date.now() > deadlineMs) {
        throw new Error(`Migration ${name} failed and was rolled back`, { cause: error })
      }
      await sleep(Math.min(lockWaitMs * attempt, lockPauseMsMax))
    }
  }
}

async function applyWhole(client: Client, text: string, record: string): Promise<void> {
  await client.query(`set lock_timeout = ${lockWaitMs}`)
  await client.query(`begin;\n${text}\n;${record}; commit`)
}

/**
 * The statements of a migration that are sent one by one, none if it is sent whole: concurrent indexes and
 * batched backfills cannot run inside a transaction.
 */
export function partsSentAlone(text: string): readonly string[] {
  if (!text.includes('-- outside a transaction')) return []
  return text.split(/;\s*$/m).filter((part) => withoutComments(part) !== '')
}

/** Begun anew after each failure, so what stands in such a file must be able to run twice. */
async function applyAlone(
  client: Client,
  parts: readonly string[],
  record: string,
): Promise<void> {
  for (const part of parts) await sendAlone(client, part)
  await client.query(record)
}

/** One statement of a migration that is not sent whole. */
export async function sendAlone(client: Client, part: string): Promise<void> {
  async function send(statement: string): Promise<void> {
    // What is concurrent blocks nobody while it waits, and a failure leaves an invalid index behind.
    const isConcurrent = /\bconcurrently\b/i.test(withoutComments(statement))
    await client.query(`set lock_timeout = ${isConcurrent ? lockPatienceMs : lockWaitMs}`)
    await client.query(statement)
  }
  if (!(await makePartitionedIndex(client, withoutComments(part), send))) await send(part)
}

function withoutComments(part: string): string {
  return part.replaceAll(/--.*$/gm, '').trim()
}

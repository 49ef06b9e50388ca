import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { makePartitionedIndex } from './concurrent-index.ts'
import { isLockedOut } from './database-errors.ts'

const folder = new URL('../../../migrations/', import.meta.url)

// Sessions that request a lock queue behind a migration that waits for one. So the migration waits
// only for a moment, gives way, and tries again after a pause that lets the others through.
const lockWaitMs = 25
const lockPauseMsMax = 1_000
const lockPatienceMs = 10 * 60_000
const turnEveryMs = 100

export interface MigrationRun {
  readonly applied: readonly string[]
}

/** The names of the migration files in order of application. */
export async function migrationFiles(from = folder): Promise<string[]> {
  const names = await readdir(from)
  return names.filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).toSorted()
}

/** Applies the missing migrations, one file at a time; two runs at once wait for each other. */
export async function migrateSchema(
  databaseUrl: string,
  report: (line: string) => void = () => undefined,
  from = folder,
): Promise<MigrationRun> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'lectern migrate',
  })
  // A lost connection fails the statement on it, which reports the loss.
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

/** Polls for the lock: a waiting statement holds a snapshot, which concurrent indexes wait for. */
async function waitForTurn(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(hashtext('lectern_migrate')) as locked`,
    )
    if (rows[0]?.locked === true) return
    await sleep(turnEveryMs)
  }
}

/**
 * Lowers `deadlock_timeout`, after which PostgreSQL cancels a blocking autovacuum. Some owners may
 * not set it, and migrations work without.
 */
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
      // Without a connection there is nothing to roll back, and the first error is the one to
      // report.
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
 * The statements of a migration that are sent one by one, none if it is sent whole: concurrent
 * indexes and batched backfills cannot run inside a transaction.
 */
export function partsSentAlone(text: string): readonly string[] {
  if (!text.includes('-- outside a transaction')) return []
  return text.split(/;\s*$/m).filter((part) => withoutComments(part) !== '')
}

/** Sends a file's statements one by one; a retry repeats all, so these must be repeatable. */
async function applyAlone(
  client: Client,
  parts: readonly string[],
  record: string,
): Promise<void> {
  for (const part of parts) await sendAlone(client, part)
  await client.query(record)
}

/** Sends one statement of a migration that is not sent whole. */
export async function sendAlone(client: Client, part: string): Promise<void> {
  async function send(statement: string): Promise<void> {
    // A concurrent statement blocks nobody while it waits, and its failure leaves an invalid index.
    const isConcurrent = /\bconcurrently\b/i.test(withoutComments(statement))
    await client.query(`set lock_timeout = ${isConcurrent ? lockPatienceMs : lockWaitMs}`)
    await client.query(statement)
  }
  if (!(await makePartitionedIndex(client, withoutComments(part), send))) await send(part)
}

function withoutComments(part: string): string {
  return part.replaceAll(/--.*$/gm, '').trim()
}

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import type { PostgresCluster } from '../../../../tools/postgres-cluster.ts'

const everyMs = 10
const logFile = 'postgres.log'

export const waitMsMax = 100

/** PostgreSQL itself logs whoever waits longer than allowed, in case the watch looks away. */
export const watchSettings = {
  log_lock_waits: 'on',
  deadlock_timeout: `${waitMsMax}ms`,
  logging_collector: 'on',
  log_directory: "'log'",
  log_filename: `'${logFile}'`,
  log_line_prefix: "'%a|'",
}

export interface Wait {
  readonly ms: number
  readonly what: string
}

export interface Watch {
  /** The longest wait of anybody behind a migration since the last call. */
  readonly longest: () => Wait
  /** The longest time between two looks. */
  readonly blindMs: () => number
  readonly stop: () => Promise<void>
}

const look = `
  with migrating as (
    select array_agg(pid) as pids from pg_stat_activity
    where datname = current_database() and application_name = 'lectern migrate'
  )
  select extract(epoch from clock_timestamp() - l.waitstart)::float8 * 1000 as ms,
    l.mode || ' on ' || coalesce(l.relation::regclass::text, l.locktype) as what
  from pg_locks l
  join pg_stat_activity a on a.pid = l.pid
  cross join migrating m
  where not l.granted and a.application_name <> 'lectern migrate'
    and pg_blocking_pids(l.pid) && m.pids`

/** Looks a hundred times a second who waits for a lock that a migration holds or waits for. */
export async function startWatch(databaseUrl: string): Promise<Watch> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'lectern watch',
  })
  client.on('error', () => undefined)
  await client.connect()
  const stopping = new AbortController()
  let longest: Wait = { ms: 0, what: 'nobody waited' }
  let blindMs = 0

  async function run(): Promise<void> {
    let lookedMs = performance.now()
    while (!stopping.signal.aborted) {
      const { rows } = await client.query<Wait>(look)
      for (const wait of rows) if (wait.ms > longest.ms) longest = wait
      await sleep(everyMs)
      blindMs = Math.max(blindMs, performance.now() - lookedMs)
      lookedMs = performance.now()
    }
  }
  const running = run()
  return {
    longest: () => {
      const since = longest
      longest = { ms: 0, what: 'nobody waited' }
      return since
    },
    blindMs: () => blindMs,
    async stop() {
      stopping.abort()
      await running
      await client.end()
    },
  }
}

/** Waits of the api for a table: ordinary traffic only ever waits for rows. */
export async function loggedWaits({ dataFolder }: PostgresCluster): Promise<string[]> {
  const text = await readFile(path.join(dataFolder, 'log', logFile), 'utf8')
  return text
    .split('\n')
    .filter((line) =>
      /^lectern (api|watch).* still waiting for .* on relation /.test(line),
    )
}

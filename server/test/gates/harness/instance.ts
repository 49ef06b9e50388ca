import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { readConfig } from '#/platform/config/config.ts'
import { type Database, openDatabase } from '#/platform/database/database.ts'
import { openJobQueue } from '#/platform/jobs/job-queue.ts'
import { openLogger } from '#/platform/logging/logger.ts'
import { migrate } from '#/start/migrate.ts'
import { createSample, type Sample } from '#test/sample.ts'

import { freePort } from '../../../../tools/free-port.ts'
import { createTestDatabase } from '../../test-database.ts'

const program = new URL('../../../src/start/lectern-server.ts', import.meta.url).pathname
const readyWithinMs = 180_000
const lookEveryMs = 20_000

/** An operating system process of ours, so that it can be killed like one. */
export interface ServerProcess {
  readonly url: string
  readonly child: ChildProcess
  /** Ends it the polite way and waits until it is gone. */
  readonly stop: () => Promise<void>
  readonly kill: () => Promise<void>
}

export interface Instance {
  readonly sample: Sample
  readonly databaseUrl: string
  readonly db: Database
  readonly environment: Readonly<Record<string, string>>
  /** `more` is for this process alone. */
  readonly startApi: (
    port?: number,
    more?: Readonly<Record<string, string>>,
  ) => Promise<ServerProcess>
  readonly startWorker: (
    more?: Readonly<Record<string, string>>,
  ) => Promise<ServerProcess>
  readonly close: () => Promise<void>
}

/** A migrated database with the sample organization; its processes are started one by one. */
export async function createInstance(
  settings: Record<string, string> = {},
  givenUrl?: string,
): Promise<Instance> {
  const { url, drop } =
    givenUrl === undefined
      ? await createTestDatabase()
      : { url: givenUrl, drop: async () => undefined }
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-gate-'))
  const environment: Record<string, string> = {
    LECTERN_ENV: 'development',
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    METRICS_PORT: '0',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_TOKEN: '0',
    RATE_LIMIT_ADDRESS: '0',
    RATE_LIMIT_SITE: '0',
    INVITE_LIMIT_SENDER: '0',
    INVITE_LIMIT_ORGANIZATION: '0',
    INVITE_LIMIT_RECIPIENT: '0',
    SSO_LIMIT_ORGANIZATION: '0',
    ORGANIZATIONS_PER_ACCOUNT: '0',
    MAIL_FOLDER: path.join(folder, 'mail'),
    STORAGE_FOLDER: path.join(folder, 'files'),
    ...settings,
  }
  await migrate(readConfig(environment))
  const db = openDatabase({
    url,
    poolSize: 4,
    readers: 1,
    prepare: true,
    applicationName: 'lectern gate',
  })
  // Sample data enqueues nothing today, but a transaction that does needs the engine.
  const jobs = await openJobQueue(db, openLogger('silent', 'gate'), 'sender')
  const sample = await createSample(db)
  const running = new Set<ServerProcess>()
  // A cluster of its own is looked after by whoever made it.
  const stopLooking = givenUrl === undefined ? await lookAfterTables(db) : undefined

  return {
    sample,
    databaseUrl: url,
    db,
    environment,
    startApi: async (port, more) => {
      const own = { ...environment, ...more }
      const server = launch('api', port ?? (await freePort()), own, running)
      await untilReady(server)
      return server
    },
    startWorker: async (more) =>
      launch('worker', await freePort(), { ...environment, ...more }, running),
    async close() {
      await Promise.all([...running].map(async (server) => server.kill()))
      await jobs.stop()
      await stopLooking?.()
      await db.close()
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * PostgreSQL looks at tables that have changed, so that it knows how to read them. Where that is switched
 * off it is done here: nobody runs an installation without.
 */
async function lookAfterTables(db: Database): Promise<() => Promise<void>> {
  const [setting] = await rowsOf<{ autovacuum: string }>(db, 'show autovacuum')
  if (setting?.autovacuum === 'on') return async () => undefined
  const stopping = new AbortController()
  const { signal } = stopping
  const looking = (async () => {
    while (!signal.aborted) {
      await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined)
      // A database that is away is looked at later.
      if (!signal.aborted) await lookAtChanged(db).catch(() => undefined)
    }
  })()
  return async () => {
    stopping.abort()
    await looking
  }
}

/** As PostgreSQL decides it. */
async function lookAtChanged(db: Database): Promise<void> {
  const changed = await rowsOf<{ name: string }>(
    db,
    `select quote_ident(relname) as name from pg_stat_user_tables
     where schemaname = 'public' and n_mod_since_analyze > 50 + 0.1 * n_live_tup`,
  )
  for (const { name } of changed) await db.raw(`analyze ${name}`)
}

async function rowsOf<Row>(db: Database, text: string): Promise<Row[]> {
  const { rows } = await db.raw(text)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement names the columns
  return rows as Row[]
}

function launch(
  kind: 'api' | 'worker',
  port: number,
  environment: Readonly<Record<string, string>>,
  running: Set<ServerProcess>,
): ServerProcess {
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [program, 'start', kind], {
    env: { ...process.env, PUBLIC_URL: url, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = once(child, 'exit')
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    await gone
    running.delete(server)
  }
  const server: ServerProcess = {
    url,
    child,
    stop: async () => end('SIGTERM'),
    kill: async () => end('SIGKILL'),
  }
  running.add(server)
  return server
}

async function untilReady(server: ServerProcess): Promise<void> {
  const deadline = Date.now() + readyWithinMs
  while (Date.now() < deadline) {
    if (server.child.exitCode !== null) {
      throw new Error('The api ended before it was ready')
    }
    const reply = await fetch(`${server.url}/readyz`).catch(() => undefined)
    if (reply?.status === 200) return
    await sleep(30)
  }
  throw new Error('The api was not ready in time')
}

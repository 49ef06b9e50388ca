import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

import { type Config, readConfig } from '#/platform/config/config.ts'
import { type Database, openDatabase } from '#/platform/database/database.ts'
import { migrateSchema, migrationFiles } from '#/platform/database/migrate.ts'
import { migrateJobs, openJobQueue } from '#/platform/jobs/job-queue.ts'
import { openLogger } from '#/platform/logging/logger.ts'
import { allJobs } from '#/start/all-jobs.ts'
import { createSample, type Sample } from '#test/sample.ts'

import { freePort } from '../../../../tools/free-port.ts'
import type { PostgresCluster } from '../../../../tools/postgres-cluster.ts'

const program = new URL('migrate-api.ts', import.meta.url).pathname
const realFolder = new URL('../../../migrations/', import.meta.url).pathname
const readyWithinMs = 180_000

export interface MigrateScene {
  readonly config: Config
  readonly environment: Readonly<Record<string, string>>
  readonly sample: Sample
  readonly api: { readonly url: string; readonly child: ChildProcess }
  readonly close: () => Promise<void>
}

/** The schema as it was after the named migration, a large table, and an api that runs on it. */
export async function setScene(
  cluster: PostgresCluster,
  folder: string,
  { lastBefore, members }: { lastBefore: string; members: number },
): Promise<MigrateScene> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const environment: Record<string, string> = {
    LECTERN_ENV: 'development',
    DATABASE_URL: cluster.url,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    METRICS_PORT: '0',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_TOKEN: '0',
    RATE_LIMIT_ADDRESS: '0',
    RATE_LIMIT_SITE: '0',
    MAIL_FOLDER: path.join(folder, 'mail'),
    STORAGE_FOLDER: path.join(folder, 'files'),
  }
  const config = readConfig(environment)
  const isBefore = (name: string) => name <= lastBefore
  const before = await migrationsIn(folder, 'before', { isBefore })
  await migrateSchema(cluster.url, undefined, before)
  const sample = await fill(cluster.url, members)
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilReady(url)
  return {
    config,
    environment,
    sample,
    api: { url, child },
    async close() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** A folder with the migrations of this release, or some of them, and others beside them. */
export async function migrationsIn(
  folder: string,
  name: string,
  {
    isBefore = () => true,
    extra = {},
  }: {
    isBefore?: (name: string) => boolean
    extra?: Readonly<Record<string, string>>
  },
): Promise<URL> {
  const target = path.join(folder, name)
  await mkdir(target)
  for (const file of (await migrationFiles()).filter(isBefore)) {
    await copyFile(path.join(realFolder, file), path.join(target, file))
  }
  for (const [file, text] of Object.entries(extra)) {
    await writeFile(path.join(target, file), text)
  }
  return pathToFileURL(`${target}/`)
}

async function fill(url: string, members: number): Promise<Sample> {
  const db = openDatabase({
    url,
    poolSize: 1,
    readers: 1,
    prepare: false,
    applicationName: 'lectern gate',
  })
  // Not by the command of this release, which counts on its own schema.
  await migrateJobs(db, allJobs([]))
  await db.raw('select maintain_partitions(30, 30, 8)')
  const jobs = await openJobQueue(db, openLogger('silent', 'gate'), 'sender')
  const sample = await createSample(db)
  await fillMembers(db, sample.organization, members)
  await jobs.stop()
  await db.close()
  return sample
}

async function fillMembers(
  db: Database,
  organizationId: string,
  members: number,
): Promise<void> {
  await db.raw('set statement_timeout = 0')
  const people = `(select 'crowd' || lpad(i::text, 15, '0') as id, 'Person ' || i as name,
    'person' || i || '@crowd.example' as email, i from generate_series(1, ${members}) i) p`
  await db.raw(
    `insert into account (id, display_name, email) select id, name, email from ${people}`,
  )
  await db.raw(
    `insert into account_email (email, account_id, verified_at)
     select email, id, now() from ${people}`,
  )
  await db.raw(
    `insert into account_membership (account_id, organization_id)
     select id, $1 from ${people}`,
    [organizationId],
  )
  await db.raw(
    `insert into member (organization_id, user_id, role, joined_at, search_text)
     select $1, id, 'read', now() - i * interval '1 minute', lower(name || E'\\n' || email) from ${people}`,
    [organizationId],
  )
  await db.raw(
    `update organization_counter set value = value + ${members}
     where organization_id = $1 and name = 'members'`,
    [organizationId],
  )
  await db.raw('vacuum analyze')
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + readyWithinMs
  while (Date.now() < deadline) {
    const reply = await fetch(`${url}/readyz`).catch(() => undefined)
    if (reply?.status === 200) return
    await sleep(50)
  }
  throw new Error('The api was not ready in time')
}

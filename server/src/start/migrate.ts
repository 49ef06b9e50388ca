import { setTimeout as sleep } from 'node:timers/promises'

import type { Config } from '#/platform/config/config.ts'
import { openDatabase } from '#/platform/database/database.ts'
import { migrateSchema } from '#/platform/database/migrate.ts'
import { migrateJobs } from '#/platform/jobs/job-queue.ts'
import { keepPartitions } from '#/platform/jobs/maintain-partitions.ts'

import { allJobs } from './all-jobs.ts'

const lockEveryMs = 100

type MigrationConfig = Pick<Config, 'DATABASE_URL' | 'EVENT_DAYS' | 'AUDIT_DAYS'>

/** Migrates the database to the schema of this release. Safe to repeat, also concurrently. */
export async function migrate(
  config: MigrationConfig,
  report: (line: string) => void = () => undefined,
  /** A folder other than that of this release. */
  from?: URL,
): Promise<void> {
  await migrateSchema(config.DATABASE_URL, report, from)
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolSize: 1,
    readers: 1,
    prepare: false,
    applicationName: 'lectern migrate',
  })
  const session = await db.session()
  try {
    // The job engine creates its tables without waiting for a concurrent run.
    while (!(await session.tryLock('migrate-jobs'))) await sleep(lockEveryMs)
    await migrateJobs(db, allJobs([]))
    await keepPartitions(db, config)
  } finally {
    await session.close()
    await db.close()
  }
}

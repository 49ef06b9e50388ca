import { setTimeout as sleep } from 'node:timers/promises'

import type { Config } from '#/platform/config/config.ts'
import { isLockedOut } from '#/platform/database/database-errors.ts'
import type { Database } from '#/platform/database/database.ts'
import { idempotencyDays } from '#/platform/http/idempotency.ts'

import { job } from './job.ts'

// A new partition needs an exclusive lock on its table for a moment. While the statement waits for
// it, every write waits behind it, so it gives way soon and tries again after a pause.
const lockWaitMs = 25
const lockPauseMs = 500
const attemptsMax = 150

/** Makes the partitions of the coming days and drops expired ones. */
export const maintainPartitions = job<object>(
  'platform.maintain-partitions',
  { schedule: '17 * * * *' },
  async (_payload, { db, config }) => keepPartitions(db, config),
)

export async function keepPartitions(
  db: Database,
  { EVENT_DAYS, AUDIT_DAYS }: Pick<Config, 'EVENT_DAYS' | 'AUDIT_DAYS'>,
): Promise<void> {
  // One table at a time: no order of the tables would match the order in which writers lock them.
  await keepPartitionsOfOne(db, `${EVENT_DAYS}, null, null`)
  await keepPartitionsOfOne(db, `null, ${AUDIT_DAYS}, null`)
  await keepPartitionsOfOne(db, `null, null, ${idempotencyDays + 1}`)
}

async function keepPartitionsOfOne(db: Database, days: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // One message is one transaction: the lock does not wait for this process to continue.
      await db.raw(
        `select set_config('lock_timeout', '${lockWaitMs}', true);
         select maintain_partitions(${days})`,
      )
      return
    } catch (error) {
      if (!isLockedOut(error) || attempt === attemptsMax) throw error
      await sleep(lockPauseMs)
    }
  }
}

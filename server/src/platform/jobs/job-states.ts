import type { JobWithMetadata } from 'pg-boss'

import type { Database } from '#/platform/database/database.ts'

import { jobSchema } from './job-queue.ts'

/**
 * What the engine's own interface cannot say about its jobs. `started_on` tells it whether the next
 * attempt is one more.
 */
const jobTable = `${jobSchema}.job`

/** Fails it for good, whatever number of retries the engine would allow. */
export async function giveUp(
  db: Database,
  { name, id, retryCount }: JobWithMetadata,
  output: object,
): Promise<void> {
  await db.raw(
    `update ${jobTable} set state = 'failed', completed_on = now(), output = $4::jsonb
     where name = $1 and id = $2 and retry_count = $3 and state = 'active'`,
    [name, id, retryCount, JSON.stringify(output)],
  )
}

/** As if it had never been taken. */
export async function giveBack(
  db: Database,
  jobs: readonly JobWithMetadata[],
): Promise<void> {
  for (const { name, id, retryCount } of jobs) {
    await db.raw(
      `update ${jobTable} set state = 'retry', start_after = now(), started_on = null,
         heartbeat_on = null
       where name = $1 and id = $2 and retry_count = $3 and state = 'active'`,
      [name, id, retryCount],
    )
  }
}

/** Frees what workers had in hand that have given no sign of life, and gives its number. */
export async function freeAbandoned(db: Database): Promise<number> {
  const { rows } = await db.raw(
    `update ${jobTable} set state = 'retry', start_after = now(), heartbeat_on = null
     where state = 'active'
       and heartbeat_on + heartbeat_seconds * interval '1 second' < now()
     returning id`,
  )
  return rows.length
}

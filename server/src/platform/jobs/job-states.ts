import type { JobWithMetadata } from 'pg-boss'

import type { Database } from '#/platform/database/database.ts'
import { storableJson } from '#/platform/database/storable-json.ts'

import { jobSchema } from './job-queue.ts'

/**
 * The engine's table of jobs, updated directly where its interface has no call. By `started_on` the
 * engine decides whether the next attempt counts as a retry.
 */
const jobTable = `${jobSchema}.job`

/** Fails a job for good, whatever number of retries the engine would allow. */
export async function giveUp(
  db: Database,
  { name, id, retryCount }: JobWithMetadata,
  output: object,
): Promise<void> {
  await db.raw(
    `update ${jobTable} set state = 'failed', completed_on = now(), output = $4::jsonb
     where name = $1 and id = $2 and retry_count = $3 and state = 'active'`,
    [name, id, retryCount, storableJson(output)],
  )
}

/** Returns jobs to the queue as if they had never been taken. */
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

/** Frees the jobs of workers without a heartbeat, and returns their number. */
export async function freeAbandoned(db: Database): Promise<number> {
  const { rows } = await db.raw(
    `update ${jobTable} set state = 'retry', start_after = now(), heartbeat_on = null
     where state = 'active'
       and heartbeat_on + heartbeat_seconds * interval '1 second' < now()
     returning id`,
  )
  return rows.length
}

import type { Config } from '#/platform/config/config.ts'
import { openDatabase } from '#/platform/database/database.ts'
import { deadLetterQueue, openJobQueue } from '#/platform/jobs/job-queue.ts'
import { openLogger } from '#/platform/logging/logger.ts'

import { allJobs } from '../all-jobs.ts'
import { reasonOf } from './failure.ts'

/** The parts that the job engine lacks; empty when it is as this release needs it. */
export async function missingJobParts(config: Config): Promise<string[]> {
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolSize: 1,
    readers: 1,
    prepare: false,
    applicationName: 'lectern command',
  })
  try {
    const queue = await openJobQueue(db, openLogger('silent', 'command'), 'sender')
    const queues = new Set((await queue.boss.getQueues()).map(({ name }) => name))
    await queue.stop()
    return [deadLetterQueue, ...allJobs([]).map(({ name }) => name)]
      .filter((name) => !queues.has(name))
      .map((name) => `job queue ${name}`)
  } catch (error) {
    return [`job engine (${reasonOf(error)})`]
  } finally {
    await db.close()
  }
}

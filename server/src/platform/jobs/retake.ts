import type { Services } from '#/platform/services.ts'

import { freeAbandoned } from './job-states.ts'
import { repeat } from './repeat.ts'

const everyMs = 1_000

/**
 * Frees the jobs of a worker that died as soon as its heartbeat is overdue. The engine looks for
 * such jobs too, but together with statistics over all its jobs, which are too expensive every
 * second, and delays them as if they had failed.
 */
export function startRetaking(
  { db, log }: Services,
  wake: () => void,
): () => Promise<void> {
  return repeat(
    everyMs,
    async () => {
      const jobs = await freeAbandoned(db)
      if (jobs === 0) return
      log.warn({ jobs }, 'jobs of a worker that died are taken again')
      wake()
    },
    (error) => log.warn({ err: error }, 'abandoned jobs could not be looked for'),
  )
}

import { setTimeout as sleep } from 'node:timers/promises'

import type { JobWithMetadata } from 'pg-boss'

import type { Services } from '#/platform/services.ts'

import { deadLetterQueue } from './job-queue.ts'
import { type AnyJob, retriesDefault, Stopped, timeoutSecondsDefault } from './job.ts'
import { type Outcome, startLanes } from './lanes.ts'
import { startRetaking } from './retake.ts'

/** How long a worker that stops waits for its jobs; whoever runs it kills it soon after. */
const stopMsMaxDefault = 15_000

/** Runs jobs until stopped; a stop waits for the running ones, of which long ones end early. */
export async function startJobWorker(
  services: Services,
  jobs: readonly AnyJob[],
  { stopMsMax = stopMsMaxDefault }: { readonly stopMsMax?: number } = {},
): Promise<() => Promise<void>> {
  const queues = jobs.map((definition) => ({
    name: definition.name,
    ...startLanes(services, definition, async (taken, stopping) =>
      runOne(services, definition, { taken, stopping }),
    ),
  }))
  const wakeThose = (isWanted: (name: string) => boolean) => {
    for (const { name, wake } of queues) if (isWanted(name)) wake()
  }
  const stopListening = await services.jobs.onWake(wakeThose)
  const stopRetaking = startRetaking(services, () => wakeThose(() => true))
  return async () => {
    await stopListening()
    await stopRetaking()
    await Promise.all(queues.map(async ({ stop }) => stop(stopMsMax)))
  }
}

interface Taken {
  readonly taken: JobWithMetadata
  readonly stopping: AbortSignal
}

async function runOne(
  services: Services,
  definition: AnyJob,
  { taken, stopping }: Taken,
): Promise<Outcome> {
  const { name, options } = definition
  const { id, retryCount } = taken
  const log = services.log.child({ job: name, jobId: id, attempt: retryCount + 1 })
  const retriesMax = options.retriesMax ?? retriesDefault
  const startedMs = services.clock.nowMs()
  const seconds = () => (services.clock.nowMs() - startedMs) / 1000
  try {
    if (retryCount > retriesMax) throw new Error('Its worker died each time it ran')
    await attempt(services, definition, { taken, stopping })
    services.metrics.job(name, 'completed', seconds())
    log.debug('job done')
    return { status: 'completed' }
  } catch (error) {
    if (error instanceof Stopped) {
      log.info('job stopped, to be begun again')
      return { status: 'stopped' }
    }
    services.metrics.job(name, 'failed', seconds())
    if (retryCount < retriesMax) {
      log.warn({ err: error }, 'job failed and will be tried again')
      return { status: 'failed', output: describe(error) }
    }
    log.error({ err: error }, 'job failed for the last time')
    await services.jobs.boss.send(deadLetterQueue, {
      name,
      payload: taken.data,
      error: describe(error),
    })
    // A failed job of an ordered queue blocks its key for ever, so the dead letter completes it.
    return options.ordered === true
      ? { status: 'completed' }
      : { status: 'given up', output: describe(error) }
  }
}

/**
 * Runs a job once. One that takes longer than it may is told to end, and fails; one that hangs
 * occupies only its own lane.
 */
async function attempt(
  services: Services,
  { name, options, run }: AnyJob,
  { taken: { data }, stopping }: Taken,
): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- enqueue ties payloads to their job
  const payload = data as never
  const overdue = new AbortController()
  const ending = AbortSignal.any([stopping, overdue.signal])
  const running = services.tracing.span(`job ${name}`, {}, undefined, async () =>
    run(payload, services, ending),
  )
  const { timeoutSeconds = timeoutSecondsDefault } = options
  const timer = new AbortController()
  const late = sleep(timeoutSeconds * 1000, true, { signal: timer.signal }).catch(
    () => false,
  )
  try {
    const isLate = await Promise.race([running.then(() => false), late])
    if (isLate) {
      // Only now, so that its end is a failure and not that of a worker that stops.
      overdue.abort()
      throw new Error(`It ran longer than ${timeoutSeconds} seconds`)
    }
  } finally {
    timer.abort()
  }
}

function describe(error: unknown): { message: string } {
  return { message: error instanceof Error ? error.message : String(error) }
}

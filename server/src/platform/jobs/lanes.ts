import type { JobWithMetadata } from 'pg-boss'

import type { Services } from '#/platform/services.ts'

import { giveBack, giveUp } from './job-states.ts'
import { type AnyJob, batchSize } from './job.ts'
import { repeat } from './repeat.ts'
import { createWaker } from './waker.ts'

const pollMs = 500
const heartbeatEveryMs = 3_000

export type Outcome =
  | { readonly status: 'completed' }
  | { readonly status: 'failed' | 'given up'; readonly output: object }

type Run = (taken: JobWithMetadata) => Promise<Outcome>

export interface Lanes {
  readonly wake: () => void
  /** Waits for the running jobs; waiting ones go back to the queue. */
  readonly stop: () => Promise<void>
}

/**
 * Takes jobs of one queue a batch at a time and runs a few at once. Each job gets its outcome when
 * it ends, and the next batch is taken while the last jobs of the previous one still run: a job
 * that hangs occupies its lane and nothing else.
 */
export function startLanes(
  services: Services,
  { name, options }: Pick<AnyJob, 'name' | 'options'>,
  run: Run,
): Lanes {
  const { log, jobs } = services
  const { WORKER_CONCURRENCY: others } = services.config
  const lanes = Math.min(others, options.concurrencyMax ?? others)
  const stopping = new AbortController()
  const { wake, arm, pause } = createWaker(stopping.signal)
  const running = new Map<JobWithMetadata, Promise<void>>()
  const waiting: JobWithMetadata[] = []
  let isMoving = false

  function fillLanes(): void {
    while (running.size < lanes && !stopping.signal.aborted) {
      const next = waiting.shift()
      if (next === undefined) return
      isMoving = true
      running.set(next, runInLane(next))
    }
  }
  async function runInLane(taken: JobWithMetadata): Promise<void> {
    await runAndReport(services, run, taken)
    running.delete(taken)
    fillLanes()
    // In an ordered queue, the next job of the same key is available now.
    if (waiting.length === 0) wake()
  }
  async function releaseWaiting(): Promise<void> {
    await giveBack(services.db, waiting.splice(0))
  }
  /** Renews the heartbeat of jobs; those that wait behind stuck lanes go back to the queue. */
  async function beat(): Promise<void> {
    if (!isMoving) await releaseWaiting()
    isMoving = false
    const held = [...running.keys(), ...waiting]
    if (held.length > 0) await jobs.boss.touch(name, held)
  }
  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      arm()
      const isRoom = waiting.length === 0 && running.size < lanes
      const taken = isRoom ? await takeBatch(services, name) : []
      waiting.push(...taken)
      fillLanes()
      if (taken.length === 0) await pause(pollMs)
    }
    await releaseWaiting().catch(() => undefined)
    await Promise.all(running.values())
  }

  const stopHeart = repeat(heartbeatEveryMs, beat, (error) =>
    log.warn({ err: error, job: name }, 'heartbeat of jobs failed'),
  )
  const looping = loop()
  return {
    wake,
    async stop() {
      stopping.abort()
      await looping
      await stopHeart()
    },
  }
}

async function takeBatch(
  { jobs, log }: Services,
  name: string,
): Promise<JobWithMetadata[]> {
  try {
    return await jobs.boss.fetch(name, { batchSize, includeMetadata: true })
  } catch (error) {
    log.warn({ err: error, job: name }, 'jobs could not be taken')
    return []
  }
}

/** Runs a job and records its outcome, of this attempt only: others may have taken the job away. */
async function runAndReport(
  { db, jobs, log }: Services,
  run: Run,
  taken: JobWithMetadata,
): Promise<void> {
  const { name, id } = taken
  try {
    const outcome = await run(taken)
    if (outcome.status === 'completed') await jobs.boss.complete(name, taken)
    else if (outcome.status === 'given up') await giveUp(db, taken, outcome.output)
    else await jobs.boss.fail(name, taken, outcome.output)
  } catch (error) {
    // The job has no more heartbeats, so some worker takes it again.
    log.warn({ err: error, job: name, jobId: id }, 'job could not be settled')
  }
}

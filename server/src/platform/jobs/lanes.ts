import { setTimeout as sleep } from 'node:timers/promises'

import type { FetchOptions, JobWithMetadata } from 'pg-boss'

import type { Services } from '#/platform/services.ts'

import { giveBack, giveUp } from './job-states.ts'
import { type AnyJob, batchSize, type JobOptions } from './job.ts'
import { repeat } from './repeat.ts'
import { createWaker } from './waker.ts'

const pollMs = 500
const heartbeatEveryMs = 3_000

export type Outcome =
  | { readonly status: 'completed' }
  | { readonly status: 'stopped' }
  | { readonly status: 'failed' | 'given up'; readonly output: object }

type Run = (taken: JobWithMetadata, stopping: AbortSignal) => Promise<Outcome>

export interface Lanes {
  readonly wake: () => void
  /**
   * Tells the running jobs and waits for them, for a while; those that still run then go back to the
   * queue, as the waiting ones do at once.
   */
  readonly stop: (waitMsMax: number) => Promise<void>
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
  const take = takeInTurn(services, name, options)
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
    await runAndReport(services, async () => run(taken, stopping.signal), taken)
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
      const taken = isRoom ? await take() : []
      waiting.push(...taken)
      fillLanes()
      if (taken.length === 0) await pause(pollMs)
    }
    await releaseWaiting().catch(() => undefined)
  }

  const stopHeart = repeat(heartbeatEveryMs, beat, (error) =>
    log.warn({ err: error, job: name }, 'heartbeat of jobs failed'),
  )
  const looping = loop()
  return {
    wake,
    async stop(waitMsMax) {
      stopping.abort()
      await looping
      await endRunning(services, name, { running, waitMsMax })
      await stopHeart()
    },
  }
}

interface Ending {
  readonly running: ReadonlyMap<JobWithMetadata, Promise<void>>
  readonly waitMsMax: number
}

/** Waits for running jobs; those that take too long go back to the queue. */
async function endRunning(
  { db, log }: Services,
  name: string,
  { running, waitMsMax }: Ending,
): Promise<void> {
  const timer = new AbortController()
  const late = sleep(waitMsMax, undefined, { signal: timer.signal })
  await Promise.race([Promise.all(running.values()), late.catch(() => undefined)])
  timer.abort()
  if (running.size === 0) return
  log.warn({ job: name, jobs: running.size }, 'jobs are left to another worker')
  await giveBack(db, [...running.keys()])
}

/**
 * Takes a batch of jobs. Where organizations take turns, those that had theirs in this round come
 * after all others, however many jobs they asked for before.
 */
function takeInTurn(
  services: Services,
  name: string,
  { perOrganizationMax }: JobOptions,
): () => Promise<JobWithMetadata[]> {
  if (perOrganizationMax === undefined) return async () => takeBatch(services, name, {})
  const served = new Set<string>()
  return async () => {
    const groupConcurrency = perOrganizationMax
    const ignoreGroups = [...served]
    let taken = await takeBatch(services, name, { groupConcurrency, ignoreGroups })
    if (taken.length === 0 && served.size > 0) {
      served.clear()
      taken = await takeBatch(services, name, { groupConcurrency })
    }
    for (const { groupId } of taken) if (typeof groupId === 'string') served.add(groupId)
    return taken
  }
}

async function takeBatch(
  { jobs, log }: Services,
  name: string,
  turns: Pick<FetchOptions, 'groupConcurrency' | 'ignoreGroups'>,
): Promise<JobWithMetadata[]> {
  try {
    return await jobs.boss.fetch(name, { batchSize, includeMetadata: true, ...turns })
  } catch (error) {
    log.warn({ err: error, job: name }, 'jobs could not be taken')
    return []
  }
}

/** Runs a job and records its outcome, of this attempt only: others may have taken the job away. */
async function runAndReport(
  { db, jobs, log }: Services,
  run: () => Promise<Outcome>,
  taken: JobWithMetadata,
): Promise<void> {
  const { name, id } = taken
  try {
    const outcome = await run()
    if (outcome.status === 'completed') await jobs.boss.complete(name, taken)
    else if (outcome.status === 'stopped') await giveBack(db, [taken])
    else if (outcome.status === 'given up') await giveUp(db, taken, outcome.output)
    else await jobs.boss.fail(name, taken, outcome.output)
  } catch (error) {
    // The job has no more heartbeats, so some worker takes it again.
    log.warn({ err: error, job: name, jobId: id }, 'job could not be settled')
  }
}

import { randomBytes } from 'node:crypto'

import { PgBoss } from 'pg-boss'

import type { Database } from '#/platform/database/database.ts'
import type { WireStatement } from '#/platform/database/queryable.ts'
import type { JobWriter, QueuedJob } from '#/platform/database/transaction.ts'
import type { Logger } from '#/platform/logging/logger.ts'

import { type AnyJob, batchSize, timeoutSecondsDefault } from './job.ts'

export const jobSchema = 'pgboss'
export const deadLetterQueue = 'dead-letter'
const wakeChannel = 'lectern_jobs'
const wakeEveryMs = 20

/** The job engine with the settings of this process: only workers supervise and schedule. */
export interface JobQueue {
  readonly boss: PgBoss
  /**
   * Calls back soon after some process committed a job or announced a topic, and says which topics
   * it may be about. A hint: polling finds missed jobs.
   */
  readonly onWake: (
    wake: (isAbout: (topic: string) => boolean) => void,
  ) => Promise<() => Promise<void>>
  readonly stop: () => Promise<void>
}

export async function openJobQueue(
  db: Database,
  log: Logger,
  role: 'sender' | 'worker',
): Promise<JobQueue> {
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => db.raw(text, values) },
    schema: jobSchema,
    migrate: false,
    createSchema: false,
    supervise: role === 'worker',
    schedule: role === 'worker',
    // Rebuilding indexes is DDL, which processes have no right to.
    reindex: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job engine failed'))
  await boss.start()
  db.attachJobs({
    toWire: async (jobs) => jobsToWire(boss, jobs),
    committed: wakeUps(db),
  })
  return {
    boss,
    onWake: async (wake) => db.listen(wakeChannel, (payload) => wake(topicsOf(payload))),
    stop: async () => boss.stop({ graceful: true, timeout: 20_000 }),
  }
}

/**
 * Lets the engine build its own INSERT but intercepts it before it is sent, so that it can travel
 * with the COMMIT of the transaction that enqueued the jobs.
 */
async function jobsToWire(
  boss: PgBoss,
  jobs: readonly QueuedJob[],
): Promise<WireStatement[]> {
  const caught: WireStatement[] = []
  const db = {
    executeSql: async (text: string, values: unknown[] = []) => {
      caught.push({ text, values })
      return { rows: [] }
    },
  }
  for (const [name, queued] of Map.groupBy(jobs, (queuedJob) => queuedJob.name)) {
    const rows = queued.map(({ payload, key, startAfterSeconds, group }) => ({
      // Ids have the order of enqueueing: jobs of one insert tie on their time.
      id: orderedUuid(),
      data: payload,
      ...(key !== undefined && { singletonKey: key }),
      ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
      ...(group !== undefined && { group: { id: group } }),
    }))
    await boss.insert(name, rows, { db })
  }
  return caught
}

let lastTick = 0n

/** A version 7 UUID, strictly increasing within the process. */
function orderedUuid(): string {
  const tick = BigInt(Date.now()) << 12n
  lastTick = tick > lastTick ? tick : lastTick + 1n
  const time = (lastTick >> 12n).toString(16).padStart(12, '0')
  const sequence = (lastTick & 0xfffn).toString(16).padStart(3, '0')
  const random = randomBytes(8).toString('hex')
  const variant = '89ab'.charAt(Number.parseInt(random.charAt(0), 16) & 3)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${variant}${random.slice(1, 4)}-${random.slice(4, 16)}`
}

/** Whether a notification may be about a topic: it names its topics, or none if about any. */
function topicsOf(payload = ''): (topic: string) => boolean {
  if (payload === '') return () => true
  const topics = new Set(payload.split(' '))
  return (topic) => topics.has(topic)
}

/**
 * Sends a NOTIFY after commit, since inside the transaction it would serialize commits: at once,
 * and then at most one every 20 ms, with all topics that came up meanwhile.
 */
function wakeUps(db: Database): JobWriter['committed'] {
  const announced = new Set<string>()
  let isWaiting = false
  let lastMs = Number.NEGATIVE_INFINITY
  function notify(): void {
    isWaiting = false
    lastMs = performance.now()
    const payload = [...announced].join(' ')
    announced.clear()
    db.raw('select pg_notify($1, $2)', [wakeChannel, payload]).catch(() => undefined)
  }
  return (topics) => {
    for (const topic of topics) announced.add(topic)
    if (isWaiting) return
    const restMs = lastMs + wakeEveryMs - performance.now()
    if (restMs <= 0) {
      notify()
      return
    }
    isWaiting = true
    setTimeout(notify, restMs).unref()
  }
}

// The worker counts attempts and time itself: the engine would close a job whose worker died, or
// hung, without a dead letter, and a closed job of an ordered queue blocks its key.
const engineRetries = 1_000
const engineSecondsMax = 23 * 3600

function engineSeconds(timeoutSeconds = timeoutSecondsDefault): number {
  return Math.min((timeoutSeconds + 5) * batchSize, engineSecondsMax)
}

/** Creates an index for the frequent search for abandoned jobs; the engine itself has none. */
async function indexActiveJobs(db: Database): Promise<void> {
  const { rows } = await db.raw(`select to_regclass('${jobSchema}.job_active') as index`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the column named above
  if ((rows as { index: string | null }[])[0]?.index !== null) return
  await db.raw(
    `create index job_active on ${jobSchema}.job_common (heartbeat_on) where state = 'active'`,
  )
}

/** Creates the engine's schema and a queue per job. Needs DDL rights: only `migrate` calls it. */
export async function migrateJobs(db: Database, jobs: readonly AnyJob[]): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => db.raw(text, values) },
    schema: jobSchema,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await indexActiveJobs(db)
  const queues = new Set((await boss.getQueues()).map(({ name }) => name))
  const ensure = async (name: string, options: object) => {
    if (queues.has(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, options)
  }
  await ensure(deadLetterQueue, { retentionSeconds: 30 * 24 * 3600 })
  for (const { name, options } of jobs) {
    const settings = {
      retryLimit: engineRetries,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 300,
      expireInSeconds: engineSeconds(options.timeoutSeconds),
      heartbeatSeconds: 10,
      deleteAfterSeconds: 24 * 3600,
    }
    if (queues.has(name)) await boss.updateQueue(name, settings)
    else {
      await boss.createQueue(name, {
        ...settings,
        policy: options.ordered === true ? 'key_strict_fifo' : 'standard',
      })
    }
    if (options.schedule !== undefined) await boss.schedule(name, options.schedule, {})
  }
  await boss.stop({ graceful: false })
}

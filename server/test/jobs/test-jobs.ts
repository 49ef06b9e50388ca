import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { readConfig } from '#/platform/config/config.ts'
import type { QueuedJob, Transaction } from '#/platform/database/transaction.ts'
import type { Services } from '#/platform/services.ts'
import { openServices } from '#/start/services.ts'
import type { TestBody } from '#test/test-api.ts'
import { createTestDatabase } from '#test/test-database.ts'

import { type AnyJob, enqueue, type Job } from '#/platform/jobs/job.ts'
import { migrateJobs } from '#/platform/jobs/job-queue.ts'
import { startJobWorker } from '#/platform/jobs/job-worker.ts'

export interface TestWorker {
  readonly services: Services
  readonly stop: () => Promise<void>
}

export interface TestJobs {
  /** Of a process that only asks for jobs. */
  readonly sender: Services
  readonly startWorker: (environment?: Record<string, string>) => Promise<TestWorker>
  readonly ask: <Payload extends object>(
    job: Job<Payload>,
    payloads: readonly Payload[],
    options?: Pick<QueuedJob, 'key' | 'startAfterSeconds'>,
  ) => Promise<void>
  readonly inTransaction: (run: (tx: Transaction) => Promise<void>) => Promise<void>
  /** State and payload of what the engine keeps of a queue. */
  readonly kept: (queue: string) => Promise<KeptJob[]>
  readonly close: () => Promise<void>
}

export interface KeptJob {
  readonly id: string
  readonly state: string
  /** The payload that the test gave. */
  readonly data: TestBody
}

/** Real jobs of the test's own making on a database of its own, with any number of workers. */
export async function openTestJobs(jobs: readonly AnyJob[]): Promise<TestJobs> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-test-'))
  const configure = (environment: Record<string, string>) =>
    readConfig({
      LECTERN_ENV: 'development',
      DATABASE_URL: database.url,
      LOG_LEVEL: 'silent',
      MAIL_FOLDER: path.join(folder, 'mail'),
      STORAGE_FOLDER: path.join(folder, 'files'),
      ...environment,
    })
  const opened = await openServices(configure({}), { component: 'api' })
  const { services: sender } = opened
  await migrateJobs(sender.db, jobs)
  const running = new Set<TestWorker>()

  async function startWorker(environment = {}): Promise<TestWorker> {
    const { services, close } = await openServices(configure(environment), {
      component: 'worker',
    })
    const stopJobs = await startJobWorker(services, jobs)
    const worker: TestWorker = {
      services,
      async stop() {
        running.delete(worker)
        await stopJobs()
        await close()
      },
    }
    running.add(worker)
    return worker
  }

  return {
    sender,
    startWorker,
    ask: async (job, payloads, options) =>
      sender.db.transaction(async (tx) => {
        for (const payload of payloads) enqueue(tx, job, payload, options)
      }),
    inTransaction: async (run) => sender.db.transaction(run),
    async kept(queue) {
      const { rows } = await sender.db.raw(
        'select id, state, data from pgboss.job where name = $1 order by created_on, id',
        [queue],
      )
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns selected above
      return rows as KeptJob[]
    },
    async close() {
      for (const worker of running) await worker.stop()
      await opened.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

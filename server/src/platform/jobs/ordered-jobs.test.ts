import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { until } from '#test/database/test-until.ts'
import { openTestJobs, type TestJobs, type TestWorker } from '#test/jobs/test-jobs.ts'

import { deadLetterQueue } from './job-queue.ts'
import { enqueue, job } from './job.ts'

interface Step {
  readonly key: string
  readonly step: number
  /** How often the job fails before it succeeds. */
  readonly fails?: number
}

const pollMs = 500

const begun: string[] = []
const done: string[] = []
const running = new Set<string>()
const overlaps: string[] = []

const stepwise = job<Step>(
  'test.stepwise',
  { ordered: true, retriesMax: 1 },
  async ({ key, step, fails = 0 }) => {
    const name = `${key}${step}`
    if (running.has(key)) overlaps.push(name)
    running.add(key)
    const attempts = begun.filter((other) => other === name).length
    begun.push(name)
    await sleep(5)
    running.delete(key)
    if (attempts < fails) throw new Error(`failure of ${name}`)
    done.push(name)
  },
)

const untilDone = async (count: number, timeoutMs?: number) =>
  until(`${count} are done`, () => (done.length >= count ? true : undefined), timeoutMs)

const ofKey = (names: readonly string[], key: string) =>
  names.filter((name) => name.startsWith(key))

describe('ordered jobs', () => {
  let jobs: TestJobs
  let workers: TestWorker[]
  before(async () => {
    jobs = await openTestJobs([stepwise])
    workers = [await jobs.startWorker(), await jobs.startWorker()]
  })
  after(async () => jobs.close())
  beforeEach(() => {
    begun.length = 0
    done.length = 0
    overlaps.length = 0
  })

  const ask = async (...steps: Step[]) =>
    jobs.inTransaction(async (tx) => {
      for (const step of steps) enqueue(tx, stepwise, step, { key: step.key })
    })

  it('of a key run one after another, in the order they were asked for', async () => {
    const keys = ['a', 'b', 'c', 'd']
    await ask(...keys.flatMap((key) => [1, 2, 3].map((step) => ({ key, step }))))
    for (const step of [4, 5]) {
      for (const key of keys) await ask({ key, step })
    }
    await untilDone(20)
    for (const key of keys) {
      assert.deepEqual(
        ofKey(begun, key),
        [1, 2, 3, 4, 5].map((step) => `${key}${step}`),
      )
    }
    assert.deepEqual(overlaps, [])
  })

  it('of a key follow each other at once, not one per poll', async () => {
    const startedMs = performance.now()
    await ask(...Array.from({ length: 30 }, (_, step) => ({ key: 'fast', step })))
    await untilDone(30, 20_000)
    const polls = (performance.now() - startedMs) / pollMs
    assert.ok(polls < 15, `30 jobs took as long as ${polls} polls`)
  })

  it('of a key wait for one that failed until it was tried again, while other keys go on', async () => {
    await ask(
      { key: 'e', step: 1 },
      { key: 'e', step: 2, fails: 1 },
      { key: 'e', step: 3 },
      { key: 'f', step: 1 },
      { key: 'f', step: 2 },
    )
    await ask({ key: 'e', step: 4 })
    await untilDone(6)
    assert.deepEqual(ofKey(begun, 'e'), ['e1', 'e2', 'e2', 'e3', 'e4'])
    assert.deepEqual(ofKey(done, 'e'), ['e1', 'e2', 'e3', 'e4'])
    assert.ok(done.indexOf('f2') < done.indexOf('e2'), 'another key did not wait')
    assert.deepEqual(overlaps, [])
  })

  it('of a key go on after one that became a dead letter', async () => {
    await ask(
      { key: 'g', step: 1, fails: 9 },
      { key: 'g', step: 2 },
      { key: 'g', step: 3 },
    )
    await untilDone(2)
    assert.deepEqual(begun, ['g1', 'g1', 'g2', 'g3'])
    const letters = await jobs.kept(deadLetterQueue)
    assert.deepEqual(
      letters.map(({ data }) => [data.name, data.payload.key, data.payload.step]),
      [['test.stepwise', 'g', 1]],
    )
  })

  it('of a key go on after one whose workers died each time it ran', async () => {
    await Promise.all(workers.map(async (worker) => worker.stop()))
    await ask({ key: 'h', step: 1 }, { key: 'h', step: 2 })
    // The state that the engine finds when a worker was killed in the last attempt.
    await jobs.sender.db.raw(
      `update pgboss.job set state = 'active', retry_count = 1,
         started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute'
       where name = 'test.stepwise' and data ->> 'key' = 'h' and data ->> 'step' = '1'`,
    )
    await jobs.startWorker()
    await untilDone(1, 20_000)
    assert.deepEqual(begun, ['h2'])
    const letter = (await jobs.kept(deadLetterQueue)).at(-1)
    assert.deepEqual(letter?.data.payload, { key: 'h', step: 1 })
    assert.match(letter?.data.error.message, /worker died/)
  })
})

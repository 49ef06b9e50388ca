import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Services } from '#/platform/services.ts'
import { until } from '#test/database/test-until.ts'
import { openTestJobs, type TestJobs } from '#test/jobs/test-jobs.ts'

import { enqueue, job } from './job.ts'

interface Numbered {
  readonly number: number
}
interface Run extends Numbered {
  readonly atMs: number
  readonly by: Services
}

const runs: Run[] = []
const note = ({ number }: Numbered, by: Services) => {
  runs.push({ number, atMs: performance.now(), by })
}
const plain = job<Numbered>('test.plain', {}, async (payload, services) =>
  note(payload, services),
)
const slow = job<Numbered>('test.slow', {}, async (payload, services) => {
  await sleep(400)
  note(payload, services)
})
const numbers = (): number[] => runs.map(({ number }) => number)

const untilRun = async (count: number) =>
  until(`${count} runs, of which there are ${runs.length}`, () =>
    runs.length >= count ? true : undefined,
  )

describe('jobs', () => {
  let jobs: TestJobs
  before(async () => {
    jobs = await openTestJobs([plain, slow])
  })
  after(async () => jobs.close())
  beforeEach(() => {
    runs.length = 0
  })

  it('run when the transaction that asked for them commits, and only then', async () => {
    const worker = await jobs.startWorker()
    const gate = Promise.withResolvers<undefined>()
    const committing = jobs.inTransaction(async (tx) => {
      enqueue(tx, plain, { number: 1 })
      await gate.promise
    })
    try {
      await sleep(700)
      assert.deepEqual(numbers(), [], 'not before the commit')
    } finally {
      gate.resolve(undefined)
      await committing
    }
    await untilRun(1)
    const rolledBack = jobs.inTransaction(async (tx) => {
      enqueue(tx, plain, { number: 2 })
      throw new Error('no')
    })
    await assert.rejects(rolledBack)
    await jobs.ask(plain, [{ number: 3 }])
    await untilRun(2)
    await sleep(700)
    assert.deepEqual(numbers(), [1, 3])
    assert.ok((await jobs.kept('test.plain')).every(({ data }) => data.number !== 2))
    await worker.stop()
  })

  it('run once each, with several workers at it', async () => {
    const workers = await Promise.all([jobs.startWorker(), jobs.startWorker()])
    const asked = Array.from({ length: 300 }, (_, number) => number)
    await Promise.all(
      [0, 1, 2].map(async (part) =>
        jobs.ask(
          plain,
          asked.filter((number) => number % 3 === part).map((number) => ({ number })),
        ),
      ),
    )
    await untilRun(300)
    await sleep(600)
    assert.deepEqual(
      numbers().toSorted((a, b) => a - b),
      asked,
    )
    assert.equal(new Set(runs.map(({ by }) => by)).size, 2, 'both took part')
    await Promise.all(workers.map(async (worker) => worker.stop()))
  })

  it('wait as long as they are asked to', async () => {
    const worker = await jobs.startWorker()
    const askedMs = performance.now()
    await jobs.ask(plain, [{ number: 1 }], { startAfterSeconds: 1 })
    await jobs.ask(plain, [{ number: 2 }])
    await untilRun(2)
    assert.deepEqual(numbers(), [2, 1])
    assert.ok((runs[1]?.atMs ?? 0) - askedMs >= 950)
    await worker.stop()
  })

  it('are finished before a worker that is told to stop stops', async () => {
    const worker = await jobs.startWorker()
    await jobs.ask(slow, [{ number: 1 }])
    await until('it runs', async () =>
      (await jobs.kept('test.slow'))[0]?.state === 'active' ? true : undefined,
    )
    await worker.stop()
    assert.deepEqual(numbers(), [1])
    const [kept] = await jobs.kept('test.slow')
    assert.equal(kept?.state, 'completed')
  })
})

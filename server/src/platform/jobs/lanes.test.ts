import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { until } from '#test/database/test-until.ts'
import { openTestJobs, type TestJobs } from '#test/jobs/test-jobs.ts'

import { startJobWorker } from './job-worker.ts'
import { enqueue, goOn, job } from './job.ts'

interface Step {
  readonly key: string
  readonly isHanging?: boolean
}

const begun: string[] = []
let ending = Promise.withResolvers<undefined>()
const stepwise = job<Step>(
  'test.lanes',
  { ordered: true },
  async ({ key, isHanging }) => {
    begun.push(key)
    if (isHanging === true) await ending.promise
  },
)

describe('a worker with a job that hangs', () => {
  let jobs: TestJobs
  before(async () => {
    jobs = await openTestJobs([stepwise])
  })
  after(async () => jobs.close())
  beforeEach(() => {
    begun.length = 0
    ending = Promise.withResolvers()
  })

  const ask = async (...steps: Step[]) =>
    jobs.inTransaction(async (tx) => {
      for (const step of steps) enqueue(tx, stepwise, step, { key: step.key })
    })
  const states = async () => (await jobs.kept('test.lanes')).map(({ state }) => state)

  it('settles those it took together with it, and takes what follows them', async () => {
    await ask(
      { key: 'a', isHanging: true },
      { key: 'b' },
      { key: 'b' },
      { key: 'c' },
      { key: 'b' },
    )
    const worker = await jobs.startWorker({ WORKER_CONCURRENCY: '2' })
    await until('the others have run', () => (begun.length === 5 ? true : undefined))
    await until('they are settled', async () =>
      (await states()).filter((state) => state === 'completed').length === 4
        ? true
        : undefined,
    )
    assert.equal((await states())[0], 'active')
    ending.resolve(undefined)
    await worker.stop()
    assert.ok((await states()).every((state) => state === 'completed'))
  })

  it('leaves what waits behind it to another worker', async () => {
    const stuck = await jobs.startWorker({ WORKER_CONCURRENCY: '1' })
    await ask({ key: 'd', isHanging: true }, { key: 'e' }, { key: 'f' })
    await until('it hangs', () => (begun.length === 1 ? true : undefined))
    const other = await jobs.startWorker()
    await until('the others have run', () => (begun.length === 3 ? true : undefined))
    assert.deepEqual(begun, ['d', 'e', 'f'])
    ending.resolve(undefined)
    await Promise.all([stuck.stop(), other.stop()])
  })

  it('gives back what waits behind it when it is told to stop, as if never taken', async () => {
    const worker = await jobs.startWorker({ WORKER_CONCURRENCY: '1' })
    await ask({ key: 'g', isHanging: true }, { key: 'h' })
    await until('it hangs', () => (begun.length === 1 ? true : undefined))
    const stopping = worker.stop()
    await sleep(100)
    ending.resolve(undefined)
    await stopping
    assert.deepEqual(begun, ['g'])
    const { rows } = await jobs.sender.db.raw(
      `select state, retry_count, started_on from pgboss.job
       where name = 'test.lanes' and data ->> 'key' = 'h'`,
    )
    assert.deepEqual(rows, [{ state: 'retry', retry_count: 0, started_on: null }])
  })
})

describe('a job whose worker died', () => {
  it('is taken again once its heartbeat is overdue, at once and as one more attempt', async () => {
    const jobs = await openTestJobs([stepwise])
    try {
      begun.length = 0
      await jobs.inTransaction(async (tx) => {
        enqueue(tx, stepwise, { key: 'k' }, { key: 'k' })
      })
      // The state of a job whose worker was killed in its third attempt, long enough ago.
      await jobs.sender.db.raw(
        `update pgboss.job set state = 'active', retry_count = 2, started_on = now(),
           heartbeat_on = now() - interval '9 seconds'
         where name = 'test.lanes'`,
      )
      const startedMs = performance.now()
      const worker = await jobs.startWorker()
      await until('it is taken', () => (begun.length === 1 ? true : undefined))
      // The heartbeat is overdue after a second; a failed job would wait at least four more.
      assert.ok(performance.now() - startedMs < 4_000)
      await worker.stop()
      const { rows } = await jobs.sender.db.raw(
        `select state, retry_count from pgboss.job where name = 'test.lanes'`,
      )
      assert.deepEqual(rows, [{ state: 'completed', retry_count: 3 }])
    } finally {
      await jobs.close()
    }
  })
})

let atOnce = 0
let mostAtOnce = 0
const narrow = job<Step>('test.narrow', { concurrencyMax: 2 }, async () => {
  atOnce += 1
  mostAtOnce = Math.max(mostAtOnce, atOnce)
  await sleep(50)
  atOnce -= 1
})

describe('a job that allows few at a time', () => {
  it('is run by a worker no more often at once, however many it has lanes for', async () => {
    const jobs = await openTestJobs([narrow])
    try {
      await jobs.ask(
        narrow,
        Array.from({ length: 7 }, (_, index) => ({ key: String(index) })),
      )
      const worker = await jobs.startWorker({ WORKER_CONCURRENCY: '5' })
      await until('all have run', async () => {
        const kept = await jobs.kept('test.narrow')
        return kept.every(({ state }) => state === 'completed') ? true : undefined
      })
      await worker.stop()
      assert.equal(mostAtOnce, 2)
    } finally {
      await jobs.close()
    }
  })
})

describe('a worker that stops', () => {
  let jobs: TestJobs
  const ended: string[] = []
  const heeds = job<Step>(
    'test.heeds',
    { retriesMax: 0 },
    async ({ key }, _, stopping) => {
      begun.push(key)
      for (;;) {
        goOn(stopping)
        await sleep(5)
      }
    },
  )
  const hangs = job<Step>('test.hangs', { retriesMax: 0 }, async ({ key }) => {
    begun.push(key)
    await ending.promise
    ended.push(key)
  })
  before(async () => {
    jobs = await openTestJobs([heeds, hangs])
  })
  after(async () => jobs.close())
  beforeEach(() => {
    begun.length = 0
    ending = Promise.withResolvers()
  })
  const stateOf = async (queue: string) => {
    const [kept] = await jobs.kept(queue)
    return kept?.state
  }

  for (const definition of [heeds, hangs]) {
    it(`leaves "${definition.name}" to the next one, as if it had not been tried`, async () => {
      await jobs.ask<Step>(definition, [{ key: 'a' }])
      for (let worker = 1; worker <= 3; worker += 1) {
        const stop = await startJobWorker(jobs.sender, [definition], { stopMsMax: 300 })
        await until('it runs', () => (begun.length === worker ? true : undefined))
        const startedMs = performance.now()
        await stop()
        assert.ok(performance.now() - startedMs < 4_000)
        assert.equal(await stateOf(definition.name), 'retry')
      }
      ending.resolve(undefined)
      assert.deepEqual(await jobs.kept('dead-letter'), [])
    })
  }
})

interface OfOne {
  readonly organizationId: string
  readonly nth: number
}

const manyOf = (organizationId: string, count: number): OfOne[] =>
  Array.from({ length: count }, (_, nth) => ({ organizationId, nth }))

describe('organizations that ask for much', () => {
  let jobs: TestJobs
  let running = 0
  let most = 0
  const one = job<OfOne>(
    'test.one-at-a-time',
    { concurrencyMax: 1, perOrganizationMax: 1 },
    async ({ organizationId }) => {
      begun.push(organizationId)
      await ending.promise
    },
  )
  const few = job<OfOne>('test.few', { perOrganizationMax: 2 }, async (of) => {
    begun.push(of.organizationId)
    if (of.organizationId !== 'a') return
    running += 1
    most = Math.max(most, running)
    await ending.promise
    running -= 1
  })
  before(async () => {
    jobs = await openTestJobs([one, few])
  })
  after(async () => jobs.close())
  beforeEach(() => {
    begun.length = 0
    ending = Promise.withResolvers()
  })
  it('wait after each for those that have less', async () => {
    await jobs.ask(one, manyOf('a', 45))
    const worker = await jobs.startWorker()
    await until('the first runs', () => (begun.length === 1 ? true : undefined))
    await jobs.ask(one, [...manyOf('b', 2), ...manyOf('c', 1)])
    ending.resolve(undefined)
    await until('all have run', () => (begun.length === 48 ? true : undefined))
    await worker.stop()
    assert.deepEqual(begun.slice(0, 3).toSorted(), ['a', 'b', 'c'])
    assert.ok(begun.slice(3, 6).includes('b'), begun.join(''))
  })

  it('take a few lanes and leave the others', async () => {
    await jobs.ask(few, manyOf('a', 45))
    const worker = await jobs.startWorker({ WORKER_CONCURRENCY: '5' })
    await until('two run', () => (running === 2 ? true : undefined))
    await jobs.ask(few, manyOf('b', 3))
    await until('all of another run', () =>
      begun.filter((each) => each === 'b').length === 3 ? true : undefined,
    )
    ending.resolve(undefined)
    await until('all have run', () => (begun.length === 48 ? true : undefined))
    await worker.stop()
    assert.equal(most, 2)
  })
})

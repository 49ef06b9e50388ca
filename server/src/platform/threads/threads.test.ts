import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'

import { ApiError } from '#/platform/errors/api-error.ts'

import { openThreads, type Threads, threadTask } from './threads.ts'

const module = new URL('../../../test/threads/test-tasks.ts', import.meta.url)
const double = threadTask<number, number>(module, 'double')
const fail = threadTask<string, never>(module, 'fail')
const spin = threadTask<number, string>(module, 'spin')
const environment = threadTask<undefined, readonly string[]>(module, 'environment')

describe('threads', () => {
  let threads: Threads | undefined
  afterEach(async () => threads?.close())

  it('run a task elsewhere and give back its result or its failure', async () => {
    threads = openThreads({ threadsMax: 1 })
    assert.equal(await threads.run(double, 21), 42)
    await assert.rejects(threads.run(fail, 'no'), { name: 'RangeError', message: 'no' })
    assert.equal(await threads.run(double, 1), 2)
  })

  it('leave the thread that asked free', async () => {
    threads = openThreads({ threadsMax: 1 })
    await threads.run(double, 1)
    const order: string[] = []
    const done = threads.run(spin, 1000).then((end) => order.push(end))
    await new Promise((resolve) => setTimeout(resolve, 10))
    order.push('free')
    await done
    assert.deepEqual(order, ['free', 'done'])
  })

  it('refuse with 503 what would wait too long', async () => {
    threads = openThreads({ threadsMax: 1, waitingPerThreadMax: 2 })
    const { run } = threads
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4, 5, 6].map(async () => run(spin, 100)),
    )
    const refused = outcomes.flatMap((each) =>
      each.status === 'rejected' ? [each.reason] : [],
    )
    assert.equal(refused.length, 3)
    for (const reason of refused) {
      assert.ok(reason instanceof ApiError)
      assert.deepEqual([reason.status, reason.reason], [503, 'overloaded'])
    }
    assert.equal(await run(double, 2), 4)
  })

  it('end a task that takes too long, and go on', async () => {
    threads = openThreads({ threadsMax: 1, timeoutMs: 1500 })
    await threads.run(double, 1)
    await assert.rejects(threads.run(spin, 60_000), { reason: 'overloaded' })
    assert.equal(await threads.run(double, 3), 6)
  })

  it('know nothing of the environment, which holds secrets', async () => {
    threads = openThreads({ threadsMax: 1 })
    assert.deepEqual(await threads.run(environment, undefined), [])
  })

  it('take no more tasks once they are closed', async () => {
    threads = openThreads({ threadsMax: 1 })
    await threads.close()
    await assert.rejects(threads.run(double, 1), /closed/)
  })
})

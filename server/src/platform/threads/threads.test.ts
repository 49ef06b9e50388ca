import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'

import { ApiError } from '#/platform/errors/api-error.ts'

import { openThreads, type Threads, threadTask } from './threads.ts'

const module = new URL('../../../test/threads/test-tasks.ts', import.meta.url)
const double = threadTask<number, number>(module, 'double')
const fail = threadTask<string, never>(module, 'fail')
const spin = threadTask<number, string>(module, 'spin')
const fill = threadTask<number, number>(module, 'fill')
const parse = threadTask<number, never>(module, 'parse')
const leave = threadTask<number, void>(module, 'leave')
const hold = threadTask<number, number>(module, 'hold')
const environment = threadTask<undefined, readonly string[]>(module, 'environment')

const one = { organizationId: 'one' }
const other = { organizationId: 'other' }

function refusalsIn(outcomes: readonly PromiseSettledResult<unknown>[]): ApiError[] {
  return outcomes.flatMap((each) => {
    if (each.status === 'fulfilled') return []
    assert.ok(each.reason instanceof ApiError, String(each.reason))
    return [each.reason]
  })
}

describe('threads', () => {
  let threads: Threads | undefined
  afterEach(async () => threads?.close())

  it('run a task elsewhere and give back its result or its failure', async () => {
    threads = openThreads({ threadsMax: 1 })
    assert.equal(await threads.run(one, double, 21), 42)
    await assert.rejects(threads.run(one, fail, 'no'), {
      name: 'RangeError',
      message: 'no',
    })
    assert.equal(await threads.run(one, double, 1), 2)
  })

  it('leave the thread that asked free', async () => {
    threads = openThreads({ threadsMax: 1 })
    await threads.run(one, double, 1)
    const order: string[] = []
    const done = threads.run(one, spin, 1000).then((end) => order.push(end))
    await new Promise((resolve) => setTimeout(resolve, 10))
    order.push('free')
    await done
    assert.deepEqual(order, ['free', 'done'])
  })

  it('are two at least, of which one organization does not take the last', async () => {
    threads = openThreads({ threadsMax: 1 })
    assert.equal(threads.size, 2)
    const { run } = threads
    await Promise.all([run(one, double, 1), run(other, double, 1)])
    const ends: string[] = []
    const long = [1, 2, 3].map(async () => {
      await run(one, spin, 700)
      ends.push('one')
    })
    await run(other, double, 2)
    ends.push('other')
    await Promise.all(long)
    assert.deepEqual(ends, ['other', 'one', 'one', 'one'])
  })

  it('serve the organization that has waited longest, however many tasks another has', async () => {
    threads = openThreads({ threadsMax: 2 })
    const { run } = threads
    const third = { organizationId: 'third' }
    await Promise.all([run(one, double, 1), run(other, double, 1)])
    const ends: string[] = []
    const begin = async (whose: { organizationId: string }, ms: number) => {
      await run(whose, spin, ms)
      ends.push(whose.organizationId)
    }
    await Promise.all([
      begin(one, 300),
      begin(other, 400),
      ...[1, 2, 3].map(async () => begin(one, 300)),
      begin(third, 10),
    ])
    assert.ok(ends.slice(0, 3).includes('third'), ends.join(' '))
  })

  it('refuse with 429 and Retry-After what fills the queue of its organization, and nobody else', async () => {
    threads = openThreads({ threadsMax: 2, waitingMax: 2 })
    const { run } = threads
    const filling = Promise.allSettled(
      [1, 2, 3, 4, 5, 6].map(async () => run(one, spin, 200)),
    )
    assert.equal(await run(other, double, 2), 4)
    const refused = refusalsIn(await filling)
    assert.equal(refused.length, 3)
    for (const { status, reason, headers } of refused) {
      assert.deepEqual([status, reason], [429, 'content_busy'])
      assert.ok(Number(headers['retry-after']) > 0)
    }
    assert.equal(await run(one, double, 2), 4)
  })

  it('count the bytes that wait, except those of a first task', async () => {
    threads = openThreads({ threadsMax: 2, waitingBytesMax: 10_000 })
    const { run } = threads
    const echo = threadTask<string, number>(module, 'lengthOf')
    const large = 'x'.repeat(20_000)
    const outcomes = await Promise.allSettled([
      run(one, spin, 200),
      run(one, echo, large),
      run(one, echo, large),
    ])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected'],
    )
  })

  it('count the time of a task from its start, however long it has waited', async () => {
    threads = openThreads({ threadsMax: 2, timeoutMs: 1500 })
    const { run } = threads
    await run(one, double, 1)
    const ends = await Promise.all([1, 2, 3].map(async () => run(one, spin, 800)))
    assert.deepEqual(ends, ['done', 'done', 'done'])
  })

  it('give a task the time that it declares', async () => {
    threads = openThreads({ threadsMax: 2, timeoutMs: 200 })
    const longer = { ...spin, timeoutMs: 60_000 }
    assert.equal(await threads.run(one, longer, 800), 'done')
    await assert.rejects(threads.run(one, spin, 60_000), { reason: 'content_too_dear' })
  })

  it('refuse a task that has waited too long', async () => {
    threads = openThreads({ threadsMax: 2, waitMsMax: 200 })
    const { run } = threads
    await run(one, double, 1)
    const outcomes = await Promise.allSettled([run(one, spin, 1000), run(one, double, 1)])
    const [refused] = refusalsIn(outcomes)
    assert.deepEqual([refused?.status, refused?.reason], [429, 'content_busy'])
    assert.equal(await run(one, double, 4), 8)
  })

  it('end a task that takes too long, and go on', async () => {
    threads = openThreads({ threadsMax: 1 })
    await threads.run(one, double, 1)
    await assert.rejects(threads.run(one, { ...spin, timeoutMs: 500 }, 60_000), {
      status: 429,
      reason: 'content_too_dear',
    })
    assert.equal(await threads.run(one, double, 3), 6)
  })

  it('end a task that takes too much memory, and go on', async () => {
    threads = openThreads({ threadsMax: 1, megabytesMax: 64 })
    await assert.rejects(threads.run(one, fill, 4096), {
      status: 429,
      reason: 'content_too_dear',
    })
    assert.equal(await threads.run(one, double, 3), 6)
  })

  it('end a task that takes much memory at once, and go on', async () => {
    threads = openThreads({ threadsMax: 1, megabytesMax: 64 })
    await assert.rejects(threads.run(one, parse, 500_000), {
      status: 429,
      reason: 'content_too_dear',
    })
    assert.equal(await threads.run(one, double, 3), 6)
  })

  it('let no task pay for what another has left in the memory of its thread', async () => {
    threads = openThreads({ threadsMax: 1, megabytesMax: 128 })
    await threads.run(one, leave, 90)
    assert.equal(await threads.run(one, hold, 50), 50)
  })

  it('know nothing of the environment, which holds secrets', async () => {
    threads = openThreads({ threadsMax: 1 })
    const known = await threads.run(one, environment, undefined)
    // Where compiled modules are is no secret, and as this process was told.
    const isCached = process.env['NODE_COMPILE_CACHE'] !== undefined
    assert.deepEqual(known, isCached ? ['NODE_COMPILE_CACHE'] : [])
  })

  it('take no more tasks once they are closed', async () => {
    threads = openThreads({ threadsMax: 1 })
    await threads.close()
    await assert.rejects(threads.run(one, double, 1), /closed/)
  })
})

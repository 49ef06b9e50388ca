import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { until } from '#test/database/test-until.ts'
import { openTestJobs, type TestJobs, type TestWorker } from '#test/jobs/test-jobs.ts'

import { job } from './job.ts'

let ranMs = 0
const timed = job<object>('test.timed', {}, async () => {
  ranMs = performance.now()
})

/** The median time that a few jobs wait. */
async function latencyMs(ask: () => Promise<unknown>): Promise<number> {
  const latencies: number[] = []
  for (let time = 0; time < 7; time += 1) {
    // A varying moment between two polls.
    await sleep(100 + ((time * 173) % 500))
    ranMs = 0
    const askedMs = performance.now()
    await ask()
    await until('it ran', () => ranMs || undefined)
    latencies.push(ranMs - askedMs)
  }
  return latencies.toSorted((a, b) => a - b)[3] ?? Infinity
}

describe('the wake-up of workers', () => {
  let jobs: TestJobs
  let worker: TestWorker
  before(async () => {
    jobs = await openTestJobs([timed])
    worker = await jobs.startWorker()
  })
  after(async () => jobs.close())

  it('makes a job run much sooner than a poll would find it', async () => {
    const woken = await latencyMs(async () => jobs.ask(timed, [{}]))
    // The same engine without the notification after the commit.
    const polled = await latencyMs(async () =>
      jobs.sender.jobs.boss.send('test.timed', {}),
    )
    assert.ok(woken * 2 < polled, `${woken} ms woken, ${polled} ms polled`)
  })

  it('says what it is about, and of nothing else', async () => {
    // Time for the announcements of earlier tests to arrive.
    await sleep(300)
    const heard: string[] = []
    const stop = await worker.services.jobs.onWake((isAbout) => {
      heard.push(['test.timed', 'test.other', 'news'].filter(isAbout).join(' '))
    })
    await jobs.ask(timed, [{}])
    await until('the job is announced', () => heard.length === 1 || undefined)
    await sleep(100)
    await jobs.inTransaction(async (tx) => {
      tx.announce('news')
      tx.enqueue({ name: 'test.timed', payload: {} })
    })
    await until('both are announced', () => heard.length === 2 || undefined)
    await jobs.sender.db.raw(`select pg_notify('lectern_jobs', '')`)
    await until('the rest is heard', () => heard.length === 3 || undefined)
    await stop()
    assert.deepEqual(heard, [
      'test.timed',
      'test.timed news',
      // A notification of a process that names no topic may be about anything.
      'test.timed test.other news',
    ])
  })

  it('is only a hint: jobs are found without it', async () => {
    await jobs.sender.db.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'listen %'`,
    )
    ranMs = 0
    await jobs.ask(timed, [{}])
    await until('it ran', () => ranMs || undefined)
  })

  it('is sent once for many commits close to each other, and never before the commit', async () => {
    // Time for the announcements of earlier tests to arrive.
    await sleep(300)
    let heard = 0
    const stop = await worker.services.jobs.onWake(() => {
      heard += 1
    })
    const gate = Promise.withResolvers<undefined>()
    const open = jobs.inTransaction(async (tx) => {
      tx.enqueue({ name: 'test.timed', payload: {} })
      await gate.promise
    })
    try {
      await sleep(100)
      assert.equal(heard, 0)
      await Promise.all(Array.from({ length: 30 }, async () => jobs.ask(timed, [{}])))
    } finally {
      gate.resolve(undefined)
      await open
    }
    await sleep(300)
    await stop()
    assert.ok(heard >= 1 && heard < 15, `heard ${heard} times`)
  })
})

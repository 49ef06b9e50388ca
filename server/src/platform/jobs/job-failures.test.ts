import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { until } from '#test/database/test-until.ts'
import { openTestJobs, type TestJobs } from '#test/jobs/test-jobs.ts'

import { deadLetterQueue } from './job-queue.ts'
import { goOn, job } from './job.ts'

interface Numbered {
  readonly number: number
}

const runs: { readonly number: number; readonly atMs: number }[] = []
const note = ({ number }: Numbered) => {
  runs.push({ number, atMs: performance.now() })
}
const failing = job<Numbered>('test.failing', { retriesMax: 2 }, async (payload) => {
  note(payload)
  throw new Error(`failure of ${payload.number}`)
})
const moody = job<Numbered>('test.moody', { retriesMax: 1 }, async (payload) => {
  note(payload)
  const attempts = runs.filter(({ number }) => number === payload.number).length
  if (payload.number < 0 && attempts === 1) throw new Error('not today')
})
const hanging = job<Numbered>(
  'test.hanging',
  { retriesMax: 0, timeoutSeconds: 2 },
  async (payload) => {
    note(payload)
    if (payload.number < 0) await new Promise(() => undefined)
  },
)

const told: number[] = []
const heeding = job<Numbered>(
  'test.heeding',
  { retriesMax: 0, timeoutSeconds: 1 },
  async ({ number }, _services, stopping) => {
    try {
      for (;;) {
        goOn(stopping)
        await sleep(10)
      }
    } finally {
      told.push(number)
    }
  },
)

const numbers = (): number[] => runs.map(({ number }) => number)

const untilRun = async (count: number) =>
  until(`there are ${count} runs`, () => (runs.length >= count ? true : undefined))

describe('jobs that fail', () => {
  let jobs: TestJobs
  before(async () => {
    jobs = await openTestJobs([failing, moody, hanging, heeding])
  })
  after(async () => jobs.close())
  beforeEach(() => {
    runs.length = 0
  })

  const untilSettled = async (queue: string) =>
    until(`${queue} is settled`, async () => {
      const kept = await jobs.kept(queue)
      return kept.every(({ state }) => state === 'completed' || state === 'failed')
        ? kept
        : undefined
    })
  const deadLetters = async (queue: string) =>
    (await jobs.kept(deadLetterQueue)).filter(({ data }) => data.name === queue)

  it('are tried again ever later, then put among the dead letters with payload and reason', async () => {
    const worker = await jobs.startWorker()
    await jobs.ask(failing, [{ number: 7 }])
    await untilRun(3)
    const [letter] = await until('there is a dead letter', async () => {
      const letters = await deadLetters('test.failing')
      return letters.length > 0 ? letters : undefined
    })
    assert.deepEqual(letter?.data, {
      name: 'test.failing',
      payload: { number: 7 },
      error: { message: 'failure of 7' },
    })
    const [kept] = await untilSettled('test.failing')
    assert.equal(kept?.state, 'failed')
    await sleep(1_000)
    assert.equal(runs.length, 3, 'never again')
    assert.equal((await deadLetters('test.failing')).length, 1)
    const [first = 0, second = 0, third = 0] = runs.map(({ atMs }) => atMs)
    assert.ok(second - first >= 950, `${second - first} ms`)
    assert.ok(third - second >= 1_950, `${third - second} ms`)
    await worker.stop()
  })

  it('hold back no others, also not those taken together with them', async () => {
    await jobs.ask(
      moody,
      Array.from({ length: 15 }, (_, index) => ({
        number: index % 5 === 0 ? -index - 1 : index,
      })),
    )
    await jobs.ask(moody, [{ number: -100 }])
    const worker = await jobs.startWorker()
    await untilRun(16)
    const firstRetryMs = (runs.at(0)?.atMs ?? 0) + 900
    assert.ok(runs.slice(0, 16).every(({ atMs }) => atMs < firstRetryMs))
    assert.equal(new Set(numbers()).size, 16)
    const kept = await untilSettled('test.moody')
    assert.ok(kept.every(({ state }) => state === 'completed'))
    const poisoned = [-1, -6, -11, -100]
    for (const { data } of kept) {
      const times = numbers().filter((number) => number === data.number).length
      assert.equal(times, poisoned.includes(data.number) ? 2 : 1)
    }
    await worker.stop()
  })

  it('because they hang are given up by themselves, and the others run meanwhile, once', async () => {
    await jobs.ask(hanging, [{ number: -1 }, { number: 1 }, { number: 2 }])
    const worker = await jobs.startWorker()
    await untilRun(3)
    await jobs.ask(hanging, [{ number: 3 }])
    await untilRun(4)
    assert.equal((await deadLetters('test.hanging')).length, 0, 'it still hangs')
    const [letter] = await until('there is a dead letter', async () => {
      const letters = await deadLetters('test.hanging')
      return letters.length > 0 ? letters : undefined
    })
    assert.deepEqual(letter?.data.payload, { number: -1 })
    assert.match(letter?.data.error.message, /longer than 2 seconds/)
    const kept = await untilSettled('test.hanging')
    assert.deepEqual(
      kept.map(({ state }) => state),
      ['failed', 'completed', 'completed', 'completed'],
    )
    assert.deepEqual(
      numbers().toSorted((a, b) => a - b),
      [-1, 1, 2, 3],
    )
    await worker.stop()
  })

  it('because they take too long are told, and that is an attempt', async () => {
    await jobs.ask(heeding, [{ number: 1 }])
    const worker = await jobs.startWorker()
    await until('it was told', () => (told.length > 0 ? true : undefined))
    const [letter] = await until('there is a dead letter', async () => {
      const letters = await deadLetters('test.heeding')
      return letters.length > 0 ? letters : undefined
    })
    assert.match(letter?.data.error.message, /longer than 1 second/)
    assert.deepEqual(told, [1])
    await worker.stop()
  })
})

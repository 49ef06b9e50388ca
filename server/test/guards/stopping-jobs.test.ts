import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'

import { type AnyJob, Stopped } from '#/platform/jobs/job.ts'
import { allJobs } from '#/start/all-jobs.ts'
import { allSubscribers } from '#/start/all-subscribers.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const features = path.resolve(import.meta.dirname, '../../src/features')

/** Jobs that say how long they may take, and end by themselves before a stopped worker is killed. */
const short: Readonly<Record<string, string>> = {
  'openapi.process': 'its downloads and its thread have limits of seconds',
  'openapi.show': 'its thread has limits of seconds',
  'openapi.refresh': 'an organization costs it one statement',
}

/** The tests that stop jobs whose payload names something that must be there first. */
const stoppedIn: Readonly<Record<string, string>> = {
  'diagram.draw': 'publishing/diagrams/diagrams.test.ts',
  'imports.run': 'moving/imports/import-stops.test.ts',
  'imports.run-website': 'moving/imports/import-stops.test.ts',
  'openapi.follow': 'writing/follow-specs/follow-specs.test.ts',
  'pdf.make': 'publishing/pdf/pdf-jobs.engine.test.ts',
  'search.index-showing': 'references/openapi-parts/search.test.ts',
  'transfers.sweep': 'moving/transfers/transfers-cut-off.test.ts',
}

describe('a job that may take long', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())
  const jobs = () => allJobs(allSubscribers(api.services.config))
  /** A job that has a time of its own may need all of it. */
  const longJobs = () =>
    jobs().filter(
      ({ name, options }) =>
        options.timeoutSeconds !== undefined && !Object.hasOwn(short, name),
    )

  it('takes the signal of its worker', () => {
    assert.ok(longJobs().length > 10)
    const deaf = longJobs().filter(({ run }) => run.length < 3)
    assert.deepEqual(
      deaf.map(({ name }) => name),
      [],
    )
  })

  it('ends with its worker: those of a schedule before they change anything', async () => {
    const scheduled = longJobs().filter(({ options }) => options.schedule !== undefined)
    const others = longJobs().filter((one) => !scheduled.includes(one))
    for (const { name, run } of scheduled) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- those of a schedule have an empty payload
      const begin = run as AnyJobOfSchedule
      await assert.rejects(begin({}, api.services, AbortSignal.abort()), Stopped, name)
    }
    for (const { name } of others) {
      const test = await readFile(path.join(features, stoppedIn[name] ?? name), 'utf8')
      assert.match(test, /\bStopped\b/, name)
    }
  })

  it('is on no list without being one', () => {
    const names = new Set(jobs().map(({ name }) => name))
    const listed = [...Object.keys(short), ...Object.keys(stoppedIn)]
    assert.deepEqual(
      listed.filter((name) => !names.has(name)),
      [],
    )
  })
})

type AnyJobOfSchedule = (
  payload: object,
  ...rest: Parameters<AnyJob['run']> extends [never, ...infer Rest] ? Rest : never
) => Promise<void>

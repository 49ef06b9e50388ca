import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { job } from '#/platform/jobs/job.ts'
import { allJobs } from '#/start/all-jobs.ts'
import { until } from '#test/database/test-until.ts'
import { openTestJobs, type TestJobs } from '#test/jobs/test-jobs.ts'

import { isTest, readSources } from './source-files.ts'

const all = allJobs([])

/** Why a job that anybody's changes enqueue lets no organization wait for another one's. */
const brief: Readonly<Record<string, string>> = {
  'events.deliver': 'Each notes a few rows, or tells the renderer of one site.',
  'invites.send-mail': 'What an organization may mail in a day is bounded.',
  'notifications.send-mail': 'What a person is mailed is bounded.',
  'email-change.send-link':
    'What an account causes and a mailbox gets in a day is bounded.',
  'email-change.send-notice': 'There are two for each change, whose number is bounded.',
  'saml-sign-in.send-link': 'What an organization may have mailed in a day is bounded.',
  'sign-in.send-mail': 'What an address is mailed in a day is bounded.',
  'sign-in.write-note': 'Each writes one row for each organization of a person.',
  'access.note-token-use': 'Each writes a row, and only where the api could not.',
  'sign-in-methods.send-notice': 'What an account is mailed in a day is bounded.',
  'users.refresh-search-text': 'Each updates the rows of one person.',
  'search.sweep-vocabulary': 'Ordered by organization, and nobody waits for it.',
  'files.sweep-upload': 'Deletes one file, and nobody waits for it.',
  'files.sweep-pending': 'Deletes one file, and nobody waits for it.',
  'custom-fonts.sweep-file': 'Deletes one file, and nobody waits for it.',
  'pdf.sweep': 'Deletes one file, and nobody waits for it.',
  'openapi.sweep-content': 'Deletes two files, and nobody waits for it.',
}

interface OfOne {
  readonly organizationId: string
}

describe('jobs that several organizations ask for', () => {
  it('have a share for each, or are brief', () => {
    const shared = all.filter(({ options }) => options.schedule === undefined)
    const without = shared.filter(
      ({ options }) => options.perOrganizationMax === undefined,
    )
    assert.deepEqual(
      without.map(({ name }) => name).toSorted(),
      Object.keys(brief).toSorted(),
    )
  })

  it('say whose they are also where they are enqueued by their name', async () => {
    const sources = await readSources(/^server\/src\/features\/.*\.ts$/)
    const calls = sources
      .filter(({ path }) => !isTest(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\btx\.enqueue\(\{([^}]*\{[^}]*\})?[^}]*\}\)/g)].map(
          ([call]) => ({ path, call }),
        ),
      )
    assert.ok(calls.length > 0)
    assert.deepEqual(
      calls.filter(({ call }) => !/\bgroup: organizationId\b/.test(call)),
      [],
    )
  })

  it('leave a place to others where few run at the same time', () => {
    const greedy = all.filter(
      ({ options: { concurrencyMax = Infinity, perOrganizationMax = 0 } }) =>
        perOrganizationMax > 1 && perOrganizationMax >= concurrencyMax,
    )
    assert.deepEqual(greedy, [])
  })

  describe('by turns', () => {
    const begun = new Map<string, string[]>()
    const turned = all
      .filter(({ options }) => options.perOrganizationMax !== undefined)
      .map(({ name, options }) =>
        job<OfOne>(`turns.${name}`, options, async ({ organizationId }) => {
          begun.set(name, [...(begun.get(name) ?? []), organizationId])
          return Promise.resolve()
        }),
      )
    let jobs: TestJobs
    before(async () => {
      jobs = await openTestJobs(turned)
    })
    after(async () => jobs.close())

    it('let one that asks once wait for two of another at most, however many it asked for', async () => {
      for (const each of turned) {
        await jobs.inTransaction(async (tx) => {
          const { name, options } = each
          for (let nth = 0; nth < 51; nth += 1) {
            const organizationId = nth === 50 ? 'b' : 'a'
            const group =
              options.perOrganizationMax === undefined ? {} : { group: organizationId }
            tx.enqueue({ name, payload: { organizationId }, key: String(nth), ...group })
          }
        })
      }
      const worker = await jobs.startWorker()
      for (const { name } of turned) {
        const own = name.slice('turns.'.length)
        await until(`b has run of ${own}`, () =>
          begun.get(own)?.includes('b') === true ? true : undefined,
        )
      }
      await worker.stop()
      const places = Object.fromEntries(
        [...begun].map(([name, organizations]) => [name, organizations.indexOf('b')]),
      )
      assert.ok(
        Object.values(places).every((place) => place <= 2),
        JSON.stringify(places),
      )
    })
  })
})

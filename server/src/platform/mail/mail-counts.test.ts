import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'

import { countMails, sweepMailCounts } from './mail-counts.ts'

describe('counts of mails', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  const count = async (subject: string, mails: number, mailsMax: number) =>
    api.services.db.transaction(async (tx) =>
      countMails(tx, { subject, mails, mailsMax }),
    )

  it('let through what is within the limit of a day, all of it or none', async () => {
    assert.equal(await count('one', 2, 3), true)
    assert.equal(await count('one', 2, 3), false)
    assert.equal(await count('one', 1, 3), true)
    assert.equal(await count('one', 4, 3), false)
    assert.equal(await count('one', 100, 0), true, '0 is no limit')
  })

  it('are swept once they are older than yesterday, however many there are', async () => {
    await api.rows(
      `insert into mail_count (subject, day, mails)
       select 'old ' || n, date_trunc('day', now(), 'UTC') - interval '2 days', 1
       from generate_series(1, 1100) as n`,
    )
    await api.rows(
      `insert into mail_count (subject, day, mails) values
       ('old 1', date_trunc('day', now(), 'UTC'), 1),
       ('yesterday', date_trunc('day', now(), 'UTC') - interval '1 day', 1)`,
    )
    await sweepMailCounts.run({}, api.services)
    const left = await api.rows(
      `select subject from mail_count where subject <> 'one' order by subject`,
    )
    assert.deepEqual(left, [{ subject: 'old 1' }, { subject: 'yesterday' }])
  })
})

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { signIn } from '#test/sessions/test-browser-session.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const path = '/user/email-change'
const from = (address: string) => ({ 'x-forwarded-for': address })

describe('bounds of changes of a mail address', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi({
      TRUST_PROXY: 'on',
      SIGN_IN_LIMIT_MAILS: '8',
      SIGN_IN_LIMIT_ADDRESS: '4',
    })
  })
  after(async () => api.stop())
  beforeEach(async () => {
    await api.rows('delete from sign_in_attempt')
    await api.rows('delete from mail_count')
  })

  it('are two in a day for an account', async () => {
    const session = await signIn(api, api.users.edit)
    for (const [index, status] of [200, 200, 429].entries()) {
      const email = `number${index}@new.example`
      const reply = await session.send('PUT', path, { email }, from(`192.0.2.${index}`))
      assert.equal(reply.status, status)
      if (status === 429) assert.equal(reply.body.error.reason, 'mail_limit_reached')
    }
  })

  it('are two mails in a day for a mailbox, whatever its tags, and nobody is told', async () => {
    const sides: number[] = []
    for (const [index, name] of (['read', 'comment', 'edit'] as const).entries()) {
      const accountId = api.users[name]
      const session = await signIn(api, accountId)
      const email = `victim+${name}@mailbox.example`
      const reply = await session.send('PUT', path, { email }, from(`192.0.2.${index}`))
      assert.deepEqual([reply.status, reply.body.isPending], [200, true])
      const jobs = await api.rows(
        `select 1 from pgboss.job where name = 'email-change.send-link'
         and data ->> 'side' = 'new' and data ->> 'changeId' =
           (select id from email_change where account_id = $1)`,
        [accountId],
      )
      sides.push(jobs.length)
    }
    assert.deepEqual(sides, [1, 1, 0])
  })

  it('are as many for a network address as attempts to sign in', async () => {
    const statuses: number[] = []
    for (const name of ['read', 'comment', 'edit', 'admin', 'review'] as const) {
      const session = await signIn(api, api.users[name])
      const email = `${name}@elsewhere.example`
      const reply = await session.send('PUT', path, { email }, from('192.0.2.77'))
      statuses.push(reply.status)
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 429])
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import {
  mention,
  requestToTellOf,
  startTelling,
  type Telling,
} from '#test/notifications/test-telling.ts'

describe('more mails than somebody gets in a day', () => {
  let telling: Telling
  before(async () => {
    telling = await startTelling({
      NOTIFICATION_LIMIT_RECIPIENT: '2',
      NOTIFICATION_LIMIT_ORGANIZATION: '3',
    })
  })
  after(async () => telling.stop())

  const jobsToday = async () =>
    telling.api.rows(
      `select 1 from pgboss.job
      where name = 'notifications.send-mail' and start_after < now() + interval '2 minutes'`,
    )

  it('wait for the next day, in one mail that goes on collecting', async () => {
    const { api } = telling
    const { comment } = await requestToTellOf(telling)
    const counts: number[] = []
    for (const words of ['One', 'Two', 'Three', 'Four']) {
      await comment('review', words)
      counts.push((await telling.tell()).length)
    }
    assert.deepEqual(counts, [1, 1, 0, 0])

    await api.rows('delete from pgboss.job')
    const [held, ...others] = await api.rows(
      `select held_until > now() as "isHeld", closed_at from notification_mail
      where sent_at is null`,
    )
    assert.deepEqual([held, others], [{ isHeld: true, closed_at: null }, []])
    await comment('review', 'Five')
    assert.deepEqual(await telling.tell(), [])
    assert.deepEqual(await jobsToday(), [])

    await api.rows(
      `update mail_count set day = ((day at time zone 'UTC') - interval '1 day') at time zone 'UTC'`,
    )
    await api.rows(
      `update notification_mail set held_until = ((held_until at time zone 'UTC') - interval '1 day') at time zone 'UTC'`,
    )
    const [mail, ...more] = await telling.send()
    assert.deepEqual(more, [])
    assert.match(mail?.text ?? '', /> Three[^]*> Four[^]*> Five/)
  })

  it('wait as well when the organization has caused all it may', async () => {
    const { api } = telling
    await api.rows('delete from mail_count')
    const { comment } = await requestToTellOf(telling)
    const names = ['admin', 'create', 'review', 'comment', 'read'] as const
    await comment('edit', names.map((name) => mention(api, name)).join(' '))
    assert.equal((await telling.tell()).length, 3)
    const held = await api.rows(
      'select 1 from notification_mail where sent_at is null and held_until > now()',
    )
    assert.equal(held.length, 2)
  })

  it('have subjects that lead nowhere, whatever a space is called', async () => {
    const { api } = telling
    await api.rows('delete from mail_count')
    await api.rows('delete from notification_mail')
    const { comment } = await requestToTellOf(
      telling,
      'Log in at https://evil.example/now or www.evil.example',
    )
    await comment('review', 'Look')
    const [mail] = await telling.tell()
    assert.match(mail?.subject ?? '', /^New comment: Log in at https evil/)
    assert.doesNotMatch(mail?.subject ?? '', /:\/\/|\w\.\w/)
    assert.doesNotMatch(mail?.html ?? '', /https:\/\/evil|www\.evil/)
  })
})

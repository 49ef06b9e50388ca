import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { ReceivedMail } from '#test/notifications/test-post-office.ts'
import {
  mention,
  requestToTellOf,
  startTelling,
  type Telling,
} from '#test/notifications/test-telling.ts'
import { narrowed } from '#test/test-people.ts'

const path = '/user/notifications'

describe('what people are told', () => {
  let telling: Telling
  before(async () => {
    telling = await startTelling()
  })
  after(async () => telling.stop())

  const unsubscribeUrl = (mail: ReceivedMail | undefined): string => {
    const url = /^<(\S+)>$/.exec(mail?.header('list-unsubscribe') ?? '')?.[1] ?? ''
    return url.replace('http://lectern.test', telling.api.url)
  }
  const preferencesOf = async (name: 'edit' | 'read' | 'review') =>
    (await telling.api.as(name).get(path)).body

  it('is everything, collected, until they choose otherwise', async () => {
    const { status, body } = await telling.api.as('read').get(path)
    assert.equal(status, 200)
    assert.deepEqual(body, {
      object: 'notification-preferences',
      reviewRequests: 'email',
      reviews: 'email',
      mentions: 'email',
      replies: 'email',
      comments: 'email',
      merges: 'email',
      digest: 'collected',
    })
  })

  it('is changed kind by kind, and only for oneself', async () => {
    const { api } = telling
    const changed = await api
      .as('read')
      .patch(path, { merges: 'none', digest: 'instant' })
    assert.equal(changed.status, 200)
    assert.deepEqual([changed.body.merges, changed.body.mentions], ['none', 'email'])
    const again = await api.as('read').patch(path, { mentions: 'none', merges: 'email' })
    assert.deepEqual(
      [again.body.merges, again.body.mentions, again.body.digest],
      ['email', 'none', 'instant'],
    )
    assert.deepEqual(await preferencesOf('read'), again.body)
    assert.equal((await preferencesOf('edit')).mentions, 'email')
    await api.as('read').patch(path, { mentions: 'email', digest: 'collected' })
  })

  it('honours If-Match, and refuses what is no choice', async () => {
    const reader = telling.api.as('read')
    const { headers } = await reader.get(path)
    const etag = headers.get('etag') ?? ''
    const body = { reviews: 'none' }
    const first = await reader.send('PATCH', path, body, { 'if-match': etag })
    assert.equal(first.status, 200)
    const stale = await reader.send('PATCH', path, body, { 'if-match': etag })
    assert.equal(stale.status, 412)
    assert.equal((await reader.patch(path, { reviews: 'push' })).status, 400)
    await reader.patch(path, { reviews: 'email' })
  })

  it('needs a token, and one that may change the account', async () => {
    const { api } = telling
    assert.equal((await api.anonymous().get(path)).status, 401)
    assert.equal((await api.anonymous().patch(path, {})).status, 401)
    const bound = await narrowed(api, api.users.read, {
      organizationId: api.organization,
    })
    assert.equal((await bound.patch(path, { merges: 'none' })).status, 403)
  })

  it('leaves out what is muted, also what was collected before', async () => {
    const { api } = telling
    const { comment } = await requestToTellOf(telling)
    await comment('review', 'Hello')
    await telling.deliver()
    await api.as('edit').patch(path, { comments: 'none' })
    assert.deepEqual(await telling.send(), [])
    await comment('review', 'Hello again')
    assert.deepEqual(await telling.tell(), [])
    // A mention is another kind, which is not muted.
    await comment('review', `Hello ${mention(api, 'edit')}`)
    assert.equal((await telling.tell()).length, 1)
    await api.as('edit').patch(path, { comments: 'email' })
  })

  it('waits to be collected, but never with a request for a review', async () => {
    const { api } = telling
    const { comment, path: request } = await requestToTellOf(telling)
    await comment('edit', `One ${mention(api, 'create')}`)
    await telling.deliver()
    await comment('edit', `Two ${mention(api, 'create')}`)
    await telling.deliver()
    const jobs = async () =>
      api.rows(
        `select extract(epoch from start_after - created_on)::integer as wait
         from pgboss.job where name = 'notifications.send-mail'
           and data->>'mailId' = (select id from notification_mail
             where user_id = $1 and closed_at is null)
         order by wait`,
        [api.users.create],
      )
    assert.deepEqual(await jobs(), [{ wait: 300 }])
    const users = [api.users.create]
    await api.as('edit').post(`${request}/requested-reviewers`, { users })
    await telling.deliver()
    assert.deepEqual(await jobs(), [{ wait: 0 }, { wait: 300 }])
    const [mail, ...others] = await telling.send()
    assert.deepEqual(others, [])
    assert.match(mail?.subject ?? '', /^3 updates: /)
  })

  it('can be ended from any mail with one POST, which needs no sign-in', async () => {
    const { api } = telling
    const { comment } = await requestToTellOf(telling)
    await comment('review', 'Hello')
    const [mail] = await telling.tell()
    assert.equal(mail?.header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
    const url = unsubscribeUrl(mail)
    assert.match(url, /\/~unsubscribe\/[\w.-]+$/)
    const inText = /http:\/\/lectern\.test\/~unsubscribe\/\S+/.exec(mail.text)?.[0] ?? ''
    assert.equal(inText.replace('http://lectern.test', api.url), url)

    const asked = await fetch(url)
    assert.equal(asked.status, 200)
    assert.match(asked.headers.get('content-type') ?? '', /^text\/html/)
    assert.match(await asked.text(), /<form method="post"><button type="submit">/)
    assert.equal((await preferencesOf('edit')).comments, 'email')

    const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const done = await fetch(url, { method: 'POST', body: oneClick })
    assert.equal(done.status, 200)
    assert.match(await done.text(), /no more mails about comments/)
    const after_ = await preferencesOf('edit')
    assert.deepEqual([after_.comments, after_.replies], ['none', 'email'])
    assert.equal((await fetch(url, { method: 'POST' })).status, 200)
    await api.as('edit').patch(path, { comments: 'email' })
  })

  it('ends altogether from a mail about several kinds, in either encoding of the form', async () => {
    const { api } = telling
    const { comment, path: request } = await requestToTellOf(telling)
    const id = await comment('review', 'Hello')
    const text = { body: { markdown: `Hello ${mention(api, 'edit')}` } }
    await api.as('review').post(`${request}/comments/${id}/replies`, text)
    const [mail] = await telling.tell()
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    const done = await fetch(unsubscribeUrl(mail), { method: 'POST', body: form })
    assert.equal(done.status, 200)
    const { object: _object, digest: _digest, ...kinds } = await preferencesOf('edit')
    assert.deepEqual(new Set(Object.values(kinds)), new Set(['none']))
  })

  it('is changed by nobody who makes up a link', async () => {
    const { comment } = await requestToTellOf(telling)
    await comment('review', `Hello ${mention(telling.api, 'read')}`)
    const url = unsubscribeUrl((await telling.tell())[0])
    const before_ = await preferencesOf('review')
    const wrong = [
      url.slice(0, -1),
      url.replace('.mentions.', '.merges.'),
      url.replace(telling.api.users.read, telling.api.users.review),
      `${url}.more`,
      `${telling.api.url}/~unsubscribe/nothing`,
    ]
    for (const link of wrong) {
      for (const method of ['GET', 'POST']) {
        const reply = await fetch(link, { method })
        assert.equal(reply.status, 404, link)
        assert.match(await reply.text(), /This link does not work/)
      }
    }
    assert.deepEqual(await preferencesOf('review'), before_)
  })
})

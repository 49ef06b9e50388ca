import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import {
  mention,
  requestToTellOf,
  startTelling,
  type Telling,
} from '#test/notifications/test-telling.ts'

const readers = (mails: readonly { to: string }[]) =>
  mails.map(({ to }) => to.replace('@acme.example', ''))

describe('people are told by mail where there is no web app', () => {
  let telling: Telling
  before(async () => {
    telling = await startTelling()
  })
  after(async () => telling.stop())

  it('by its title and number where something happened, without a link to nowhere', async () => {
    const { comment, number } = await requestToTellOf(telling)
    await comment('review', 'Shorter, please.')
    const [mail] = await telling.tell()
    assert.ok(mail)
    const place = `Better words (#${number}) in Handbook`
    assert.ok(mail.text.startsWith(`${place}\n\nReview of acme commented.`), mail.text)
    assert.ok(mail.html.includes(`${place}</h2>`), mail.html)
    const links = [...mail.text.matchAll(/https?:\S+/g)].map(([url]) => new URL(url))
    assert.ok(links.length > 0)
    for (const { pathname } of links) assert.doesNotMatch(pathname, /^\/s\//)
  })
})

describe('people are told by mail', () => {
  let telling: Telling
  before(async () => {
    telling = await startTelling({ APP_URL: 'http://app.lectern.test' })
  })
  after(async () => telling.stop())

  it('of a comment on their change request, with what was said and a link to it', async () => {
    const { comment, spaceId, number } = await requestToTellOf(telling)
    await comment('review', 'Shorter, **please**.\n\nAnd clearer.')
    const [mail, ...others] = await telling.tell()
    assert.deepEqual(others, [])
    assert.equal(mail?.to, 'edit@acme.example')
    assert.equal(mail.subject, `New comment: Better words (#${number}) in Handbook`)
    const link = `http://app.lectern.test/s/${spaceId}/~/changes/${number}`
    assert.ok(mail.text.includes(`\n${link}\n`), mail.text)
    assert.match(
      mail.text,
      /Review of acme commented\.\n> Shorter, please\.\n> And clearer\.\n/,
    )
    assert.ok(mail.html.includes(`href="${link}"`), mail.html)
    assert.match(mail.html, /Shorter, please\.<br \/>And clearer\./)
  })

  it('of a request for a review, also through a team, but not the one who asks', async () => {
    const { api } = telling
    const team = await api.as('admin').put(`/orgs/${api.organization}/teams`, {
      title: 'Reviewers',
      members: [api.users.create, api.users.edit],
    })
    const { path } = await requestToTellOf(telling)
    const asked = await api.as('edit').post(`${path}/requested-reviewers`, {
      users: [api.users.review],
      teams: [team.body.id],
    })
    assert.ok(asked.status < 300, JSON.stringify(asked.body))
    const mails = await telling.tell()
    assert.deepEqual(readers(mails), ['admin', 'create', 'review'])
    assert.match(mails[1]?.subject ?? '', /^Review requested: Better words/)
    assert.match(mails[1]?.text ?? '', /Edit of acme asks for your review\./)
  })

  it('of a review of their change request, once, with what was said in it', async () => {
    const { api } = telling
    const { path } = await requestToTellOf(telling)
    const sent = await api.as('review').post(`${path}/reviews`, {
      status: 'changes-requested',
      comment: { markdown: 'Not yet.' },
    })
    assert.ok(sent.status < 300, JSON.stringify(sent.body))
    const [mail, ...others] = await telling.tell()
    assert.deepEqual(others, [])
    assert.equal(mail?.to, 'edit@acme.example')
    assert.match(mail.subject, /^Changes requested: /)
    assert.match(mail.text, /Review of acme asks for changes\.\n> Not yet\./)
  })

  it('of a mention in a comment, a reply and a description, each person once', async () => {
    const { api } = telling
    const { comment, path, change } = await requestToTellOf(telling)
    const said = await comment('edit', `Look, ${mention(api, 'read')}!`)
    const [first, ...others] = await telling.tell()
    assert.deepEqual(others, [])
    assert.equal(first?.to, 'read@acme.example')
    assert.match(first.subject, /^You were mentioned: /)
    assert.match(first.text, /mentioned you in a comment\.\n> Look, read!/)

    const both = `${mention(api, 'read')} ${mention(api, 'create')}`
    await api.as('edit').put(`${path}/comments/${said}`, { body: { markdown: both } })
    assert.deepEqual(readers(await telling.tell()), ['create'])

    const text = { body: { markdown: `And ${mention(api, 'comment')}` } }
    await api.as('edit').post(`${path}/comments/${said}/replies`, text)
    assert.deepEqual(readers(await telling.tell()), ['comment'])

    const node = {
      object: 'inline',
      type: 'mention',
      isVoid: true,
      data: { ref: { kind: 'user', user: api.users.review }, label: 'Review' },
    }
    const paragraph = { object: 'block', type: 'paragraph', isVoid: false, data: {} }
    const description = {
      object: 'document',
      data: { schemaVersion: 1 },
      nodes: [{ ...paragraph, nodes: [node] }],
    }
    await change({ description })
    const [told] = await telling.tell()
    assert.equal(told?.to, 'review@acme.example')
    assert.match(told.text, /mentioned you in the description/)
  })

  it('of a reply: whoever began and whoever answered before, not the one who replies', async () => {
    const { api } = telling
    const { comment, path } = await requestToTellOf(telling)
    const id = await comment('comment', 'Why?')
    await telling.tell()
    const reply = async (name: 'review' | 'create', markdown: string) =>
      api.as(name).post(`${path}/comments/${id}/replies`, { body: { markdown } })
    await reply('review', 'Because.')
    assert.deepEqual(readers(await telling.tell()), ['comment', 'edit'])
    await reply('create', 'Indeed.')
    const mails = await telling.tell()
    assert.deepEqual(readers(mails), ['comment', 'edit', 'review'])
    assert.match(mails[2]?.subject ?? '', /^New reply: /)
  })

  it('of a merge: author, contributors and reviewers, not the one who merges', async () => {
    const { api } = telling
    const { comment, path, edit, merge } = await requestToTellOf(telling)
    await edit({ operation: 'insert_page', title: 'New' })
    await comment('comment', 'Nice.')
    await api.as('create').post(`${path}/reviews`, { status: 'approved' })
    await telling.tell()
    const merged = await merge()
    assert.equal(merged.body.result, 'merge', JSON.stringify(merged.body))
    const mails = await telling.tell()
    assert.deepEqual(readers(mails), ['comment', 'create', 'edit'])
    assert.match(mails[0]?.subject ?? '', /^Merged: Better words/)
  })

  it('of several things in one mail, place by place', async () => {
    const one = await requestToTellOf(telling, 'First')
    const other = await requestToTellOf(telling, 'Second')
    await one.comment('review', 'A')
    await other.comment('review', 'B')
    await one.comment('comment', 'C')
    const [mail, ...others] = await telling.tell()
    assert.deepEqual(others, [])
    assert.equal(mail?.subject, '3 updates in Acme')
    assert.match(mail.text, /First \(#\d+\)[^]*> A[^]*> C[^]*Second \(#\d+\)[^]*> B/)
  })

  it('never of what they may not see: not when it happens, nor when it is sent', async () => {
    const { api } = telling
    const { comment, spaceId } = await requestToTellOf(telling)
    await comment('edit', `${mention(api, 'guest')} ${mention(api, 'outsider')}`)
    assert.deepEqual(await telling.tell(), [])

    await comment('review', 'Secret')
    await telling.deliver()
    const closed = { defaultLevel: null }
    const changed = await api.as('admin').patch(`/spaces/${spaceId}`, closed)
    assert.equal(changed.status, 200)
    assert.equal((await api.as('edit').get(`/spaces/${spaceId}`)).status, 404)
    assert.deepEqual(await telling.send(), [])
  })

  it('never of what was deleted before the mail went out', async () => {
    const { api } = telling
    const { comment, path } = await requestToTellOf(telling)
    const id = await comment('review', 'Oops')
    await telling.deliver()
    await api.as('review').delete(`${path}/comments/${id}`)
    assert.deepEqual(await telling.send(), [])
  })

  it('once, also when an event is delivered twice and a mail is asked for twice', async () => {
    const { comment } = await requestToTellOf(telling)
    await comment('review', 'Once')
    await telling.deliver(2)
    const [mails, again] = await Promise.all([telling.send(), telling.send()])
    const ids = [...mails, ...again].map(({ header }) => header('message-id'))
    assert.equal(new Set(ids).size, 1)
    assert.deepEqual(await telling.send(), [])
  })

  it('in words that cannot become markup, lines or headers of the mail', async () => {
    const { api } = telling
    const nasty = '<img src=x onerror=alert(1)>"&\''
    const { comment } = await requestToTellOf(telling, `</a>${nasty}`)
    await api.rows('update account set display_name = $2 where id = $1', [
      api.users.review,
      `Eve\r\nBcc: all@acme.example ${nasty}`,
    ])
    await comment('review', `\`<script>alert(1)</script>\`\n\n\\-\\-\n\nNo more mails:`)
    const [mail] = await telling.tell()
    assert.doesNotMatch(mail?.html ?? '', /<img|<script|<\/a>&lt;img[^]*<\/a><img/)
    assert.match(mail?.html ?? '', /&lt;script&gt;alert\(1\)&lt;\/script&gt;/)
    assert.match(mail?.text ?? '', /^> <script>alert\(1\)<\/script>$/m)
    assert.match(mail?.text ?? '', /^> No more mails:$/m)
    assert.doesNotMatch(mail?.text ?? '', /^Bcc:/m)
    assert.throws(() => mail?.header('bcc'))
  })

  it('does not write to people who were suspended or whose address is not known to be theirs', async () => {
    const { api } = telling
    const { comment } = await requestToTellOf(telling)
    const both = `${mention(api, 'create')} ${mention(api, 'read')}`
    await comment('edit', both)
    await telling.deliver()
    await api.rows('update member set disabled = true where user_id = $1', [
      api.users.create,
    ])
    await api.rows('update account_email set verified_at = null where account_id = $1', [
      api.users.read,
    ])
    assert.deepEqual(await telling.send(), [])
    await api.rows('update member set disabled = false')
    await api.rows('update account_email set verified_at = now()')
  })
})

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import type { SampleName } from '#test/sample.ts'
import { startTestApi, type TestApi, type TestReply } from '#test/test-api.ts'

describe('joining with an invite', () => {
  let api: TestApi
  let links: string
  before(async () => {
    api = await startTestApi()
    links = `/orgs/${api.organization}/link-invites`
  })
  after(async () => api.stop())
  beforeEach(async () => {
    const outsider = [api.organization, api.users.outsider]
    await api.rows(
      'delete from member where organization_id = $1 and user_id = $2',
      outsider,
    )
    await api.rows(
      'delete from account_membership where organization_id = $1 and account_id = $2',
      outsider,
    )
    for (const table of ['mail_invite', 'welcome_link', 'event', 'audit_event']) {
      await api.rows(`delete from ${table}`)
    }
    await api.rows('update organization set invite_links = true')
    await api.rows('update account_email set verified_at = now()')
  })

  const join = async (name: SampleName, id: string, organization = api.organization) =>
    api.as(name).post(`/orgs/${organization}/invites/${id}`)

  async function newLink(role: string | null = 'edit'): Promise<string> {
    const reply = await api.as('admin').post(links, { role })
    assert.equal(reply.status, 201)
    return reply.body.id
  }

  async function mailInvite(role: string | null = 'edit'): Promise<string> {
    const emails = [{ email: 'outsider@elsewhere.example', role }]
    const reply = await api
      .as('admin')
      .post(`/orgs/${api.organization}/invites`, { emails })
    assert.equal(reply.body.invited, 1)
    const [{ id }] = await api.rows('select id from mail_invite')
    return id
  }

  async function memberRow(name: SampleName) {
    const [row] = await api.rows(
      'select role, disabled, sso from member where organization_id = $1 and user_id = $2',
      [api.organization, api.users[name]],
    )
    return row
  }

  async function members(): Promise<unknown[]> {
    const rows = await api.rows(
      `select value from organization_counter where organization_id = $1 and name = 'members'`,
      [api.organization],
    )
    return rows.map(({ value }) => value)
  }

  async function joinings() {
    const events = await api.rows(
      `select subject, payload from event where type = 'member_joined'`,
    )
    const audits = await api.rows(
      `select actor_id, target_kind, target_id, details from audit_event where action = 'member_joined'`,
    )
    return { events, audits }
  }

  /** The event and the audit entry of one joining by the outsider. */
  function oneJoining(role: string | null, inviteId: string) {
    const { outsider } = api.users
    const target = { actor_id: outsider, target_kind: 'member', target_id: outsider }
    return {
      events: [{ subject: `member:${outsider}`, payload: { userId: outsider, role } }],
      audits: [{ ...target, details: { role, inviteId } }],
    }
  }

  it('makes the caller a member with the role of the link, which others can use, too', async () => {
    const id = await newLink('comment')
    const reply = await join('outsider', id)
    assert.equal(reply.status, 200)
    assert.deepEqual(reply.body, {})
    const member = { role: 'comment', disabled: false, sso: false }
    assert.deepEqual(await memberRow('outsider'), member)
    const memberships = await api.rows(
      'select 1 from account_membership where account_id = $1 and organization_id = $2',
      [api.users.outsider, api.organization],
    )
    assert.equal(memberships.length, 1)
    assert.deepEqual(await joinings(), oneJoining('comment', id))
    assert.equal((await api.as('admin').get(`${links}/${id}`)).status, 200)
  })

  it('makes a guest with a link without a role', async () => {
    const id = await newLink(null)
    await join('outsider', id)
    assert.equal((await memberRow('outsider')).role, null)
    assert.deepEqual(await joinings(), oneJoining(null, id))
  })

  it('happens once, however often it is asked for at the same time', async () => {
    const id = await newLink('read')
    const [start] = await members()
    const replies = await Promise.all(
      Array.from({ length: 8 }, async () => join('outsider', id)),
    )
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    assert.deepEqual(await members(), [Number(start) + 1])
    assert.deepEqual(await joinings(), oneJoining('read', id))
  })

  it('leaves members as they are', async () => {
    const id = await newLink('admin')
    for (const name of ['read', 'guest'] as const) {
      const row = await memberRow(name)
      const reply = await join(name, id)
      assert.equal(reply.status, 200)
      assert.deepEqual(await memberRow(name), row)
    }
    assert.deepEqual(await joinings(), { events: [], audits: [] })
  })

  it('is no way around a suspension', async () => {
    const id = await newLink('read')
    const of = [api.organization, api.users.edit]
    const set =
      'update member set disabled = $3 where organization_id = $1 and user_id = $2'
    await api.rows(set, [...of, true])
    refused(await join('edit', id), 403, 'member_disabled')
    await api.rows(set, [...of, false])
  })

  it('is refused with a link while links are switched off, and only then', async () => {
    const id = await newLink('read')
    await api.rows('update organization set invite_links = false')
    refused(await join('outsider', id), 403, 'invite_links_disabled')
    assert.equal(await memberRow('outsider'), undefined)
    refused(await join('outsider', 'none'), 404, 'not_found')
    assert.equal((await join('outsider', await mailInvite())).status, 200)
  })

  it('does not tell unknown, deleted and foreign invites and organizations apart', async () => {
    const deleted = await newLink('read')
    await api.as('admin').delete(`${links}/${deleted}`)
    const here = await newLink('read')
    for (const [reply, id] of [
      [await join('outsider', 'none'), 'none'],
      [await join('outsider', deleted), deleted],
      [await join('outsider', here, api.otherOrganization), here],
      [await join('outsider', here, '00NoSuchOrganization'), here],
      [await join('read', 'none'), 'none'],
    ] as const) {
      isHidden(reply, id)
    }
    assert.equal(await memberRow('outsider'), undefined)
  })

  it('refuses the anonymous caller', async () => {
    const id = await newLink()
    const reply = await api.anonymous().post(`/orgs/${api.organization}/invites/${id}`)
    refused(reply, 401, 'unauthenticated')
  })

  it('uses up an invite by e-mail, and the links that were mailed for it', async () => {
    const id = await mailInvite('comment')
    await api.rows(
      `insert into welcome_link (secret_hash, email, organization_id, invite_id, expires_at)
        select 'hash', email, organization_id, id, expires_at from mail_invite`,
    )
    const reply = await join('outsider', id)
    assert.equal(reply.status, 200)
    assert.deepEqual(reply.body, {})
    assert.equal((await memberRow('outsider')).role, 'comment')
    assert.deepEqual(await api.rows('select 1 from mail_invite'), [])
    assert.deepEqual(await api.rows('select 1 from welcome_link'), [])
    assert.deepEqual(await joinings(), oneJoining('comment', id))
    isHidden(await join('outsider', id), id)
  })

  it('hides an invite by e-mail from everybody else, and from its receiver when it is too late', async () => {
    const id = await mailInvite()
    const address = `where email = 'outsider@elsewhere.example'`
    isHidden(await join('read', id), id)
    isHidden(await join('outsider', id, api.otherOrganization), id)
    await api.rows(`update account_email set verified_at = null ${address}`)
    isHidden(await join('outsider', id), id)
    await api.rows(`update account_email set verified_at = now() ${address}`)
    await api.rows(`update mail_invite set expires_at = now() - interval '1 millisecond'`)
    isHidden(await join('outsider', id), id)
    assert.equal(await memberRow('outsider'), undefined)

    await api.rows(`update mail_invite set expires_at = now() + interval '1 minute'`)
    assert.equal((await join('outsider', id)).status, 200)
  })

  it('uses up the invite of someone who became a member meanwhile, and changes nothing', async () => {
    const id = await mailInvite('admin')
    await join('outsider', await newLink('read'))
    assert.equal((await join('outsider', id)).status, 200)
    assert.equal((await memberRow('outsider')).role, 'read')
    assert.deepEqual(await api.rows('select 1 from mail_invite'), [])
  })
})

function refused(reply: TestReply, status: number, reason: string): void {
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  assert.equal(reply.body.error.reason, reason)
}

function isHidden(reply: TestReply, id: string): void {
  refused(reply, 404, 'not_found')
  const { message } = reply.body.error
  assert.equal(message, `No invite "${id}" exists, or you have no access to it.`)
}

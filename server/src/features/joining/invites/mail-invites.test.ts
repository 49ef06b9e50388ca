import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestReply } from '#test/test-api.ts'

describe('invites by e-mail', () => {
  let api: TestApi
  let invites: string
  before(async () => {
    api = await startTestApi()
    invites = `/orgs/${api.organization}/invites`
  })
  after(async () => api.stop())
  beforeEach(async () => {
    for (const table of ['mail_invite', 'event', 'audit_event', 'pgboss.job']) {
      await api.rows(`delete from ${table}`)
    }
    await api.rows(`update organization set default_role = 'read', invite_links = true`)
  })

  const invite = async (body: object) => api.as('admin').post(invites, body)
  const stored = async () =>
    api.rows(
      `select email, role, sso, invited_by, expires_at > now() + interval '6 days 23 hours'
        and expires_at <= now() + interval '7 days' as "inAWeek"
      from mail_invite where organization_id = $1 order by email`,
      [api.organization],
    )
  const jobs = async () =>
    api.rows(`select data from pgboss.job where name = 'invites.send-mail'`)

  it('writes to every distinct address, with its own, the common or the default role', async () => {
    const reply = await invite({
      emails: [
        'Ann@New.example',
        { email: 'bob@new.example', role: 'admin' },
        { email: 'guest@new.example', role: null },
        'ann@new.example',
      ],
      role: 'comment',
    })
    assert.equal(reply.status, 200)
    assert.deepEqual(reply.body, { users: [], invited: 3 })
    const common = { sso: false, invited_by: api.users.admin, inAWeek: true }
    assert.deepEqual(await stored(), [
      { email: 'ann@new.example', role: 'comment', ...common },
      { email: 'bob@new.example', role: 'admin', ...common },
      { email: 'guest@new.example', role: null, ...common },
    ])

    await api.rows('delete from mail_invite')
    await api.rows(`update organization set default_role = 'review'`)
    await invite({ emails: ['ann@new.example'] })
    await invite({ emails: ['guest@new.example'], role: null })
    const roles = (await stored()).map(({ role }) => role)
    assert.deepEqual(roles, ['review', null])
  })

  it('leaves a job per invite that holds nothing but ids, and no address in the logs', async () => {
    await invite({ emails: ['ann@new.example', 'bob@new.example'], role: 'edit' })
    const rows = await api.rows('select id from mail_invite order by id')
    const ids = rows.map(({ id }) => id)
    const payloads = (await jobs()).map(({ data }) => data)
    assert.deepEqual(
      payloads.toSorted((a, b) => (a.inviteId < b.inviteId ? -1 : 1)),
      ids.map((inviteId) => ({ organizationId: api.organization, inviteId })),
    )
    const events = await api.rows(`select * from event order by subject`)
    assert.deepEqual(
      events.map(({ type, subject, payload }) => ({ type, subject, payload })),
      ids.map((inviteId) => ({
        type: 'user_invited',
        subject: `invite:${inviteId}`,
        payload: { inviteId, role: 'edit' },
      })),
    )
    const audits = await api.rows(`select * from audit_event order by target_id`)
    assert.deepEqual(
      audits.map(({ action, actor_id, target_id }) => [action, actor_id, target_id]),
      ids.map((id) => ['user_invited', api.users.admin, id]),
    )
    assert.doesNotMatch(JSON.stringify([events, audits]), /new\.example/)
  })

  it('lists members instead of writing to them, whichever of their addresses is meant', async () => {
    await api.rows(
      `insert into account_email (email, account_id, verified_at)
        values ('second@acme.example', $1, now()) on conflict do nothing`,
      [api.users.edit],
    )
    const emails = [
      'Edit@acme.example',
      'second@acme.example',
      'read@acme.example',
      'a@b.example',
    ]
    const reply = await invite({ emails, role: 'admin' })
    assert.equal(reply.body.invited, 1)
    const { users } = reply.body
    assert.deepEqual(users.toSorted(), [api.users.edit, api.users.read].toSorted())
    assert.deepEqual(
      (await stored()).map(({ email }) => email),
      ['a@b.example'],
    )
    const members = await api.rows('select role from member where user_id = $1', [
      api.users.edit,
    ])
    assert.deepEqual(members, [{ role: 'edit' }])
  })

  it('does not reveal whether someone outside has an account, and lets nobody in unasked', async () => {
    const known = await invite({ emails: ['outsider@elsewhere.example'] })
    const unknown = await invite({ emails: ['nobody@elsewhere.example'] })
    assert.deepEqual(known.body, unknown.body)
    assert.deepEqual(known.body, { users: [], invited: 1 })
    const members = await api.rows(
      'select 1 from member where organization_id = $1 and user_id = $2',
      [api.organization, api.users.outsider],
    )
    assert.deepEqual(members, [])
  })

  it('renews the invite of an address that is invited again', async () => {
    await invite({ emails: ['ann@new.example'], role: 'read' })
    const [first] = await api.rows('select id from mail_invite')
    await api.rows(`update mail_invite set expires_at = now() - interval '1 day'`)
    const reply = await invite({ emails: ['ANN@new.example'], role: 'edit' })
    assert.deepEqual(reply.body, { users: [], invited: 1 })
    const [again, ...more] = await api.rows('select id from mail_invite')
    assert.deepEqual(more, [])
    assert.equal(again.id, first.id)
    const [{ role, inAWeek }] = await stored()
    assert.deepEqual({ role, inAWeek }, { role: 'edit', inAWeek: true })
    assert.equal((await jobs()).length, 2)
  })

  it('takes crossing calls with the same addresses', async () => {
    const emails = Array.from({ length: 50 }, (_, index) => `n${index}@new.example`)
    const replies = await Promise.all(
      [emails, emails.toReversed(), emails, emails.toReversed()].map(async (some) =>
        invite({ emails: some }),
      ),
    )
    for (const { status, body } of replies) {
      assert.equal(status, 200)
      assert.equal(body.invited, 50)
    }
    assert.equal((await stored()).length, 50)
  })

  it('invites nobody as an SSO member without a provider, and says so as the addresses were written', async () => {
    const emails = ['Ann@New.example', 'read@acme.example']
    const reply = await invite({ emails, sso: true })
    assert.equal(reply.status, 200)
    assert.deepEqual(reply.body, {
      users: [api.users.read],
      invited: 0,
      failedSSOEmails: emails,
    })
    assert.deepEqual(await stored(), [])
    assert.deepEqual(await jobs(), [])
  })

  it('works while invite links are switched off', async () => {
    await api.rows('update organization set invite_links = false')
    assert.equal((await invite({ emails: ['ann@new.example'] })).body.invited, 1)
  })

  it('refuses bodies it does not understand', async () => {
    const tooMany = Array.from({ length: 101 }, (_, index) => `n${index}@new.example`)
    for (const body of [
      {},
      { emails: [] },
      { emails: ['not an address'] },
      { emails: [{ email: 'ann@new.example' }] },
      { emails: [{ email: 'ann@new.example', role: 'owner' }] },
      { emails: ['ann@new.example'], role: 'owner' },
      { emails: tooMany },
    ]) {
      refused(await invite(body), 400, 'invalid_request')
    }
    assert.deepEqual(await stored(), [])
  })

  it('sends nothing twice for one Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'invite-once' }
    const body = { emails: ['ann@new.example'] }
    const first = await api.as('admin').send('POST', invites, body, key)
    const again = await api.as('admin').send('POST', invites, body, key)
    assert.deepEqual(again.body, first.body)
    assert.equal((await jobs()).length, 1)
  })

  it('is for admins only', async () => {
    const body = { emails: ['ann@new.example'] }
    for (const name of [
      'create',
      'review',
      'edit',
      'comment',
      'read',
      'guest',
    ] as const) {
      const reply = await api.as(name).post(invites, body)
      refused(reply, 403, 'forbidden')
      assert.match(reply.body.error.message, /needs the admin role/)
    }
    refused(await api.anonymous().post(invites, body), 401, 'unauthenticated')
    assert.deepEqual(await stored(), [])
  })

  it('answers an outsider exactly as if the organization did not exist', async () => {
    const body = { emails: ['ann@new.example'] }
    const real = await api.as('outsider').post(invites, body)
    const unreal = await api
      .as('outsider')
      .post('/orgs/00NoSuchOrganization/invites', body)
    refused(real, 404, 'not_found')
    refused(unreal, 404, 'not_found')
    assert.equal(
      real.body.error.message.replace(api.organization, 'X'),
      unreal.body.error.message.replace('00NoSuchOrganization', 'X'),
    )
  })
})

function refused(reply: TestReply, status: number, reason: string): void {
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  assert.equal(reply.body.error.reason, reason)
}

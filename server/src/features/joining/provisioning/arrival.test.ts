import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { createInviteSecret } from '#/features/joining/welcome-links/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import { proveDomains } from '#test/organizations/prove-domains.ts'
import {
  connectDirectory,
  patch,
  type TestDirectory,
} from '#test/provisioning/test-directory.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { visitorOf } from '#test/welcome/test-welcome.ts'

import { provisioningSubscriber } from './provisioning-subscriber.ts'

describe('somebody whom a directory makes a user', () => {
  let api: TestApi
  let directory: TestDirectory
  let people = 0
  before(async () => {
    api = await startTestApi()
    const path = `/orgs/${api.organization}`
    const emailDomains = ['acme.example', 'unproven.example']
    await api.as('admin').patch(path, { emailDomains })
    await proveDomains(api, api.organization)
    await api.rows(
      `update organization set proven_email_domains = '{acme.example}'
       where organization_id = $1`,
      [api.organization],
    )
    directory = await connectDirectory(api)
  })
  after(async () => api.stop())

  const account = async (domain: string, isVerified: boolean) => {
    people += 1
    const email = `someone${people}@${domain}`
    const id = await api.services.db.transaction(async (tx) =>
      createAccount(tx, { displayName: 'Someone', email, isVerified }),
    )
    return { id, email }
  }
  const create = async (userName: string, more: object = {}): Promise<TestBody> => {
    const reply = await directory.send('POST', '/Users', { userName, ...more })
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    return reply.body
  }
  const isMember = async (accountId: string) => {
    const path = `/orgs/${api.organization}/members/${accountId}`
    return (await api.as('admin').get(path)).status === 200
  }
  const isInvited = async (email: string) => {
    const rows = await api.rows('select id from mail_invite where email = $1', [email])
    return rows.length > 0
  }

  it('joins with the account that has verified an address at a proven domain', async () => {
    const { id, email } = await account('acme.example', true)
    const user = await create(email)
    assert.equal(user.id, id)
    assert.ok(await isMember(id))
    assert.ok(!(await isInvited(email)))
  })

  it('is invited where the address is not verified, not proven, or elsewhere', async () => {
    const cases = [
      await account('acme.example', false),
      await account('unproven.example', true),
      await account('nowhere.example', true),
      await account('sub.acme.example', true),
    ]
    for (const { id, email } of cases) {
      const user = await create(email)
      assert.notEqual(user.id, id)
      assert.ok(!(await isMember(id)), email)
      assert.ok(await isInvited(email), email)
    }
  })

  it('gets neither another address nor another name in an account that exists', async () => {
    const { id, email } = await account('acme.example', true)
    const user = await create(email, { displayName: 'Other Name' })
    await directory.send(
      'PATCH',
      `/Users/${user.id}`,
      patch(
        { op: 'replace', path: 'userName', value: 'new@acme.example' },
        { op: 'replace', path: 'emails', value: [{ value: 'new@acme.example' }] },
        { op: 'replace', path: 'displayName', value: 'Third Name' },
      ),
    )
    const [row] = await api.rows(
      `select a.display_name, a.email, array_agg(e.email) as emails from account a
       join account_email e on e.account_id = a.id where a.id = $1 group by a.id`,
      [id],
    )
    assert.deepEqual(row, { display_name: 'Someone', email, emails: [email] })
  })

  /** The invited person opens their link and joins, and the event of that is delivered. */
  async function accept(email: string): Promise<void> {
    const { organization: organizationId } = api
    const [invite] = await api.rows('select id from mail_invite where email = $1', [
      email,
    ])
    const { path } = await api.services.db.transaction(async (tx) =>
      createInviteSecret(tx, {
        organizationId,
        inviteId: invite.id,
        email,
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    )
    const { status } = await visitorOf(api).post(path, { displayName: 'Invited' })
    assert.equal(status, 200)
  }

  async function deliverJoined(): Promise<void> {
    const events = await api.rows(
      `select id, type, subject, payload, occurred_at from event
       where type = 'member_joined' order by occurred_at desc limit 1`,
    )
    for (const { id, type, subject, payload } of events) {
      assert.ok(provisioningSubscriber.wants(type))
      const occurredAt = new Date().toISOString()
      const { organization: organizationId } = api
      await provisioningSubscriber.deliver(
        { organizationId, id, type, subject, payload, occurredAt },
        api.services,
      )
    }
  }

  it('and accepts an invitation stays the same user', async () => {
    const email = 'guest@partner.example'
    const user = await create(email, { externalId: 'x-1' })
    await accept(email)
    await deliverJoined()
    const [found] = await directory.find('Users', 'externalId eq "x-1"')
    assert.equal(found.id, user.id)
    const listed = await directory.find('Users', `userName eq "${email}"`)
    assert.equal(listed.length, 1)
    const off = patch({ op: 'replace', path: 'active', value: false })
    await directory.send('PATCH', `/Users/${user.id}`, off)
    const rows = await api.rows(
      `select m.disabled from member m join account_email e on e.account_id = m.user_id
       where e.email = $1`,
      [email],
    )
    assert.deepEqual(rows, [{ disabled: true }])
  })

  it('is suspended from the beginning when deactivated while accepting', async () => {
    const email = 'late@partner.example'
    const user = await create(email)
    await accept(email)
    const off = patch({ op: 'replace', path: 'active', value: false })
    const reply = await directory.send('PATCH', `/Users/${user.id}`, off)
    assert.equal(reply.body.active, false)
    await deliverJoined()
    const rows = await api.rows(
      `select m.disabled from member m join account_email e on e.account_id = m.user_id
       where e.email = $1`,
      [email],
    )
    assert.deepEqual(rows, [{ disabled: true }])
  })

  it('has the invitation taken back when deactivated, and again when reactivated', async () => {
    const email = 'maybe@partner.example'
    const { id } = await create(email)
    const set = async (value: boolean) => {
      const body = patch({ op: 'replace', path: 'active', value })
      const reply = await directory.send('PATCH', `/Users/${id}`, body)
      assert.equal(reply.body.active, value)
    }
    await set(false)
    assert.ok(!(await isInvited(email)))
    await set(true)
    assert.ok(await isInvited(email))
    const other = 'other@partner.example'
    const move = patch({ op: 'replace', path: 'userName', value: other })
    assert.equal((await directory.send('PATCH', `/Users/${id}`, move)).status, 200)
    assert.ok(!(await isInvited(email)))
    assert.ok(await isInvited(other))
    const [{ id: userId }] = await directory.find('Users', `userName eq "${other}"`)
    assert.equal(userId, id)
  })

  it('can be inactive from the beginning', async () => {
    const here = await create('off@acme.example', { active: false })
    assert.equal(here.active, false)
    const member = await api
      .as('admin')
      .get(`/orgs/${api.organization}/members/${here.id}`)
    assert.equal(member.body.disabled, true)
    const there = await create('off@partner.example', { active: false })
    assert.equal(there.active, false)
    assert.ok(!(await isInvited('off@partner.example')))
  })

  it('is made once, however often and at the same time it is asked for', async () => {
    const userName = 'twice@acme.example'
    const replies = await Promise.all(
      Array.from({ length: 5 }, async () =>
        directory.send('POST', '/Users', { userName }),
      ),
    )
    const statuses = replies
      .map(({ status }) => status)
      .toSorted((one, other) => one - other)
    assert.deepEqual(statuses, [201, 409, 409, 409, 409])
    const second = await directory.send('POST', '/Users', {
      userName: 'another-name',
      emails: [{ value: userName }],
    })
    assert.deepEqual([second.status, second.body.scimType], [409, 'uniqueness'])
    const renamed = patch({ op: 'replace', path: 'userName', value: userName })
    const { id } = await create('third@acme.example')
    assert.equal((await directory.send('PATCH', `/Users/${id}`, renamed)).status, 409)
  })
})

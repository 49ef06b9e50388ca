import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { issueToken } from '#/features/people/api-tokens/public.ts'
import { newPerson, nowhere, refusal } from '#test/members/test-members.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { addMember } from './add-member.ts'

describe('making a user an SSO member', () => {
  let api: TestApi
  let members: string
  before(async () => {
    api = await startTestApi()
    members = `/orgs/${api.organization}/members`
  })
  after(async () => api.stop())

  async function actions(userId: string): Promise<string[]> {
    const rows = await api.rows(
      `select e.type from event e
       join audit_event a on a.organization_id = e.organization_id and a.action = e.type
         and e.subject = 'member:' || a.target_id
       where e.organization_id = $1 and a.target_id = $2`,
      [api.organization, userId],
    )
    return rows.map(({ type }) => type)
  }

  /** Someone whom the admin knows from another organization. */
  async function acquaintance(name: string): Promise<string> {
    const { userId } = await newPerson(api, {
      name,
      role: 'read',
      organizationId: api.otherOrganization,
    })
    await api.services.db.transaction(async (tx) =>
      addMember(tx, {
        organizationId: api.otherOrganization,
        userId: api.users.admin,
        role: 'read',
        sso: false,
      }),
    )
    return userId
  }

  it('marks a member, once, keeping the role', async () => {
    const target = `${members}/${api.users.edit}/sso`
    const replies = [
      await api.as('admin').post(target),
      await api.as('admin').post(target),
    ]

    for (const { status, body } of replies) {
      assert.equal(status, 200)
      assert.equal(body.sso, true)
      assert.equal(body.role, 'edit')
    }
    const [{ version }] = await api.rows(
      'select version from member where user_id = $1',
      [api.users.edit],
    )
    assert.equal(version, 2)
    assert.deepEqual(await actions(api.users.edit), ['member_sso_enabled'])
  })

  it('adds someone from another organization of the caller with the default role', async () => {
    const earlier = await api.as('admin').get(`${members}?limit=0`)
    for (const role of ['comment', null]) {
      await api.rows(
        'update organization set default_role = $2 where organization_id = $1',
        [api.organization, role],
      )
      const userId = await acquaintance(`Known as ${role}`)

      const reply = await api.as('admin').post(`${members}/${userId}/sso`)

      assert.equal(reply.status, 200)
      assert.equal(reply.body.id, userId)
      assert.equal(reply.body.role, role)
      assert.equal(reply.body.sso, true)
      assert.deepEqual(await actions(userId), ['member_joined'])
    }
    const now = await api.as('admin').get(`${members}?limit=0`)
    assert.equal(now.body.count, earlier.body.count + 2)
  })

  it('answers for an account that shares nothing with the caller as for a missing one', async () => {
    const { userId } = await newPerson(api, { name: 'Stranger' })
    const hidden = await api.as('admin').post(`${members}/${userId}/sso`)
    const missing = await api.as('admin').post(`${members}/${nowhere}/sso`)

    assert.equal(hidden.status, 404)
    assert.deepEqual(refusal(hidden, userId), refusal(missing, nowhere))
    assert.deepEqual(
      await api.rows('select 1 from member where user_id = $1', [userId]),
      [],
    )
  })

  it('does not reach beyond the organization that a token is bound to', async () => {
    const userId = await acquaintance('Known elsewhere')
    const { secret } = await api.services.db.transaction(async (tx) =>
      issueToken(tx, {
        accountId: api.users.admin,
        label: 'Bound',
        organizationId: api.organization,
      }),
    )
    const bound = api.withToken(secret)

    assert.equal((await bound.post(`${members}/${userId}/sso`)).status, 404)
    assert.equal((await bound.post(`${members}/${api.users.read}/sso`)).status, 200)
  })

  it('is refused to those who are no admin, whoever is meant', async () => {
    for (const name of [
      'create',
      'review',
      'edit',
      'comment',
      'read',
      'guest',
    ] as const) {
      for (const userId of [api.users.comment, nowhere]) {
        const reply = await api.as(name).post(`${members}/${userId}/sso`)
        assert.equal(reply.status, 403, name)
        assert.equal(reply.body.error.reason, 'forbidden')
      }
    }
  })

  it('adds once when asked for several times at once', async () => {
    const userId = await acquaintance('Asked for thrice')
    const ask = async () => api.as('admin').post(`${members}/${userId}/sso`)
    const replies = await Promise.all([ask(), ask(), ask()])

    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    assert.deepEqual(await actions(userId), ['member_joined'])
  })
})

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'

import { organizationSecretScope } from '#/platform/secrets/organization-secrets.ts'
import { newPerson, nowhere, refusal } from '#test/members/test-members.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('being seen in an organization', () => {
  let api: TestApi
  let ping: string
  before(async () => {
    api = await startTestApi()
    ping = `/orgs/${api.organization}/ping`
  })
  after(async () => api.stop())

  async function memberOf(userId: string) {
    return api.as('admin').get(`/orgs/${api.organization}/members/${userId}`)
  }

  it('sets lastSeenAt for members of any role without changing their version', async () => {
    for (const name of ['admin', 'read', 'guest'] as const) {
      const [{ now }] = await api.rows('select now() as now')
      const unseen = await memberOf(api.users[name])
      assert.equal(unseen.body.lastSeenAt, undefined)

      const reply = await api.as(name).post(ping)

      assert.equal(reply.status, 200)
      assert.deepEqual(reply.body, {})
      const seen = await memberOf(api.users[name])
      assert.ok(seen.body.lastSeenAt >= String(now).slice(0, 23))
      assert.match(seen.headers.get('etag') ?? '', /^"1-/)
    }
  })

  it('answers an outsider exactly as if the organization did not exist', async () => {
    const hidden = await api.as('outsider').post(ping)
    const missing = await api.as('outsider').post(`/orgs/${nowhere}/ping`)

    assert.equal(hidden.status, 404)
    assert.deepEqual(refusal(hidden, api.organization), refusal(missing, nowhere))
  })

  it('is refused to a suspended member, who stays unseen', async () => {
    const { userId, caller } = await newPerson(api, { name: 'Suspended', role: 'edit' })
    await api.rows('update member set disabled = true where user_id = $1', [userId])

    const reply = await caller.post(ping)
    assert.equal(reply.status, 403)
    assert.equal(reply.body.error.reason, 'member_disabled')
    assert.equal((await memberOf(userId)).body.lastSeenAt, undefined)
  })
})

describe('the visitor token that a ping answers when AI features are on', () => {
  let api: TestApi
  let ping: string
  before(async () => {
    api = await startTestApi()
    ping = `/orgs/${api.organization}/ping`
    await api.rows('update organization set ai = true')
  })
  after(async () => api.stop())

  it('is created with one key when many ask first at once', async () => {
    const names = [
      'admin',
      'create',
      'review',
      'edit',
      'comment',
      'read',
      'guest',
    ] as const
    const replies = await Promise.all(
      [...names, ...names].map(async (name) => api.as(name).post(ping)),
    )

    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    const key = await keyOf(api.organization)
    for (const { body } of replies) {
      assert.ok(isSignedWith(key, body.serviceVisitorClaims))
    }
  })

  it('names the member and the organization for an hour, by the clock of the database', async () => {
    const { body } = await api.as('edit').post(ping)
    const [{ now }] = await api.rows('select extract(epoch from now())::float8 as now')

    assert.equal(body.serviceVisitorClaims, body.gitbookVisitorClaims)
    const [header, claims] = body.serviceVisitorClaims
      .split('.')
      .slice(0, 2)
      .map((part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()))
    assert.deepEqual(header, { alg: 'HS256', typ: 'JWT' })
    assert.ok(Math.abs(now - claims.iat) < 5)
    assert.deepEqual(claims, {
      sub: api.users.edit,
      org: api.organization,
      iat: claims.iat,
      exp: claims.iat + 3600,
    })
  })

  it('is signed with a key that each organization has for itself', async () => {
    const { body } = await api.as('outsider').post(`/orgs/${api.otherOrganization}/ping`)
    const other = await keyOf(api.otherOrganization)

    assert.ok(isSignedWith(other, body.serviceVisitorClaims))
    assert.ok(!isSignedWith(await keyOf(api.organization), body.serviceVisitorClaims))
    assert.equal(other.length, 32)
  })

  async function keyOf(organization: string): Promise<Buffer> {
    const rows = await api.rows(
      'select name, sealed from organization_secret where organization_id = $1',
      [organization],
    )
    assert.equal(rows.length, 1)
    assert.equal(rows[0].name, 'visitor-claims')
    return api.services.sealer.unseal(
      rows[0].sealed,
      organizationSecretScope(organization, 'visitor-claims'),
    )
  }
})

function isSignedWith(key: Buffer, token: string): boolean {
  const dot = token.lastIndexOf('.')
  const expected = createHmac('sha256', key)
    .update(token.slice(0, dot))
    .digest('base64url')
  return token.slice(dot + 1) === expected
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { issueToken } from '#/features/people/api-tokens/public.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('subdomains', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('lead anyone with a token to the organization that holds the name', async () => {
    for (const name of ['guest', 'outsider'] as const) {
      const { status, body } = await api.as(name).get('/subdomains/acme')
      assert.equal(status, 200)
      assert.deepEqual(body, {
        object: 'subdomain',
        subdomain: 'acme',
        target: { type: 'organization', organization: api.organization },
        isActive: true,
      })
    }
  })

  it('answer 304 until the name goes to another organization', async () => {
    const { headers } = await api.as('read').get('/subdomains/acme')
    const known = { 'if-none-match': headers.get('etag') ?? '' }
    assert.equal((await api.as('read').get('/subdomains/acme', known)).status, 304)

    await api.as('admin').patch(`/orgs/${api.organization}`, { hostname: 'acme-two' })
    assert.equal((await api.as('read').get('/subdomains/acme', known)).status, 404)
    await api.rows(`update subdomain set kept_until = now() where subdomain = 'acme'`)
    await api.as('outsider').patch(`/orgs/${api.otherOrganization}`, { hostname: 'acme' })
    const moved = await api.as('read').get('/subdomains/acme', known)
    assert.equal(moved.status, 200)
    assert.equal(moved.body.target.organization, api.otherOrganization)
  })

  it('are not found when nobody holds them, and refused when nobody could', async () => {
    const absent = await api.as('admin').get('/subdomains/nobody')
    assert.equal(absent.status, 404)
    assert.equal(absent.body.error.reason, 'not_found')
    for (const name of ['ab', 'UPPER', 'a.b', 'x'.repeat(33)]) {
      assert.equal((await api.as('admin').get(`/subdomains/${name}`)).status, 400)
    }
  })

  it('of other organizations do not exist for a token that is restricted to one', async () => {
    const { secret } = await api.services.db.transaction(async (tx) =>
      issueToken(tx, {
        accountId: api.users.admin,
        label: 'Narrow',
        organizationId: api.organization,
      }),
    )
    const { body: own } = await api.as('admin').get(`/orgs/${api.organization}`)
    const { body: other } = await api.as('outsider').get(`/orgs/${api.otherOrganization}`)

    const bound = api.withToken(secret)
    assert.equal((await bound.get(`/subdomains/${own.hostname}`)).status, 200)
    const hidden = await bound.get(`/subdomains/${other.hostname}`)
    const absent = await bound.get('/subdomains/nobody')
    assert.equal(hidden.status, 404)
    assert.equal(
      hidden.body.error.message.replace(other.hostname, '…'),
      absent.body.error.message.replace('nobody', '…'),
    )
  })

  it('refuse the anonymous caller', async () => {
    assert.equal((await api.anonymous().get('/subdomains/acme')).status, 401)
  })
})

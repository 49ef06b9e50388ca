import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { whileBlocked } from '#test/organizations/test-blocker.ts'
import { proveDomains } from '#test/organizations/prove-domains.ts'
import { narrowed, newPerson, nowhere, refusal } from '#test/organizations/test-person.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const domain = 'joiners.example'

describe('joining by mail domain', () => {
  let api: TestApi
  let path: string
  before(async () => {
    api = await startTestApi()
    path = `/orgs/${api.organization}`
    await api.as('admin').patch(path, { emailDomains: [domain], defaultRole: 'edit' })
    await proveDomains(api, api.organization)
  })
  after(async () => api.stop())

  it('makes a member with the default role, with event and audit row, and once only', async () => {
    const earlier = await membersOf(api)
    const { userId, caller } = await newPerson(api, { email: `first@${domain}` })
    const reply = await caller.post(`${path}/join`)

    assert.equal(reply.status, 204)
    assert.equal((await caller.post(`${path}/join`)).status, 204)
    assert.equal(await roleOf(api, userId), 'edit')
    assert.equal(await membersOf(api), earlier + 1)
    assert.deepEqual(await joinEvents(api, userId), [{ userId, role: 'edit' }])
    const audits = await api.rows(
      'select action, actor_id, details from audit_event where target_id = $1',
      [userId],
    )
    assert.deepEqual(audits, [
      {
        action: 'member_joined',
        actor_id: userId,
        details: { role: 'edit', by: 'email-domain' },
      },
    ])
    const { body } = await caller.get('/orgs')
    assert.equal(body.items[0].id, api.organization)
    assert.equal(body.items[0].permissions.listMembers, true)
  })

  it('makes one member of someone who sends it many times at once', async () => {
    const earlier = await membersOf(api)
    const { userId, caller } = await newPerson(api, { email: `hasty@${domain}` })
    const replies = await Promise.all(
      Array.from({ length: 6 }, async () => caller.post(`${path}/join`)),
    )

    assert.deepEqual(
      replies.map(({ status }) => status),
      [204, 204, 204, 204, 204, 204],
    )
    assert.equal(await membersOf(api), earlier + 1)
    assert.equal((await joinEvents(api, userId)).length, 1)
  })

  it('makes a guest when there is no default role', async () => {
    await api.as('admin').patch(path, { defaultRole: null })
    const { userId, caller } = await newPerson(api, { email: `guest@${domain}` })
    const reply = await caller.post(`${path}/join`)
    await api.as('admin').patch(path, { defaultRole: 'edit' })

    assert.equal(reply.status, 204)
    assert.equal(await roleOf(api, userId), null)
  })

  it('keeps the role of someone who is a member already', async () => {
    assert.equal((await api.as('admin').post(`${path}/join`)).status, 204)
    assert.equal((await api.as('guest').post(`${path}/join`)).status, 204)
    assert.equal(await roleOf(api, api.users.admin), 'admin')
    assert.equal(await roleOf(api, api.users.guest), null)
  })

  it('is no way around a suspension', async () => {
    const { userId, caller } = await newPerson(api, { email: `suspended@${domain}` })
    await caller.post(`${path}/join`)
    await api.rows('update member set disabled = true where user_id = $1', [userId])
    const { status, body } = await caller.post(`${path}/join`)

    assert.equal(status, 403)
    assert.equal(body.error.reason, 'member_disabled')
    assert.equal((await caller.get(path)).status, 403)
  })

  for (const [why, email, isVerified] of [
    ['is not verified', `unverified@${domain}`, false],
    ['is at another domain', 'someone@other.example', true],
    ['is at a domain below', `someone@sub.${domain}`, true],
    ['is at a domain that ends alike', `someone@not${domain}`, true],
    ['has the domain in its first part', `"@${domain}@"@other.example`, true],
  ] as const) {
    it(`refuses someone whose address ${why}`, async () => {
      const { userId, caller } = await newPerson(api, { email, isVerified })
      const { status, body } = await caller.post(`${path}/join`)

      assert.equal(status, 400)
      assert.equal(body.error.reason, 'email_domain_not_allowed')
      assert.equal(await roleOf(api, userId), undefined)
      assert.equal((await caller.get(path)).status, 404)
    })
  }

  it('refuses someone whose domain is taken off at the same moment', async () => {
    const { userId, caller } = await newPerson(api, { email: `late@${domain}` })
    const [reply] = await whileBlocked(
      api,
      `update organization set email_domains = '{}' where organization_id = '${api.organization}'`,
      () => [caller.post(`${path}/join`)],
    )
    await api.as('admin').patch(path, { emailDomains: [domain] })
    await proveDomains(api, api.organization)

    assert.equal(reply?.status, 400)
    assert.equal(await roleOf(api, userId), undefined)
  })

  it('takes any verified address, not only the first', async () => {
    const { userId, caller } = await newPerson(api, { email: 'main@private.example' })
    await api.rows('insert into account_email values ($1, $2, now())', [
      `second@${domain}`,
      userId,
    ])
    assert.equal((await caller.post(`${path}/join`)).status, 204)
  })

  it('says that an unknown organization is not found, and 401 to the anonymous caller', async () => {
    const { caller } = await newPerson(api, { email: `lost@${domain}` })
    const { status, body } = await caller.post(`/orgs/${nowhere}/join`)
    assert.equal(status, 404)
    assert.equal(body.error.reason, 'not_found')
    assert.equal((await api.anonymous().post(`${path}/join`)).status, 401)
  })
})

describe('someone who could join', () => {
  let api: TestApi
  let path: string
  before(async () => {
    api = await startTestApi()
    path = `/orgs/${api.organization}`
    await api.as('admin').patch(path, { emailDomains: [domain] })
    await proveDomains(api, api.organization)
  })
  after(async () => api.stop())

  it('sees the organization with no permission but to view it, and no billing', async () => {
    const { caller } = await newPerson(api, { email: `viewer@${domain}` })
    const { status, headers, body } = await caller.get(path)

    assert.equal(status, 200)
    assert.equal(body.title, 'Acme')
    assert.deepEqual(
      Object.keys(body.permissions).filter((key) => body.permissions[key]),
      ['view'],
    )
    assert.equal('billing' in body, false)
    const etag = headers.get('etag') ?? ''
    assert.equal((await caller.get(path, { 'if-none-match': etag })).status, 304)
    assert.deepEqual((await caller.get('/orgs')).body, { items: [], count: 0 })
  })

  it('sees nothing beneath it', async () => {
    const { caller } = await newPerson(api, { email: `curious@${domain}` })
    for (const below of ['teams', 'agent-instructions']) {
      assert.equal((await caller.get(`${path}/${below}`)).status, 404)
    }
  })

  it('is an outsider again once the domain is taken off', async () => {
    await api.as('admin').patch(path, { emailDomains: [domain, 'brief.example'] })
    await proveDomains(api, api.organization)
    const { caller } = await newPerson(api, { email: 'one@brief.example' })
    assert.equal((await caller.get(path)).status, 200)

    await api.as('admin').patch(path, { emailDomains: [domain] })
    const real = await caller.get(path)
    const absent = await caller.get(`/orgs/${nowhere}`)
    assert.equal(real.status, 404)
    assert.deepEqual(refusal(real, api.organization), refusal(absent, nowhere))
    assert.equal((await caller.post(`${path}/join`)).status, 400)
  })

  it('finds every organization of their own domain, as a candidate or as a member', async () => {
    const { caller } = await newPerson(api, { email: `finder@${domain}` })
    await api
      .as('outsider')
      .patch(`/orgs/${api.otherOrganization}`, { emailDomains: [domain] })
    await proveDomains(api, api.otherOrganization)
    await caller.post(`/orgs/${api.otherOrganization}/join`)
    const { status, body } = await caller.get(
      `/email-domains/${domain.toUpperCase()}/orgs`,
    )

    assert.equal(status, 200)
    assert.deepEqual(
      body.organizations.map((each: Found) => [each.id, each.permissions.listMembers]),
      [
        [api.organization, false],
        [api.otherOrganization, true],
      ],
    )
  })

  it('finds only its own organization with a token that is restricted to one', async () => {
    const { userId } = await newPerson(api, { email: `bound@${domain}` })
    const bound = await narrowed(api, userId, { organizationId: api.otherOrganization })
    const { body } = await bound.get(`/email-domains/${domain}/orgs`)
    assert.deepEqual(
      body.organizations.map(({ id }: Found) => id),
      [api.otherOrganization],
    )
  })

  it('learns nothing about other domains or by an address that is not verified', async () => {
    const unverified = await newPerson(api, {
      email: `pretender@${domain}`,
      isVerified: false,
    })
    const elsewhere = await newPerson(api, { email: 'one@apart.example' })
    for (const { caller } of [unverified, elsewhere]) {
      const { status, body } = await caller.get(`/email-domains/${domain}/orgs`)
      assert.equal(status, 200)
      assert.deepEqual(body, { organizations: [] })
    }
    await api.rows('insert into account_email values ($1, $2, null)', [
      `claimed@${domain}`,
      api.users.read,
    ])
    const member = await api.as('read').get(`/email-domains/${domain}/orgs`)
    assert.deepEqual(member.body, { organizations: [] })
    const anonymous = await api.anonymous().get(`/email-domains/${domain}/orgs`)
    assert.equal(anonymous.status, 401)
  })
})

interface Found {
  readonly id: string
  readonly permissions: { readonly listMembers: boolean }
}

async function roleOf(api: TestApi, userId: string): Promise<string | null | undefined> {
  const [member] = await api.rows(
    'select role from member where organization_id = $1 and user_id = $2',
    [api.organization, userId],
  )
  return member?.role
}

async function membersOf(api: TestApi): Promise<number> {
  const [counter] = await api.rows(
    "select value from organization_counter where organization_id = $1 and name = 'members'",
    [api.organization],
  )
  return counter.value
}

async function joinEvents(api: TestApi, userId: string): Promise<unknown[]> {
  const rows = await api.rows(
    "select payload from event where organization_id = $1 and subject = $2 and type = 'member_joined'",
    [api.organization, `member:${userId}`],
  )
  return rows.map(({ payload }) => payload)
}

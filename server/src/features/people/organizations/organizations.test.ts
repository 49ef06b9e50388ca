import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { narrowed, newPerson, nowhere, refusal } from '#test/organizations/test-person.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe('reading an organization', () => {
  let api: TestApi
  let path: string
  before(async () => {
    api = await startTestApi({ APP_URL: 'http://app.lectern.test' })
    path = `/orgs/${api.organization}`
  })
  after(async () => api.stop())

  it('shows an admin everything, prices of nothing included', async () => {
    const { status, body } = await api.as('admin').get(path)

    assert.equal(status, 200)
    const { createdAt, permissions, ...rest } = body
    assert.match(createdAt, timestamp)
    assert.ok(Object.values(permissions).length === 13)
    const free = { monthly: 0, yearly: 0 }
    assert.deepEqual(rest, {
      object: 'organization',
      id: api.organization,
      title: 'Acme',
      emailDomains: [],
      hostname: 'acme',
      type: 'business',
      defaultRole: 'read',
      sso: false,
      ai: false,
      inviteLinks: true,
      plan: 'enterprise_2024',
      billing: {
        interval: 'yearly',
        endDate: null,
        hasPaymentFailed: false,
        isScheduledToCancel: false,
        pricing: {
          members: { plus_2024: free, pro_2024: free },
          sites: { premium: free, ultimate: free },
        },
        usageAddons: {},
      },
      mergeRules: { type: 'none' },
      urls: {
        location: `http://lectern.test/v1${path}`,
        app: `http://app.lectern.test/o/${api.organization}`,
      },
      trial: { status: 'notapplicable', count: 0 },
    })
  })

  const everybody = ['view']
  const withRole = [
    ...everybody,
    'access',
    'listMembers',
    'listTeams',
    'listIntegrations',
  ]
  const creators = [
    ...withRole,
    'createContent',
    'createOpenAPISpec',
    'listInstallations',
  ]
  const admins = [
    ...creators,
    'admin',
    'viewBilling',
    'installIntegration',
    'ingestConversations',
  ]
  const allowed = [
    ['guest', everybody],
    ['read', withRole],
    ['comment', withRole],
    ['edit', withRole],
    ['review', withRole],
    ['create', creators],
    ['admin', admins],
  ] as const
  for (const [role, expected] of allowed) {
    it(`tells ${role} what they may do, and billing to admins only`, async () => {
      const { body } = await api.as(role).get(path)

      const given = Object.keys(body.permissions).filter((key) => body.permissions[key])
      assert.deepEqual(given.toSorted(), expected.toSorted())
      assert.equal('billing' in body, role === 'admin')
    })
  }

  it('says ownTeam to the owner of a team, but not to a guest who owns one', async () => {
    const { edit, guest } = api.users
    const earlier = await api.as('edit').get(path)
    const team = await api.as('admin').put(`${path}/teams`, { title: 'Writers' })
    await api.as('admin').put(`${path}/teams/${team.body.id}/members`, {
      memberships: { [edit]: { role: 'owner' }, [guest]: { role: 'owner' } },
      add: [api.users.read],
    })

    const owner = await api.as('edit').get(path)
    assert.equal(owner.body.permissions.ownTeam, true)
    assert.notEqual(owner.headers.get('etag'), earlier.headers.get('etag'))
    assert.equal((await api.as('guest').get(path)).body.permissions.ownTeam, false)
    assert.equal((await api.as('read').get(path)).body.permissions.ownTeam, false)
  })

  it('answers 304 to whoever has seen this version, and never with another role’s', async () => {
    const seen = await api.as('review').get(path)
    const etag = seen.headers.get('etag') ?? ''

    const again = await api.as('review').get(path, { 'if-none-match': etag })
    assert.equal(again.status, 304)
    const other = await api.as('admin').get(path, { 'if-none-match': etag })
    assert.equal(other.status, 200)
    await api.as('admin').patch(path, { ai: true })
    const changed = await api.as('review').get(path, { 'if-none-match': etag })
    assert.equal(changed.status, 200)
    assert.equal(changed.body.ai, true)
  })

  it('answers an outsider exactly as if the organization did not exist', async () => {
    const real = await api.as('outsider').get(path)
    const absent = await api.as('outsider').get(`/orgs/${nowhere}`)

    assert.equal(real.status, 404)
    assert.deepEqual(refusal(real, api.organization), refusal(absent, nowhere))
  })

  it('answers a token for another organization the same way, even an admin’s', async () => {
    const elsewhere = await narrowed(api, api.users.admin, {
      organizationId: api.otherOrganization,
    })
    const real = await elsewhere.get(path)

    const absent = await elsewhere.get(`/orgs/${nowhere}`)
    assert.equal(real.status, 404)
    assert.deepEqual(refusal(real, api.organization), refusal(absent, nowhere))
  })

  it('tells a suspended member so, and the anonymous caller to send a token', async () => {
    await setSuspended(api, api.users.comment, true)
    const suspended = await api.as('comment').get(path)
    await setSuspended(api, api.users.comment, false)

    assert.equal(suspended.status, 403)
    assert.equal(suspended.body.error.reason, 'member_disabled')
    const anonymous = await api.anonymous().get(path)
    assert.equal(anonymous.status, 401)
    assert.equal(anonymous.body.error.reason, 'unauthenticated')
  })
})

describe('listing your organizations', () => {
  let api: TestApi
  let mine: string[]
  before(async () => {
    api = await startTestApi()
    mine = [api.otherOrganization]
    for (const title of ['Second', 'Third', 'Fourth']) {
      const { body } = await api.as('outsider').post('/orgs', { title })
      mine.push(body.id)
    }
  })
  after(async () => api.stop())

  it('answers them in order of creation, each as its own read would', async () => {
    const { status, body } = await api.as('outsider').get('/orgs')

    assert.equal(status, 200)
    assert.equal(body.count, 4)
    assert.deepEqual(
      body.items.map(({ id }: { id: string }) => id),
      mine,
    )
    const single = await api.as('outsider').get(`/orgs/${mine[0]}`)
    assert.deepEqual(body.items[0], single.body)
    assert.equal('next' in body, false)
  })

  it('shows a guest their organization, with what a guest may do', async () => {
    const { body } = await api.as('guest').get('/orgs')

    assert.equal(body.count, 1)
    assert.equal(body.items[0].id, api.organization)
    assert.equal(body.items[0].permissions.listMembers, false)
    assert.equal('billing' in body.items[0], false)
  })

  it('walks all pages without a gap or a repetition', async () => {
    const seen: string[] = []
    let page: string | undefined
    do {
      const query = page === undefined ? '' : `&page=${encodeURIComponent(page)}`
      const { body } = await api.as('outsider').get(`/orgs?limit=3${query}`)
      assert.equal(body.count, 4)
      seen.push(...body.items.map(({ id }: { id: string }) => id))
      page = body.next?.page
    } while (page !== undefined)

    assert.deepEqual(seen, mine)
  })

  it('counts alone with limit 0, and answers nobody’s organizations with an empty list', async () => {
    const counted = await api.as('outsider').get('/orgs?limit=0')
    assert.deepEqual(counted.body, { items: [], count: 4 })

    const { caller } = await newPerson(api, { email: 'alone@nowhere.example' })
    const none = await caller.get('/orgs')
    assert.deepEqual(none.body, { items: [], count: 0 })
  })

  it('refuses the cursor of another list', async () => {
    const teams = `/orgs/${api.organization}/teams`
    await api.as('admin').put(teams, { title: 'One' })
    await api.as('admin').put(teams, { title: 'Two' })
    const { body } = await api.as('admin').get(`${teams}?limit=1`)

    const reply = await api
      .as('admin')
      .get(`/orgs?page=${encodeURIComponent(body.next.page)}`)
    assert.equal(reply.status, 400)
    assert.equal(reply.body.error.reason, 'invalid_cursor')
  })

  it('lists one organization to a token that is restricted to it', async () => {
    const [, second] = mine
    const token = await narrowed(api, api.users.outsider, {
      organizationId: second ?? '',
    })
    const { body } = await token.get('/orgs')
    assert.deepEqual(
      [body.count, body.items.map(({ id }: { id: string }) => id)],
      [1, [second]],
    )

    const foreign = await narrowed(api, api.users.outsider, {
      organizationId: api.organization,
    })
    assert.deepEqual((await foreign.get('/orgs')).body, { items: [], count: 0 })
  })

  it('leaves out an organization where the membership is suspended', async () => {
    await setSuspended(api, api.users.read, true)
    const { body } = await api.as('read').get('/orgs')
    assert.deepEqual(body.items, [])
  })

  it('refuses the anonymous caller', async () => {
    assert.equal((await api.anonymous().get('/orgs')).status, 401)
  })
})

async function setSuspended(api: TestApi, userId: string, disabled: boolean) {
  await api.rows(
    'update member set disabled = $3 where organization_id = $1 and user_id = $2',
    [api.organization, userId, disabled],
  )
}

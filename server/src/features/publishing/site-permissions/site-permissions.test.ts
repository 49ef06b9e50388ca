import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { nodesOf } from '#test/test-nodes.ts'
import { newPerson, nowhere } from '#test/test-people.ts'

describe('roles that are given on a site', () => {
  let api: TestApi
  let nodes: ReturnType<typeof nodesOf>
  let sites: string
  let team: string
  before(async () => {
    api = await startTestApi()
    nodes = nodesOf(api)
    sites = `/orgs/${api.organization}/sites`
    team = await createTeam('Publishers', [api.users.edit])
  })
  after(async () => api.stop())

  async function newSite(spaces: readonly string[] = []): Promise<string> {
    return (await api.as('admin').post(sites, { spaces })).body.id
  }
  async function createTeam(title: string, members: string[] = []): Promise<string> {
    const path = `/orgs/${api.organization}/teams`
    return (await api.as('admin').put(path, { title, members })).body.id
  }
  const permissionsOf = (site: string) => `${sites}/${site}/permissions`
  async function give(site: string, role: string | null, users: string[]): Promise<void> {
    const { status } = await api.as('admin').post(permissionsOf(site), { role, users })
    assert.equal(status, 204)
  }
  async function rolesOf(site: string, what: 'users' | 'teams'): Promise<object> {
    const { body } = await api.as('admin').get(`${permissionsOf(site)}/${what}`)
    return Object.fromEntries(
      body.items.map((grant: TestBody) => [
        (grant.user ?? grant.team).id,
        grant.permission,
      ]),
    )
  }
  async function changesOf(site: string): Promise<TestBody[]> {
    const events = await api.rows(
      `select payload from event where subject = $1 and type = 'site_permissions_changed'
       order by occurred_at, id`,
      [`site:${site}`],
    )
    return events.map(({ payload }) => payload)
  }

  it('go to users and teams at once, with event and audit row in the same transaction', async () => {
    const site = await newSite()
    const body = { role: 'create', users: [api.users.read], teams: [team] }
    assert.equal((await api.as('admin').post(permissionsOf(site), body)).status, 204)

    assert.deepEqual(await rolesOf(site, 'users'), { [api.users.read]: 'create' })
    assert.deepEqual(await rolesOf(site, 'teams'), { [team]: 'create' })
    assert.deepEqual(await changesOf(site), [
      {
        siteId: site,
        users: { [api.users.read]: 'create' },
        teams: { [team]: 'create' },
        removedUsers: [],
        removedTeams: [],
      },
    ])
    const [audit] = await api.rows(
      `select actor_id, target_kind, details from audit_event
       where target_id = $1 and action = 'site_permissions_changed'`,
      [site],
    )
    assert.equal(audit.actor_id, api.users.admin)
    assert.equal(audit.target_kind, 'site')
    assert.deepEqual(audit.details.users, { [api.users.read]: 'create' })
  })

  it('go to all or, with the unknown ones named, to nobody', async () => {
    const site = await newSite()
    const reply = await api.as('admin').post(permissionsOf(site), {
      role: 'edit',
      users: [api.users.read, api.users.outsider],
      teams: [team, 'no-team'],
    })
    assert.equal(reply.status, 400)
    for (const unknown of [api.users.outsider, 'no-team']) {
      assert.ok(reply.body.error.message.includes(`"${unknown}"`))
    }
    assert.deepEqual(await rolesOf(site, 'users'), {})
    for (const body of [{ role: 'edit' }, { role: 'owner', users: [api.users.read] }]) {
      assert.equal((await api.as('admin').post(permissionsOf(site), body)).status, 400)
    }
  })

  it('are changed and taken back one by one', async () => {
    const site = await newSite()
    const gift = { role: 'edit', users: [api.users.read], teams: [team] }
    const sitesOfMember = async () =>
      (await api.as('admin').get(`/orgs/${api.organization}/members/${api.users.read}`))
        .body.sites
    const sitesBefore = await sitesOfMember()
    await api.as('admin').post(permissionsOf(site), gift)
    assert.equal(await sitesOfMember(), sitesBefore + 1)
    const user = `${permissionsOf(site)}/users/${api.users.read}`
    const ofTeam = `${permissionsOf(site)}/teams/${team}`
    const admin = api.as('admin')
    assert.equal((await admin.patch(user, { role: 'admin' })).status, 204)
    assert.equal((await admin.patch(user, {})).status, 204)
    assert.equal((await admin.patch(ofTeam, { role: null })).status, 204)
    assert.deepEqual(await rolesOf(site, 'users'), { [api.users.read]: 'admin' })
    assert.deepEqual(await rolesOf(site, 'teams'), { [team]: null })
    const nobody = `${permissionsOf(site)}/users/${api.users.edit}`
    assert.equal((await admin.patch(nobody, { role: 'admin' })).status, 404)
    assert.equal((await admin.patch(`${permissionsOf(site)}/teams/none`, {})).status, 404)
    for (const path of [user, ofTeam, user, ofTeam]) {
      assert.equal((await admin.delete(path)).status, 204)
    }
    assert.deepEqual(await rolesOf(site, 'users'), {})
    assert.deepEqual(await rolesOf(site, 'teams'), {})
    assert.equal(await sitesOfMember(), sitesBefore)
    assert.equal((await changesOf(site)).length, 5, 'no change is no event')
  })

  it('are listed page by page, with a count', async () => {
    const site = await newSite()
    const users = [api.users.read, api.users.edit, api.users.comment]
    const teams = [team, await createTeam('Second'), await createTeam('Third')]
    const gift = { role: 'read', users, teams }
    await api.as('admin').post(permissionsOf(site), gift)
    for (const [what, ids] of [
      ['users', users.toSorted()],
      ['teams', teams.toSorted()],
    ] as const) {
      const list = `${permissionsOf(site)}/${what}?limit=2`
      const first = await api.as('read').get(list)
      assert.equal(first.body.count, 3)
      const second = await api.as('read').get(`${list}&page=${first.body.next.page}`)
      assert.deepEqual(
        [...first.body.items, ...second.body.items].map(
          (grant) => (grant.user ?? grant.team).id,
        ),
        ids,
      )
      assert.equal(second.body.next, undefined)
    }
  })

  it('show guests that site and no other', async () => {
    const site = await newSite()
    const other = await newSite()
    const guest = await newPerson(api, { name: 'Guest', role: null })
    const as = guest.caller
    assert.equal((await as.get(`${sites}/${site}`)).status, 403)
    await give(site, 'read', [guest.userId])
    assert.equal((await as.get(`${sites}/${site}`)).status, 200)
    assert.equal((await as.get(`${sites}/${site}/structure`)).status, 200)
    for (const filter of ['', '?title=site']) {
      const { body } = await as.get(`${sites}${filter}`)
      assert.deepEqual(
        [body.count, body.items.map(({ id }: TestBody) => id)],
        [1, [site]],
      )
    }
    const hidden = await as.get(`${sites}/${other}`)
    const missing = await as.get(`${sites}/${nowhere}`)
    assert.deepEqual([hidden.status, missing.status], [403, 403])
    assert.equal(hidden.body.error.message, missing.body.error.message)
    await give(site, null, [guest.userId])
    assert.equal((await as.get(`${sites}/${site}`)).status, 403)
    assert.deepEqual((await as.get(sites)).body.items, [])
  })

  it('let create change the structure and admin the settings, as one of a team too', async () => {
    const space = await nodes.space()
    const site = await newSite([space])
    const person = await newPerson(api, { name: 'Writer', role: 'read' })
    const as = person.caller
    const another = await nodes.space()
    const place = `${sites}/${site}/site-spaces`
    const rename = async () =>
      (await as.patch(`${sites}/${site}`, { title: 'Renamed' })).status
    assert.equal((await as.post(place, { spaceId: another })).status, 403)
    await give(site, 'create', [person.userId])
    assert.equal((await as.post(place, { spaceId: another })).status, 201)
    assert.equal(await rename(), 403)
    const crew = await createTeam('Crew', [person.userId])
    const gift = { role: 'admin', teams: [crew] }
    await api.as('admin').post(permissionsOf(site), gift)
    assert.equal(await rename(), 200)
    assert.equal((await as.post(`${sites}/${site}/publish`)).status, 200)
    assert.equal((await as.post(sites, {})).status, 403, 'nothing in the organization')
    await api.as('admin').patch(`${permissionsOf(site)}/teams/${crew}`, { role: null })
    assert.equal(await rename(), 403)
  })

  it('give nothing on the spaces of the site', async () => {
    const closed = await nodes.space({ defaultLevel: null })
    const unshown = await nodes.space({ defaultLevel: null })
    const site = await newSite([closed])
    const guest = await newPerson(api, { name: 'Publisher', role: null })
    await give(site, 'admin', [guest.userId])
    const as = guest.caller
    assert.equal((await as.get(`/spaces/${closed}`)).status, 404)
    assert.deepEqual((await as.get(`${sites}/${site}/site-spaces`)).body.items, [])
    const add = { spaceId: unshown }
    assert.equal((await as.post(`${sites}/${site}/site-spaces`, add)).status, 404)
    const preview = `${sites}/${site}/publishing/preview`
    assert.equal((await as.get(preview)).status, 403)
    await nodes.give(closed, guest.userId, 'read')
    assert.equal((await as.get(preview)).status, 200)
    assert.equal((await as.get(`${permissionsOf(site)}/aggregate`)).status, 403)
    const target = { type: 'site', site }
    const named = await as.put('/custom-hostnames/guest.docs.example', { target })
    assert.equal(named.status, 404)
  })

  it('are given by admins of the organization and of the site only', async () => {
    const site = await newSite()
    const guest = await newPerson(api, { name: 'Admin', role: null })
    const as = guest.caller
    const gift = { role: 'admin', users: [api.users.edit] }
    const path = `${permissionsOf(site)}/users/${api.users.edit}`
    await give(site, 'create', [guest.userId, api.users.create])
    for (const caller of [as, api.as('create')]) {
      assert.equal((await caller.post(permissionsOf(site), gift)).status, 403)
      assert.equal((await caller.patch(path, { role: 'read' })).status, 403)
      assert.equal((await caller.delete(path)).status, 403)
    }
    assert.equal((await as.get(`${permissionsOf(site)}/users`)).status, 403)
    await give(site, 'admin', [guest.userId])
    assert.equal((await as.post(permissionsOf(site), gift)).status, 204)
    assert.equal((await as.patch(path, { role: 'read' })).status, 204)
    assert.equal((await as.get(`${permissionsOf(site)}/users`)).status, 200)
    assert.equal((await as.get(`${permissionsOf(site)}/teams`)).status, 200)
    assert.equal((await as.delete(path)).status, 204)
  })

  it('are hidden from outsiders, and need a token', async () => {
    const site = await newSite()
    const asked = async (caller: ReturnType<TestApi['as']>, of: string) => [
      await caller.get(`${permissionsOf(of)}/users`),
      await caller.get(`${permissionsOf(of)}/teams`),
      await caller.post(permissionsOf(of), { role: 'read', users: [api.users.read] }),
      await caller.patch(`${permissionsOf(of)}/users/${api.users.read}`, {}),
      await caller.patch(`${permissionsOf(of)}/teams/${team}`, {}),
    ]
    const statusesOf = async (caller: ReturnType<TestApi['as']>, of: string) =>
      new Set((await asked(caller, of)).map(({ status }) => status))
    assert.deepEqual(await statusesOf(api.as('outsider'), site), new Set([404]))
    assert.deepEqual(await statusesOf(api.as('admin'), nowhere), new Set([404]))
    assert.deepEqual(await statusesOf(api.anonymous(), site), new Set([401]))
  })

  it('give nothing to suspended members', async () => {
    const site = await newSite()
    const guest = await newPerson(api, { name: 'Suspended', role: null })
    await give(site, 'admin', [guest.userId])
    await api.rows('update member set disabled = true where user_id = $1', [guest.userId])
    const as = guest.caller
    const { status, body } = await as.get(`${sites}/${site}`)
    assert.deepEqual([status, body.error.reason], [403, 'member_disabled'])
    assert.equal((await as.get(sites)).status, 403)
    const aggregate = await api.as('admin').get(`${permissionsOf(site)}/aggregate`)
    const ids = aggregate.body.items.map(({ user }: TestBody) => user.id)
    assert.equal(ids.includes(guest.userId), false)
  })

  it('are counted among those with access, with where they come from', async () => {
    const site = await newSite()
    const one = await newPerson(api, { name: 'One', role: null })
    const two = await newPerson(api, { name: 'Two', role: 'read' })
    const none = await newPerson(api, { name: 'None', role: null })
    const crew = await createTeam('Counted', [two.userId])
    await give(site, 'create', [one.userId])
    await give(site, null, [none.userId])
    await api.as('admin').post(permissionsOf(site), { role: 'edit', teams: [crew] })
    const { body } = await api.as('admin').get(`${permissionsOf(site)}/aggregate`)
    const originOf = (id: string) =>
      body.items.find(({ user }: TestBody) => user.id === id)
    const origin = { type: 'site', site }
    const direct = originOf(one.userId)
    assert.equal(direct.permission, 'create')
    assert.deepEqual(direct.origin, { ...origin, reason: 'member' })
    const byTeam = originOf(two.userId)
    assert.equal(byTeam.permission, 'edit')
    assert.deepEqual(byTeam.origin, { ...origin, reason: 'team', team: crew })
    assert.equal(originOf(none.userId), undefined)
  })

  it('go with the team, the member or the site', async () => {
    const crew = await createTeam('Leaving', [api.users.edit])
    const person = await newPerson(api, { name: 'Leaving', role: null })
    const site = await newSite()
    const gift = { role: 'edit', users: [person.userId, api.users.read], teams: [crew] }
    await api.as('admin').post(permissionsOf(site), gift)
    const base = `/orgs/${api.organization}`
    await api.as('admin').delete(`${base}/teams/${crew}`)
    await api.as('admin').delete(`${base}/members/${person.userId}`)
    assert.deepEqual(await rolesOf(site, 'users'), { [api.users.read]: 'edit' })
    assert.deepEqual(await rolesOf(site, 'teams'), {})
    assert.equal((await api.as('admin').delete(`${sites}/${site}`)).status, 204)
    const left = await api.rows('select from site_user_grant where site_id = $1', [site])
    assert.equal(left.length, 0)
  })

  it('are given once for one Idempotency-Key', async () => {
    const site = await newSite()
    const gift = { role: 'edit', users: [api.users.read] }
    const key = { 'idempotency-key': 'gift-on-site' }
    for (const attempt of [1, 2]) {
      const reply = await api.as('admin').send('POST', permissionsOf(site), gift, key)
      assert.equal(reply.status, 204, String(attempt))
    }
    assert.equal((await changesOf(site)).length, 1)
  })
})

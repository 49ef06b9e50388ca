import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('teams that follow groups of an identity provider', () => {
  let api: TestApi
  let saml: string
  before(async () => {
    api = await startTestApi()
    saml = `/orgs/${api.organization}/saml`
  })
  after(async () => api.stop())

  async function team(title: string): Promise<string> {
    const reply = await api.as('admin').put(`/orgs/${api.organization}/teams`, { title })
    return reply.body.id
  }

  async function provider(groups: unknown) {
    return api.as('admin').post(saml, { label: 'Acme', groups })
  }

  it('are settings that are answered as they were sent, until they are taken away', async () => {
    const [writers, editors] = [await team('Writers'), await team('Editors')]
    const teams = [
      { group: 'Both', team: writers },
      { group: 'Both', team: editors },
      { group: 'Ä group, of words', team: editors },
    ]
    const byGroup = teams.toSorted((one, other) =>
      one.group + one.team < other.group + other.team ? -1 : 1,
    )
    const made = await provider({ attribute: 'memberOf', teams })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    assert.deepEqual(made.body.groups, { attribute: 'memberOf', teams: byGroup })
    const path = `${saml}/${made.body.id}`
    const admin = api.as('admin')
    assert.deepEqual((await admin.get(path)).body.groups, made.body.groups)
    const [listed] = (await admin.get(saml)).body.items
    assert.deepEqual(listed.groups, made.body.groups)

    const kept = await admin.patch(path, { label: 'Other' })
    assert.deepEqual(kept.body.groups, made.body.groups)
    const fewer = { attribute: 'groups', teams: [{ group: 'One', team: writers }] }
    assert.deepEqual((await admin.patch(path, { groups: fewer })).body.groups, fewer)
    const [audited] = await api.rows(
      `select details from audit_event
       where action = 'saml_provider_updated' and target_id = $1
       order by id desc limit 1`,
      [made.body.id],
    )
    assert.deepEqual(audited.details.after, { groups: fewer })
    const none = await admin.patch(path, { groups: null })
    assert.equal('groups' in none.body, false)
    assert.deepEqual(await api.rows('select 1 from saml_provider_team'), [])
  })

  it('are those of the organization', async () => {
    const own = await team('Own')
    const elsewhere = await api
      .as('outsider')
      .put(`/orgs/${api.otherOrganization}/teams`, { title: 'Elsewhere' })
    assert.equal(elsewhere.status, 201)
    for (const id of [elsewhere.body.id, 'nobody']) {
      const teams = [
        { group: 'One', team: own },
        { group: 'Two', team: id },
      ]
      const refused = await provider({ attribute: 'memberOf', teams })
      assert.equal(refused.status, 404)
      assert.match(refused.body.error.message, new RegExp(id))
    }
    const teams = [{ group: 'One', team: own }]
    const { body } = await provider({ attribute: 'memberOf', teams })
    const path = `${saml}/${body.id}`
    const whole = await api.as('admin').get(path)
    await api.as('admin').delete(`/orgs/${api.organization}/teams/${own}`)
    const left = await api.as('admin').get(path)
    assert.deepEqual(left.body.groups, { attribute: 'memberOf', teams: [] })
    assert.notEqual(left.headers.get('etag'), whole.headers.get('etag'))
    const { status } = await api.as('admin').patch(path, { groups: left.body.groups })
    assert.equal(status, 200)
  })

  it('have bounds, and need a name of their attribute', async () => {
    const id = await team('Bounded')
    const one = { group: 'One', team: id }
    for (const groups of [
      { attribute: '', teams: [] },
      { attribute: 'a'.repeat(257), teams: [] },
      { teams: [one] },
      { attribute: 'memberOf' },
      { attribute: 'memberOf', teams: [{ group: '', team: id }] },
      { attribute: 'memberOf', teams: [{ group: 'g'.repeat(257), team: id }] },
      { attribute: 'memberOf', teams: [{ group: 'One' }] },
      {
        attribute: 'memberOf',
        teams: Array.from({ length: 101 }, (_, at) => ({ group: `${at}`, team: id })),
      },
    ]) {
      assert.equal((await provider(groups)).status, 400, JSON.stringify(groups))
    }
    const most = Array.from({ length: 100 }, (_, at) => ({
      group: `${at}`.padStart(256, 'g'),
      team: id,
    }))
    const made = await provider({ attribute: 'memberOf', teams: most })
    assert.equal(made.body.groups.teams.length, 100)
    const twice = await provider({ attribute: 'memberOf', teams: [one, one] })
    assert.deepEqual(twice.body.groups.teams, [one])
  })
})

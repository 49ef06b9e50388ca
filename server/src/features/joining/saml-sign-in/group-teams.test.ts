import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { proveOwn } from '#test/organizations/prove-domains.ts'
import { sessionAt } from '#test/sessions/test-browser-session.ts'
import { TestIdp } from '#test/sso/test-idp.ts'
import {
  makeProvider,
  pathOf,
  SamlBrowser,
  type TestProvider,
} from '#test/sso/test-saml-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const attribute = 'http://schemas.example/groups'

describe('the teams of somebody who signs in with an identity provider', () => {
  let api: TestApi
  let provider: TestProvider
  const teams: Record<string, string> = {}
  const idp = new TestIdp()
  let people = 0
  before(async () => {
    api = await startTestApi()
    await proveOwn(api, 'idp.example')
    for (const title of ['Writers', 'Editors', 'Default', 'By hand']) {
      const made = await api.as('admin').put(`/orgs/${api.organization}/teams`, { title })
      teams[title] = made.body.id
    }
    provider = await makeProvider(api, idp, {
      defaultRole: 'read',
      defaultTeam: teams['Default'],
      groups: {
        attribute,
        teams: [
          { group: 'writers', team: teams['Writers'] },
          { group: 'all of them', team: teams['Writers'] },
          { group: 'all of them', team: teams['Editors'] },
        ],
      },
    })
  })
  after(async () => api.stop())

  function person() {
    people += 1
    const email = `person${people}@idp.example`
    return (groups: readonly string[] | undefined, more = {}) => ({
      subject: email,
      attributes: {
        email: [email],
        ...(groups !== undefined && { [attribute]: groups }),
        ...more,
      },
    })
  }

  async function signIn(said: object, at = provider): Promise<string> {
    const browser = new SamlBrowser(api)
    const { status, text } = await browser.signIn(at, idp, said)
    assert.equal(status, 303, text)
    return userOf(browser)
  }

  async function userOf({ cookies }: SamlBrowser): Promise<string> {
    const cookie = `__Host-lectern=${cookies.get('__Host-lectern') ?? ''}`
    const session = sessionAt(api.url, { id: '', accountId: '', cookie })
    return (await session.get('/user')).body.id
  }

  async function teamsOf(userId: string): Promise<string[]> {
    const path = `/orgs/${api.organization}/members/${userId}`
    const { body } = await api.as('admin').get(`${path}/teams`)
    assert.equal((await api.as('admin').get(path)).body.teams, body.items.length)
    return body.items
      .map(({ team }: { team: { title: string } }) => team.title)
      .toSorted()
  }

  const put = async (title: string, userId: string, role: string) =>
    api
      .as('admin')
      .put(`/orgs/${api.organization}/teams/${teams[title]}/members/${userId}`, { role })

  it('are exactly those of their groups, and others as they were', async () => {
    const saying = person()
    const id = await signIn(saying(['writers', 'something else']))
    assert.deepEqual(await teamsOf(id), ['Default', 'Writers'])
    await put('By hand', id, 'owner')
    await put('Writers', id, 'owner')
    const steps: [groups: string[] | undefined, teams: string[]][] = [
      [['all of them'], ['By hand', 'Default', 'Editors', 'Writers']],
      [['writers'], ['By hand', 'Default', 'Writers']],
      [
        ['Writers', ' other '],
        ['By hand', 'Default'],
      ],
      [['  writers\n'], ['By hand', 'Default', 'Writers']],
      [[], ['By hand', 'Default']],
      [
        ['all of them', 'writers'],
        ['By hand', 'Default', 'Editors', 'Writers'],
      ],
      [undefined, ['By hand', 'Default']],
    ]
    for (const [groups, expected] of steps) {
      assert.equal(await signIn(saying(groups)), id)
      assert.deepEqual(await teamsOf(id), expected, JSON.stringify(groups))
    }
    const audited = await api.rows(
      `select t.title, details from audit_event as e
       join team as t on t.id = e.target_id
       where action = 'team_members_changed' and actor_id = $1 order by e.id`,
      [id],
    )
    const [add, remove] = [
      { set: { [id]: 'member' }, removed: [] },
      { set: {}, removed: [id] },
    ]
    assert.deepEqual(
      audited.map(({ title, details }) => ({ [title]: details })),
      [
        { Writers: add },
        { Default: add },
        { Editors: add },
        { Editors: remove },
        { Writers: remove },
        { Writers: add },
        { Writers: remove },
        { Writers: add },
        { Editors: add },
        { Writers: remove },
        { Editors: remove },
      ],
    )
  })

  it('come from each attribute of the name, and from no other', async () => {
    const saying = person()
    const id = await signIn(
      saying(undefined, { groups: ['writers'], [`${attribute}s`]: ['writers'] }),
    )
    assert.deepEqual(await teamsOf(id), ['Default'])
    const { acsURL, entityID: audience } = provider
    const browser = new SamlBrowser(api)
    const inResponseTo = await browser.begin(provider)
    const said = idp.says({ acsURL, audience, inResponseTo }, saying(['one', 'writers']))
    // Some providers send an attribute for each group.
    const xml = idp
      .assertion(said)
      .replace(
        '</saml:AttributeValue><saml:AttributeValue>writers',
        `</saml:AttributeValue></saml:Attribute><saml:Attribute Name="${attribute}"><saml:AttributeValue>writers`,
      )
    const signed = idp.response(said, idp.sign(xml, said.assertionId))
    const brought = await browser.bring(new URL(acsURL).pathname, signed)
    assert.equal((await browser.get(pathOf(brought))).status, 303)
    assert.deepEqual(await teamsOf(id), ['Default', 'Writers'])
  })

  it('of a new member are those of groups also where the default team is one of them', async () => {
    const both = await makeProvider(api, new TestIdp(idp.entityId, idp.identity), {
      defaultTeam: teams['Editors'],
      groups: {
        attribute,
        teams: [
          { group: 'editors', team: teams['Editors'] },
          { group: 'writers', team: teams['Writers'] },
        ],
      },
    })
    assert.deepEqual(await teamsOf(await signIn(person()(['writers']), both)), [
      'Writers',
    ])
    const saying = person()
    const id = await signIn(saying(['editors', 'writers']), both)
    assert.deepEqual(await teamsOf(id), ['Editors', 'Writers'])
    // Without groups in the settings nobody is put anywhere or taken out.
    await api
      .as('admin')
      .patch(`/orgs/${api.organization}/saml/${both.id}`, { groups: null })
    await signIn(saying([]), both)
    assert.deepEqual(await teamsOf(id), ['Editors', 'Writers'])
  })

  it('are not read by settings that came after the answer', async () => {
    const saying = person()
    const later = await makeProvider(api, new TestIdp(idp.entityId, idp.identity), {
      groups: { attribute, teams: [{ group: 'writers', team: teams['Writers'] }] },
    })
    const browser = new SamlBrowser(api)
    const { acsURL, entityID: audience } = later
    const inResponseTo = await browser.begin(later)
    const xml = idp.answer(
      idp.says({ acsURL, audience, inResponseTo }, saying(['writers'])),
    )
    const brought = await browser.bring(new URL(acsURL).pathname, xml)
    const groups = { attribute, teams: [{ group: 'writers', team: teams['Editors'] }] }
    await api.as('admin').patch(`/orgs/${api.organization}/saml/${later.id}`, { groups })
    assert.equal((await browser.get(pathOf(brought))).status, 403)
    assert.deepEqual(await teamsOf(await signIn(saying(['writers']), later)), ['Editors'])
  })

  it('are those that are there: a team that is gone is none', async () => {
    const made = await api
      .as('admin')
      .put(`/orgs/${api.organization}/teams`, { title: 'Going' })
    const going = await makeProvider(api, new TestIdp(idp.entityId, idp.identity), {
      groups: { attribute, teams: [{ group: 'writers', team: made.body.id }] },
    })
    await api.as('admin').delete(`/orgs/${api.organization}/teams/${made.body.id}`)
    assert.deepEqual(await teamsOf(await signIn(person()(['writers']), going)), [])
  })

  it('change for several people at once', async () => {
    const all = Array.from({ length: 6 }, person)
    const ids = await Promise.all(
      all.map(async (saying) => signIn(saying(['all of them']))),
    )
    await Promise.all(
      all.map(async (saying, at) => signIn(saying(at % 2 === 0 ? ['writers'] : []))),
    )
    for (const [at, id] of ids.entries()) {
      const expected = at % 2 === 0 ? ['Default', 'Writers'] : ['Default']
      assert.deepEqual(await teamsOf(id), expected)
    }
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { refusal } from '#test/test-people.ts'

const actionsOf = ({ items }: TestBody): string[] =>
  items.map(({ action }: TestBody) => action)

describe('the audit log', () => {
  let api: TestApi
  let log: string
  let team: string
  before(async () => {
    api = await startTestApi()
    log = `/orgs/${api.organization}/audit-events`
    const teams = `/orgs/${api.organization}/teams`
    const made = await api.as('admin').put(teams, { title: 'Writers' })
    team = made.body.id
    for (const title of ['Authors', 'Editors', 'Makers']) {
      await api.as('admin').patch(`${teams}/${team}`, { title })
    }
    await api.as('admin').put(`${teams}/${team}/members/${api.users.edit}`, {
      role: 'owner',
    })
    await api.as('edit').patch(`${teams}/${team}`, { title: 'Poets' })
  })
  after(async () => api.stop())

  const list = async (query = ''): Promise<TestBody> => {
    const { status, body } = await api.as('admin').get(`${log}?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  it('tells admins what was done, by whom and to what, newest first', async () => {
    const { items, count } = await list()
    assert.equal(items[0].action, 'team_renamed')
    assert.deepEqual(items[0].target, { object: 'team', id: team })
    assert.equal(items[0].actor.id, api.users.edit)
    assert.equal(typeof items[0].actor.displayName, 'string')
    const times = items.map(({ occurredAt }: TestBody) => occurredAt)
    assert.deepEqual(times, times.toSorted().toReversed())
    for (const time of times) assert.match(time, /T\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.equal(count, items.length)
  })

  it('comes in pages that miss nothing and repeat nothing', async () => {
    const whole = (await list('limit=1000')).items
    const seen: TestBody[] = []
    for (let page = ''; ;) {
      const one = await list(`limit=2${page}`)
      seen.push(...one.items)
      if (one.next === undefined) break
      page = `&page=${encodeURIComponent(one.next.page)}`
    }
    assert.deepEqual(seen, whole)
  })

  it('is filtered by action, actor, target and time, also by several at once', async () => {
    assert.deepEqual(actionsOf(await list('action=team_created')), ['team_created'])
    const byEditor = await list(`actor=${api.users.edit}&target=${team}`)
    assert.deepEqual(actionsOf(byEditor), ['team_renamed'])
    assert.equal((await list('target=nothing')).count, 0)
    const ofTeam = await list(`target=${team}`)
    assert.equal(ofTeam.count, 6)
    const [, second, third] = ofTeam.items
    const between = await list(
      `target=${team}&from=${third.occurredAt}&to=${second.occurredAt}`,
    )
    assert.deepEqual(
      between.items.map(({ id }: TestBody) => id),
      [third.id],
    )
  })

  it('takes times that lie before everything', async () => {
    for (const time of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00%2B23:59']) {
      const { count } = await list(`target=${team}&from=${time}`)
      assert.equal(count, (await list(`target=${team}`)).count)
      assert.equal((await list(`target=${team}&to=${time}`)).count, 0)
    }
  })

  it('refuses a time that is none and more than a thousand at once', async () => {
    for (const query of ['from=yesterday', 'limit=1001', 'limit=0', 'page=made-up']) {
      assert.equal((await api.as('admin').get(`${log}?${query}`)).status, 400, query)
    }
  })

  it('shows one entry with what it tells besides and the request it was', async () => {
    const [entry] = (await list(`target=${team}`)).items
    const { status, body } = await api.as('admin').get(`${log}/${entry.id}`)
    assert.equal(status, 200)
    const { requestId, details, ...rest } = body
    assert.deepEqual(rest, entry)
    assert.deepEqual(details, { title: 'Poets', previousTitle: 'Makers' })
    assert.match(requestId, /\S/)
  })

  it('lists each action once, with words for people', async () => {
    const actions = `/orgs/${api.organization}/audit-event-actions`
    const { status, body } = await api.as('admin').get(actions)
    assert.equal(status, 200)
    const names = actionsOf(body)
    assert.deepEqual(names, [...new Set(names)].toSorted())
    const renamed = body.items.find(({ action }: TestBody) => action === 'team_renamed')
    assert.equal(renamed.title, 'Team renamed')
    assert.deepEqual(new Set(names), new Set(actionsOf(await list('limit=100'))))
  })

  it('is for admins: members are refused, outsiders told nothing, the nameless sent to sign in', async () => {
    const [{ id }] = (await list()).items
    const actions = `/orgs/${api.organization}/audit-event-actions`
    for (const path of [log, `${log}/${id}`, actions]) {
      for (const name of ['create', 'read', 'guest'] as const) {
        assert.equal((await api.as(name).get(path)).status, 403, `${name} ${path}`)
      }
      assert.equal((await api.as('outsider').get(path)).status, 404, path)
      assert.equal((await api.anonymous().get(path)).status, 401, path)
    }
    const missing = await api.as('admin').get(`${log}/nothing`)
    assert.equal(missing.status, 404)
    assert.match(refusal(missing).message, /audit event/)
  })

  it('never shows an entry of another organization', async () => {
    const [{ id }] = (await list()).items
    const elsewhere = `/orgs/${api.otherOrganization}/audit-events`
    assert.equal((await api.as('outsider').get(`${elsewhere}/${id}`)).status, 404)
    const theirs = await api.as('outsider').get(`${elsewhere}?target=${team}`)
    assert.deepEqual([theirs.status, theirs.body.count], [200, 0])
  })
})

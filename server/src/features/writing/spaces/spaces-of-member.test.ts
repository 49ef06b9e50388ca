import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { SampleName } from '#test/sample.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

describe('the spaces of a member', () => {
  let api: TestApi
  const ids: Record<'direct' | 'team' | 'inside' | 'secret' | 'nothing', string> = {
    direct: '',
    team: '',
    inside: '',
    secret: '',
    nothing: '',
  }
  before(async () => {
    api = await startTestApi()
    const admin = api.as('admin')
    const base = `/orgs/${api.organization}`
    const space = async (body: object = {}) =>
      (await admin.post(`${base}/spaces`, body)).body.id
    const { body: shelf } = await admin.post(`${base}/collections`, { title: 'Shelf' })
    const { body: team } = await admin.put(`${base}/teams`, {
      title: 'Crew',
      members: [api.users.guest],
    })
    const users = [api.users.guest]
    const give = async (path: string, body: object) =>
      assert.equal((await admin.post(`${path}/permissions`, body)).status, 204)
    ids.direct = await space()
    await give(`/spaces/${ids.direct}`, { role: 'comment', users })
    ids.team = await space()
    await give(`/spaces/${ids.team}`, { role: 'edit', teams: [team.id] })
    await give(`/spaces/${ids.team}`, { role: 'read', users })
    ids.inside = await space({ parent: shelf.id })
    await give(`/collections/${shelf.id}`, { role: 'create', users })
    ids.secret = await space()
    await admin.patch(`/spaces/${ids.secret}`, { defaultLevel: null })
    await give(`/spaces/${ids.secret}`, { role: 'admin', users })
    ids.nothing = await space()
    await give(`/spaces/${ids.nothing}`, { role: null, users })
    const trashed = await space()
    await give(`/spaces/${trashed}`, { role: 'admin', users })
    await admin.delete(`/spaces/${trashed}`)
  })
  after(async () => api.stop())

  async function list(name: SampleName, of: SampleName, query = '') {
    const path = `/orgs/${api.organization}/members/${api.users[of]}/spaces${query}`
    return api.as(name).get(path)
  }

  it('are those they were given a role on by any way, with the strongest, latest first', async () => {
    const { body } = await list('admin', 'guest')
    assert.deepEqual(shown(body), [
      [ids.secret, 'admin'],
      [ids.inside, 'create'],
      [ids.team, 'edit'],
      [ids.direct, 'comment'],
    ])
    assert.equal(body.count, 4)
    const oldest = await list('admin', 'guest', '?order=asc')
    assert.deepEqual(shown(oldest.body), shown(body).toReversed())
  })

  it('are only those that the caller may see, with what the caller may do', async () => {
    const { body } = await list('read', 'guest')
    assert.deepEqual(shown(body), [
      [ids.inside, 'create'],
      [ids.team, 'edit'],
      [ids.direct, 'comment'],
    ])
    assert.equal(body.count, 3)
    assert.equal(body.items[0].space.permissions.edit, false)
    const own = await list('guest', 'guest')
    assert.equal(own.body.items[0].space.permissions.admin, true)
  })

  for (const order of ['asc', 'desc']) {
    it(`come page by page in the order ${order}`, async () => {
      const all = await list('admin', 'guest', `?order=${order}`)
      const first = await list('admin', 'guest', `?order=${order}&limit=3`)
      const page = first.body.next.page
      const second = await list('admin', 'guest', `?order=${order}&limit=3&page=${page}`)
      assert.deepEqual([...shown(first.body), ...shown(second.body)], shown(all.body))
      assert.equal(second.body.next, undefined)
    })
  }

  it('are hidden with the member', async () => {
    const hidden = await list('guest', 'read')
    assert.equal(hidden.status, 404)
    assert.match(hidden.body.error.message, /^No member/)
    const path = `/orgs/${api.organization}/members/nobody/spaces`
    assert.equal((await api.as('admin').get(path)).status, 404)
    assert.equal((await list('outsider', 'guest')).status, 404)
    const anonymous = await api.anonymous().get(path)
    assert.equal(anonymous.status, 401)
  })
})

function shown({ items }: TestBody): [spaceId: string, permission: string][] {
  return items.map(({ permission, space }: TestBody) => [space.id, permission])
}

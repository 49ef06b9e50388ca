import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestReply } from '#test/test-api.ts'
import { eventsOf, nodesOf } from '#test/test-nodes.ts'

/** Whether the answer allows its reader nothing at all. */
function nothing({ body }: TestReply): boolean {
  return Object.values(body.permissions).every((allowed) => allowed === false)
}

describe('updating a space', () => {
  let api: TestApi
  let nodes: ReturnType<typeof nodesOf>
  before(async () => {
    api = await startTestApi()
    nodes = nodesOf(api)
  })
  after(async () => api.stop())

  it('changes the settings that are given', async () => {
    const id = await nodes.space({ title: 'Before' })
    const rules = {
      type: 'rules',
      rules: [{ rule: 'require_at_least_one_review' }],
    }
    const body = { editMode: 'locked', language: 'ja', mergeRules: rules }
    const reply = await api.as('admin').patch(`/spaces/${id}`, body)
    assert.equal(reply.status, 200)
    assert.deepEqual(
      [reply.body.editMode, reply.body.language, reply.body.mergeRules],
      ['locked', 'ja', rules],
    )
    assert.equal(reply.body.title, 'Before')
    assert.deepEqual((await api.as('admin').get(`/spaces/${id}`)).body, reply.body)
    const level = await api.as('admin').patch(`/spaces/${id}`, { defaultLevel: null })
    assert.equal(level.body.defaultLevel, null)
    assert.equal((await api.as('create').get(`/spaces/${id}`)).status, 404)
    const events = await eventsOf(api, `space:${id}`)
    assert.deepEqual(events.at(-1)?.payload, { spaceId: id, changed: ['defaultLevel'] })
  })

  it('shows an emoji or an icon, one at a time', async () => {
    const id = await nodes.space()
    const icon = 'https://example.com/icon.png'
    const change = async (body: object) => {
      const { body: space } = await api.as('admin').patch(`/spaces/${id}`, body)
      return [space.emoji, space.urls?.icon]
    }
    assert.deepEqual(await change({ emoji: '🚀' }), ['🚀', undefined])
    const word = await api.as('admin').patch(`/spaces/${id}`, { emoji: 'rocket' })
    assert.deepEqual(
      [word.status, word.body.error.details],
      [400, [{ path: 'body.emoji', message: 'must be a valid emoji' }]],
    )
    assert.deepEqual(await change({ icon }), ['1f4d8', icon])
    assert.deepEqual(await change({ emoji: '🚀', icon: null }), ['🚀', undefined])
    assert.deepEqual(await change({ emoji: null }), ['1f4d8', undefined])
    const both = await api.as('admin').patch(`/spaces/${id}`, { emoji: '🚀', icon })
    assert.deepEqual([both.status, both.body.error.reason], [400, 'invalid_request'])
    for (const unsafe of ['javascript:alert(1)', 'data:image/png;base64,AA==']) {
      const refused = await api.as('admin').patch(`/spaces/${id}`, { icon: unsafe })
      assert.equal(refused.status, 400, unsafe)
    }
  })

  it('answers also whoever shuts themself out by it', async () => {
    const parent = await nodes.collection({ defaultLevel: 'admin' })
    const [kept, moved] = [await nodes.space({ parent }), await nodes.space({ parent })]
    const body = { defaultLevel: null }
    const changed = await api.as('create').patch(`/spaces/${kept}`, body)
    assert.deepEqual([changed.status, nothing(changed)], [200, true])
    assert.equal((await api.as('create').get(`/spaces/${kept}`)).status, 404)
    const closed = await nodes.collection({ defaultLevel: 'read' })
    await nodes.give(closed, api.users.create, 'create')
    const away = await api.as('create').post(`/spaces/${moved}/move`, { parent: closed })
    assert.deepEqual([away.status, away.body.permissions.admin], [200, false])
    const shut = await api.as('create').patch(`/collections/${parent}`, body)
    assert.deepEqual([shut.status, nothing(shut)], [200, true])
  })

  it('stores no keys of merge rules that mean nothing', async () => {
    const id = await nodes.space()
    const mergeRules = { type: 'none', rules: [], extra: 1 }
    const reply = await api.as('admin').patch(`/spaces/${id}`, { mergeRules })
    assert.deepEqual(reply.body.mergeRules, { type: 'none' })
  })

  it('needs the admin role on it, and the version that was seen', async () => {
    const id = await nodes.space()
    const target = `/spaces/${id}`
    assert.equal((await api.as('create').patch(target, { title: 'x' })).status, 403)
    assert.equal((await api.as('outsider').patch(target, { title: 'x' })).status, 404)
    const tag = (await api.as('admin').get(target)).headers.get('etag') ?? ''
    const send = async (title: string) =>
      api.as('admin').send('PATCH', target, { title }, { 'if-match': tag })
    assert.equal((await send('First')).status, 200)
    assert.equal((await send('Second')).status, 412)
  })

  it('loses none of many changes at once', async () => {
    const id = await nodes.space()
    const target = `/spaces/${id}`
    const changes = [
      { title: 'Together' },
      { emoji: '1f680' },
      { editMode: 'locked' },
      { language: 'de' },
      { defaultLevel: 'comment' },
      { mergeRules: { type: 'none' } },
    ]
    const replies = await Promise.all(
      changes.map(async (body) => api.as('admin').patch(target, body)),
    )
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200])
    const { body } = await api.as('admin').get(target)
    assert.deepEqual(
      [body.title, body.emoji, body.editMode, body.language, body.defaultLevel],
      ['Together', '1f680', 'locked', 'de', 'comment'],
    )
    assert.deepEqual(body.mergeRules, { type: 'none' })
  })
})

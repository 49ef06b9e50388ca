import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { SampleName } from '#/start/sample.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

import { createTestSpace, indexTestSpace, writePages } from './test-index.ts'

describe('search in an organization', () => {
  let api: TestApi
  let open: string
  let closed: string
  before(async () => {
    api = await startTestApi()
    open = await createTestSpace(api, 'Open')
    closed = await createTestSpace(api, 'Closed')
    await api.rows(`update content_node set base_level = 'guest' where id = $1`, [closed])
    await writePages(api, open, [
      { id: 'a', title: 'Deployment', markdown: 'Roll out with care.' },
      { id: 'b', title: 'Other', markdown: 'About deployment of zanzibal.' },
    ])
    await writePages(api, closed, [
      { id: 'a', title: 'Deployment of Zanzibar', markdown: 'zanzibar zanzibar' },
      { id: 'b', title: 'Zanzibar', markdown: 'zanzibar' },
      { id: 'c', title: 'More Zanzibar', markdown: 'zanzibar' },
    ])
    await indexTestSpace(api, open)
    await indexTestSpace(api, closed)
  })
  after(async () => api.stop())

  async function search(who: SampleName, query: string): Promise<TestBody> {
    const { status, body } = await api
      .as(who)
      .get(`/orgs/${api.organization}/search?query=${encodeURIComponent(query)}`)
    assert.equal(status, 200)
    return body
  }

  it('groups pages by space, the space with the best page first', async () => {
    const body = await search('admin', 'deployment')
    assert.deepEqual(outline(body), [
      ['Open', 'a', 'b'],
      ['Closed', 'a'],
    ])
    assert.equal(body.count, 2)
  })

  it('finds and counts only what the caller may view', async () => {
    const body = await search('read', 'deployment')
    assert.deepEqual(outline(body), [['Open', 'a', 'b']])
    assert.equal(body.count, 1)
    assert.deepEqual(outline(await search('guest', 'deployment')), [])
  })

  it('does not tell by its corrections which words others have', async () => {
    assert.deepEqual(outline(await search('read', 'zanzibar')), [['Open', 'b']])
  })

  it('finds what a guest was given', async () => {
    await api.rows(
      `insert into user_grant (organization_id, content_id, user_id, role) values ($1, $2, $3, 'read')`,
      [api.organization, closed, api.users.guest],
    )
    assert.deepEqual(outline(await search('guest', 'deployment')), [['Closed', 'a']])
    await api.rows(`delete from user_grant where user_id = $1`, [api.users.guest])
  })

  it('answers page by page', async () => {
    const first = await api
      .as('admin')
      .get(`/orgs/${api.organization}/search?query=deployment&limit=1`)
    const second = await api
      .as('admin')
      .get(
        `/orgs/${api.organization}/search?query=deployment&limit=1&page=${first.body.next.page}`,
      )
    assert.deepEqual(outline(second.body), [['Closed', 'a']])
    assert.equal(second.body.next, undefined)
  })

  it('answers an outsider exactly as if the organization did not exist', async () => {
    const reply = await api.as('outsider').get(`/orgs/${api.organization}/search?query=x`)
    const missing = await api.as('outsider').get(`/orgs/nowhere/search?query=x`)
    assert.equal(reply.status, 404)
    assert.equal(
      reply.body.error.message.replace(api.organization, 'nowhere'),
      missing.body.error.message,
    )
    const anonymous = await api
      .anonymous()
      .get(`/orgs/${api.organization}/search?query=x`)
    assert.equal(anonymous.status, 401)
  })
})

function outline({ items }: TestBody): string[][] {
  return items.map(({ title, pages }: TestBody) => [
    title,
    ...pages.map(({ id }: TestBody) => id),
  ])
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { changeRequestIn } from '#test/test-change-requests.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'

const secret = 'a-secret-of-the-renderer-that-is-long-enough'

function rewrite(page: string | undefined, markdown: string) {
  return { operation: 'update_page', page, document: { markdown } }
}

function byId(one: TestBody, other: TestBody): number {
  return one.id < other.id ? -1 : 1
}

describe('what pages say in a later revision', () => {
  let api: TestApi
  let space: TestSpace
  let pages: readonly string[]
  before(async () => {
    api = await startTestApi({ RENDERER_SECRET: secret })
    space = await createTestSpace(api)
    const { changes } = await space.edit(
      ...['Start', 'Setup', 'Usage'].map((title) => ({
        operation: 'insert_page',
        title,
        document: { markdown: `About ${title}.\n` },
      })),
    )
    pages = changes.map(({ page }: TestBody) => page)
  })
  after(async () => api.stop())

  const head = async (): Promise<string> => {
    const { body } = await api.as('admin').get(`/spaces/${space.spaceId}`)
    return body.revision
  }
  async function ask(from: string, to: string, token = secret) {
    const reply = await fetch(
      `${api.url}/~render/orgs/${api.organization}/spaces/${space.spaceId}/bodies/${from}/${to}`,
      { headers: { authorization: `Bearer ${token}` } },
    )
    const body: TestBody = await reply.json()
    return { status: reply.status, body }
  }
  it('is what a read of that revision says', async () => {
    const from = await head()
    await space.edit(rewrite(pages[0], 'First, again.\n'))
    const request = await changeRequestIn(api, space.spaceId)
    await request.edit(rewrite(pages[1], 'Set up.\n'), rewrite(pages[0], 'Once more.\n'))
    assert.equal((await request.merge()).body.result, 'merge')
    const to = await head()
    const { status, body } = await ask(from, to)
    assert.equal(status, 200)
    const whole = await api.as('admin').get(`/spaces/${space.spaceId}/revisions/${to}`)
    assert.equal(body.createdAt, whole.body.createdAt)
    const wanted = whole.body.pages
      .slice(0, 2)
      .map(({ id, documentId, updatedAt }: TestBody) => ({ id, documentId, updatedAt }))
    assert.deepEqual(body.pages.toSorted(byId), wanted.toSorted(byId))
    assert.deepEqual((await ask(to, to)).body.pages, [])
  })

  const more: readonly [string, () => object][] = [
    ['a title', () => ({ operation: 'update_page', page: pages[0], title: 'Begin' })],
    [
      'a description',
      () => ({ operation: 'update_page', page: pages[0], description: 'x' }),
    ],
    ['a place', () => ({ operation: 'move_page', page: pages[2], into: pages[0] })],
    ['a new page', () => ({ operation: 'insert_page', title: 'More' })],
    ['a page that is gone', () => ({ operation: 'delete_page', page: pages[1] })],
    ['variables', () => ({ operation: 'set_variables', variables: { version: '2' } })],
  ]
  for (const [what, change] of more) {
    it(`is not enough when ${what} differs too`, async () => {
      const from = await head()
      await space.edit(rewrite(pages[0], `With ${what}.\n`), change())
      const { status, body } = await ask(from, await head())
      assert.deepEqual([status, body.pages], [200, undefined])
    })
  }

  it('is not said backwards, of what is no main revision, or to anybody else', async () => {
    const from = await head()
    await space.edit(rewrite(pages[0], 'Later.\n'))
    const to = await head()
    assert.equal((await ask(to, from)).body.pages, undefined)
    assert.equal((await ask(from, 'nowhere')).status, 404)
    const request = await changeRequestIn(api, space.spaceId)
    const { revision } = await request.edit(rewrite(pages[0], 'Proposed.\n'))
    assert.equal((await ask(from, revision)).status, 404)
    for (const token of ['', `${secret}x`, api.tokens.admin]) {
      assert.equal((await ask(from, to, token)).status, 401)
    }
  })
})

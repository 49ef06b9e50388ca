import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { lockTable } from '#test/database/test-table-lock.ts'
import type { SampleName } from '#test/sample.ts'
import { createTestSpace, indexTestSpace, writePages } from '#test/search/test-index.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

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

  /** Pretends that so many sections of the open space have the word, and none of the other. */
  async function makeCommon(word: string, sections = 30_000): Promise<void> {
    await api.rows(
      `with gone as (delete from search_word where space_id = $2 and word = $1)
       insert into search_word (organization_id, space_id, word, sections)
       values ($4, $3, $1, $5)
       on conflict (organization_id, space_id, word) do update set sections = excluded.sections`,
      [word, closed, open, api.organization, sections],
    )
  }

  describe('for a word that stands everywhere', () => {
    before(async () => {
      await api.rows('update search_state set sections = 100000')
      const many = Array.from({ length: 320 }, (_, at) => ({
        id: `many${at}`,
        title: `Number ${at}`,
        markdown: 'About gadgets and widgets.',
      }))
      await writePages(api, open, many)
      await writePages(api, closed, [
        { id: 'gadgets', title: 'Gadgets', markdown: 'Rare gizmos and gadgets.' },
      ])
      await indexTestSpace(api, open)
      await indexTestSpace(api, closed)
    })

    it('finds the title first, and then the others', async () => {
      await makeCommon('gadgets')
      const body = await search('admin', 'gadgets')
      assert.deepEqual(
        body.items.map(({ title, pages }: TestBody) => [title, pages.length]),
        [
          ['Closed', 1],
          ['Open', 5],
        ],
      )
      assert.equal(body.partial, undefined)
    })

    it('looks everywhere when the tiers have too little', async () => {
      await makeCommon('gizmos')
      assert.deepEqual(outline(await search('admin', 'gizmos')), [['Closed', 'gadgets']])
    })

    it('is content with the tiers when they have enough, and says so', async () => {
      await api.rows(
        `update search_section set words = words || array_to_tsvector(array['~1', '~2'])
         where space_id = $1`,
        [open],
      )
      await makeCommon('widgets')
      const body = await search('admin', 'widgets')
      assert.deepEqual(
        body.items.map(({ title, pages }: TestBody) => [title, pages.length]),
        [['Open', 5]],
      )
      assert.equal(body.countIsLowerBound, true)
      assert.deepEqual(outline(await search('guest', 'widgets')), [])
    })

    it('lists a section once that the tiers have and the others find again', async () => {
      await api.rows(
        `update search_section set words = words || array_to_tsvector(array['~1', '~2'])
         where space_id = $1`,
        [closed],
      )
      for (const word of ['rare', 'gizmos', 'gadgets']) await makeCommon(word, 75_000)
      const { items } = await search('admin', 'rare gizmos gadgets ')
      const numbers = items[0].pages[0].sections.map(({ id }: TestBody) => id)
      assert.deepEqual(numbers, [...new Set(numbers)])
    })

    it('shows nobody more than they may view', async () => {
      await makeCommon('gizmos')
      assert.deepEqual(outline(await search('read', 'gizmos')), [])
      assert.deepEqual(outline(await search('guest', 'gadgets')), [])
    })
  })

  it('answers with what was found in time, and says that it is not all', async () => {
    const unlock = await lockTable(api.databaseUrl, 'search_section')
    try {
      const { status, body } = await api
        .as('admin')
        .get(`/orgs/${api.organization}/search?query=deployment`)
      assert.equal(status, 200)
      assert.deepEqual(
        [body.items, body.countIsLowerBound, body.partial],
        [[], true, true],
      )
    } finally {
      await unlock()
    }
    assert.equal((await search('admin', 'deployment')).partial, undefined)
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

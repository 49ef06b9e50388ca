import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { until } from '#test/database/test-until.ts'
import { createTestSpace, indexTestSpace, writePages } from '#test/search/test-index.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import { newSite, newSpace, ok, tokenFor } from '#test/test-published.ts'

import { indexSpace } from './index-space.ts'
import { readHits } from './search-hits.ts'

const condition = 'visitor.claims.beta == true'

describe('an index that changes meanwhile', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('shows a visitor no section that has taken the place of the one they see', async () => {
    const space = await newSpace(api, 'Guide', {})
    const markdown = `Intro.\n\n{% if ${condition} %}\n## Zero\n\nSecret launch.\n{% endif %}\n\n## One\n\nBadgers dig.`
    await writePages(api, space, [{ id: 'p', title: 'P', markdown }])
    await indexTestSpace(api, space)
    const page = { spaceId: space, pageId: 'p', score: 1, sections: [0, 1, 2] }
    const shown = async (seen: string | null) => {
      const query = { words: ['badgers'] }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only its words are looked at
      const found = {
        organizationId: api.organization,
        query,
        seen,
        pages: [page],
      } as never
      const view = await readHits(api.services, found, [page])
      return view(page).sections.map(({ title }) => title)
    }
    assert.deepEqual(await shown(null), ['P', 'Zero', 'One'])
    assert.deepEqual(await shown("('=')"), ['P', 'One'])
  })

  it('keeps the conditions of pages above, however late a job writes', async () => {
    const space = await createTestSpace(api, 'Late')
    const upper = { id: 'upper', title: 'Upper', markdown: 'Above.' }
    const lower = { id: 'lower', title: 'Lower', markdown: 'Moss.', parentId: 'upper' }
    await writePages(api, space, [upper, lower])
    await indexTestSpace(api, space)
    await writePages(api, space, [{ ...lower, markdown: 'Ferns.', isAgain: true }])
    const begun = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const { threads } = api.services
    const late = indexSpace(
      {
        ...api.services,
        threads: {
          ...threads,
          run: async (...given) => {
            begun.resolve()
            await held.promise
            return threads.run(...given)
          },
        },
      },
      { organizationId: api.organization, spaceId: space },
    )
    await begun.promise
    const closed = { ...upper, isAgain: true, attributes: { condition } }
    await writePages(api, space, [closed])
    await indexTestSpace(api, space)
    held.resolve()
    await late
    const open = await api.rows(
      `select page_id from search_section where space_id = $1 and sight = ''`,
      [space],
    )
    assert.deepEqual(open, [])
  })
})

describe('words of other spaces', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  const pages = [
    { id: 'a', title: 'Uno', markdown: 'Los gatos duermen.' },
    { id: 'b', title: 'Dos', markdown: 'Perros.' },
  ]
  async function count(space: string, query: string): Promise<number> {
    const path = `/spaces/${space}/search?query=${encodeURIComponent(query)}`
    // A busy machine has not always the time to look at everything.
    return until('the search looked at everything', async () => {
      const { count: found, partial } = await ok(api.as('admin').get(path))
      return partial === true ? undefined : found
    })
  }

  it('lend no endings of their language to a space that has another', async () => {
    const open = await createTestSpace(api, 'English', { language: 'en' })
    await writePages(api, open, pages)
    await indexTestSpace(api, open)
    const before_ = await count(open, 'gat perros')
    const other = await createTestSpace(api, 'Spanish', { language: 'es' })
    await writePages(api, other, [{ id: 'x', title: 'Secreto', markdown: 'gatos' }])
    await indexTestSpace(api, other)
    assert.equal(await count(open, 'gat perros'), before_)
  })

  it('follow the language of their space when it changes', async () => {
    const space = await createTestSpace(api, 'Changing', { language: 'en' })
    await writePages(api, space, [
      { id: 'c', title: 'Tres', markdown: 'Los libros duermen.' },
      { id: 'd', title: 'Otro', markdown: 'Perras.' },
    ])
    await indexTestSpace(api, space)
    const inEnglish = await count(space, 'libr perras')
    await ok(api.as('admin').patch(`/spaces/${space}`, { language: 'es' }))
    await indexTestSpace(api, space)
    assert.deepEqual([inEnglish, await count(space, 'libr perras')], [0, 2])
  })

  it('are not forgotten where a job died before it forgot its own', async () => {
    const [one, other] = [
      await createTestSpace(api, 'One'),
      await createTestSpace(api, 'Other'),
    ]
    const page = { id: 'x', title: 'X', markdown: 'wolverines' }
    for (const space of [one, other]) {
      await writePages(api, space, [page])
      await indexTestSpace(api, space)
    }
    // As when the process ends between the count and the forgetting.
    await api.rows(
      `update search_word set sections = 0, open_sections = 0
       where space_id = $1 and word = 'wolverines'`,
      [one],
    )
    await api.rows(`delete from search_vocabulary where word = 'wolverines'`)
    await writePages(api, one, [{ id: 'y', title: 'Y', markdown: 'wolverines' }])
    await indexTestSpace(api, one)
    const known = await api.rows(
      `select stem from search_vocabulary where word = 'wolverines'`,
    )
    assert.equal(known.length, 1)
  })
})

describe('a visitor of a page with hidden parts', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('finds a section after a hidden one with the same heading', async () => {
    const markdown = `{% if ${condition} %}\n## Setup\n\nWolves.\n{% endif %}\n\n## Setup\n\nBadgers dig.`
    const space = await newSpace(api, 'Guide', { Start: markdown })
    await indexTestSpace(api, space)
    const site = await newSite(api, 'Site', [space])
    const token = await tokenFor(api, site.url)
    const search = `/orgs/${api.organization}/sites/${site.site}/search`
    const ask = async (query: string) => ok(api.withToken(token).post(search, { query }))
    assert.equal((await ask('badgers')).items.length, 1)
    assert.equal((await ask('wolves')).items.length, 0)
  })
})

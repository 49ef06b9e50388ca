import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { createTestSpace, indexTestSpace, writePages } from '#test/search/test-index.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

import { indexSpace } from './index-space.ts'
import { indexSpaceSoon } from './public.ts'
import { sweepVocabulary } from './write-vocabulary.ts'

describe('the index of a space', () => {
  let api: TestApi
  let space: string
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())
  beforeEach(async () => {
    space = await createTestSpace(api, 'Indexed')
    await writePages(api, space, [
      { id: 'one', title: 'Alpha', markdown: 'The wolverine sleeps.\n\n## Den\n\nDeep.' },
      { id: 'two', title: 'Beta', markdown: 'The badger digs.' },
    ])
    await indexTestSpace(api, space)
  })

  async function find(query: string): Promise<string[]> {
    const { body } = await api.as('admin').get(`/spaces/${space}/search?query=${query}`)
    return body.items.map(({ id }: TestBody) => id)
  }
  async function stored(): Promise<TestBody> {
    const [state] = await api.rows(
      `select indexed_number, sections from search_state where space_id = $1`,
      [space],
    )
    const sections = await api.rows(
      `select page_id, number, words from search_section where space_id = $1 order by 1, 2`,
      [space],
    )
    const words = await api.rows(
      `select word, sections from search_word where space_id = $1 order by 1`,
      [space],
    )
    return { state, sections, words }
  }

  it('follows what changes, and only that', async () => {
    await writePages(api, space, [
      { id: 'one', title: 'Alpha', markdown: 'The otter swims.', isAgain: true },
    ])
    await api.rows(`update search_section set body = 'untouched' where page_id = 'two'`)
    await indexTestSpace(api, space)

    assert.deepEqual(await find('otter'), ['one'])
    assert.deepEqual(await find('wolverine'), [])
    const [other] = await api.rows(
      `select body from search_section where page_id = 'two' and space_id = $1`,
      [space],
    )
    assert.equal(other.body, 'untouched')
    const { state } = await stored()
    assert.deepEqual(state, { indexed_number: 3, sections: 2 })
  })

  it('counts words, and no marks', async () => {
    const { words } = await stored()
    assert.ok(words.length > 3)
    assert.deepEqual(
      words.filter(({ word }: { word: string }) => !/^[\p{L}\p{N}]/u.test(word)),
      [],
    )
  })

  it('is the same when it is made twice, or again from nothing', async () => {
    const first = await stored()
    await indexTestSpace(api, space)
    assert.deepEqual(await stored(), first)
    await api.rows(`update search_state set indexed_number = 0 where space_id = $1`, [
      space,
    ])
    await indexTestSpace(api, space)
    assert.deepEqual(await stored(), first)
    await api.rows(`update search_state set recipe = 0 where space_id = $1`, [space])
    await Promise.all([indexTestSpace(api, space), indexTestSpace(api, space)])
    assert.deepEqual(await stored(), first)
  })

  it('is behind, yet nothing is found of a page that is gone or asks not to be found', async () => {
    await writePages(api, space, [], ['one'])
    assert.deepEqual(await find('wolverine'), [])
    await writePages(api, space, [
      { id: 'two', title: 'Beta', attributes: { noIndex: true }, isAgain: true },
    ])
    assert.deepEqual(await find('badger'), [])
    await indexTestSpace(api, space)
    const { sections, words, state } = await stored()
    assert.deepEqual([sections, words, state.sections], [[], [], 0])
  })

  it('finds nothing of a space in the trash', async () => {
    await api.rows(`update content_node set deleted_at = now() where id = $1`, [space])
    const ofSpace = await api.as('read').get(`/spaces/${space}/search?query=wolverine`)
    assert.equal(ofSpace.status, 404)
    const { body } = await api
      .as('admin')
      .get(`/orgs/${api.organization}/search?query=wolverine`)
    assert.ok(!body.items.some(({ id }: TestBody) => id === space))
  })

  it('keeps no word that nothing says any more', async () => {
    await writePages(api, space, [
      { id: 'one', title: 'Alpha', markdown: 'xylophonist', isAgain: true },
    ])
    await indexTestSpace(api, space)
    const known = async () =>
      api.rows(`select word from search_vocabulary where word = 'xylophonist'`)
    assert.equal((await known()).length, 1)
    await writePages(api, space, [], ['one'])
    await indexTestSpace(api, space)
    assert.deepEqual(await known(), [])

    await api.rows(
      `insert into search_vocabulary values ($1, 'xylophonist', 'xylophonist')`,
      [api.organization],
    )
    await sweepVocabulary(api.services.db, api.organization)
    assert.deepEqual(await known(), [])
  })

  it('takes a space that is gone for done', async () => {
    const nowhere = { organizationId: api.organization, spaceId: 'nowhere' }
    await indexSpace(api.services, nowhere)
    const rows = await api.rows(`select 1 from search_state where space_id = 'nowhere'`)
    assert.deepEqual(rows, [])
  })

  it('is asked for in the transaction of a revision, in order for each space', async () => {
    const of = { organizationId: api.organization, spaceId: space }
    await api.services.db.transaction(async (tx) => indexSpaceSoon(tx, of))
    const [queued] = await api.rows(
      `select data, singleton_key from pgboss.job where name = 'search.index-space'
       and singleton_key = $1 order by created_on desc limit 1`,
      [space],
    )
    assert.deepEqual(queued, { data: of, singleton_key: space })
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { indexSpace } from '#/features/writing/search/index-space.ts'
import { runCommand } from '#test/commands/test-command.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('lectern-server rebuild', () => {
  let api: TestApi
  let space: string
  before(async () => {
    api = await startTestApi()
    const { body } = await api.as('admin').post(`/orgs/${api.organization}/spaces`, {})
    space = body.id
  })
  after(async () => api.stop())

  const rebuild = async (...args: string[]) =>
    runCommand(['rebuild', ...args], { DATABASE_URL: api.databaseUrl })
  async function state() {
    const [row] = await api.rows(
      `select recipe, sections from search_state where space_id = $1`,
      [space],
    )
    return row
  }

  it('has the index of every space made again', async () => {
    const of = { organizationId: api.organization, spaceId: space }
    await indexSpace(api.services, of)
    const first = await state()
    await api.rows(`delete from search_section where space_id = $1`, [space])
    await api.rows(`update search_state set sections = 0 where space_id = $1`, [space])
    await indexSpace(api.services, of)
    assert.equal((await state()).sections, 0)

    const { code, stdout } = await rebuild('search')
    assert.deepEqual([code, stdout], [0, '1 space is being indexed again\n'])
    const queued = await api.rows(
      `select 1 from pgboss.job where name = 'search.index-space' and singleton_key = $1`,
      [space],
    )
    assert.ok(queued.length > 0)
    await indexSpace(api.services, of)
    assert.deepEqual(await state(), first)
  })

  it('does one space, and says when there is no such space or nothing to rebuild', async () => {
    assert.equal((await rebuild('search', '--space', space)).code, 0)
    const { code, stderr } = await rebuild('search', '--space', 'nowhere')
    assert.equal(code, 1)
    assert.match(stderr, /There is no space "nowhere"/)
    assert.equal((await rebuild('everything')).code, 2)
  })
})

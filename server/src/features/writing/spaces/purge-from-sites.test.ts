import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { nodesOf } from '#test/test-nodes.ts'

import { purgeSpaces } from './space-jobs.ts'

describe('the purge of a space', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('takes the space out of sites, with a section that is left empty and what led there before', async () => {
    const gone = await nodesOf(api).space()
    const kept = await nodesOf(api).space()
    const sites = `/orgs/${api.organization}/sites`
    const created = await api.as('admin').post(sites, { spaces: [gone, kept] })
    const site: string = created.body.id
    await api.as('admin').post(`${sites}/${site}/publish`)
    await api.rows(
      `insert into site_section (organization_id, site_id, id, title, path, position)
       values ($1, $2, 'emptied', 'Emptied', 'emptied', 'a0')`,
      [api.organization, site],
    )
    await api.rows(
      `update site_space set section_id = 'emptied' where site_id = $1 and space_id = $2`,
      [site, gone],
    )
    const [shown] = await api.rows(
      'select id from site_space where site_id = $1 and space_id = $2',
      [site, kept],
    )
    for (const [kind, path, target] of [
      ['section', 'emptied-before', 'emptied'],
      ['site-space', 'kept-before', shown.id],
    ]) {
      await api.rows(
        `insert into site_former_path (organization_id, site_id, kind, path, target_id)
         values ($1, $2, $3, $4, $5)`,
        [api.organization, site, kind, path, target],
      )
    }
    await api.rows(
      `insert into site_former_path (organization_id, site_id, kind, path, target_id)
       select organization_id, site_id, 'site-space', 'gone-before', id from site_space
       where site_id = $1 and space_id = $2`,
      [site, gone],
    )
    await api.as('admin').delete(`/spaces/${gone}`)
    await api.rows(
      `update content_node set deleted_at = now() - interval '8 days' where id = $1`,
      [gone],
    )
    await purgeSpaces.run({}, api.services)
    const left = await api.rows('select space_id from site_space where site_id = $1', [
      site,
    ])
    assert.deepEqual(left, [{ space_id: kept }])
    const sections = await api.rows('select id from site_section where site_id = $1', [
      site,
    ])
    assert.deepEqual(sections, [])
    const former = await api.rows(
      'select path from site_former_path where site_id = $1',
      [site],
    )
    assert.deepEqual(former, [{ path: 'kept-before' }])
    const [row] = await api.rows('select default_site_space_id from site where id = $1', [
      site,
    ])
    assert.equal(row.default_site_space_id, null)
    const { body } = await api.as('read').get(`/spaces/${kept}`)
    assert.ok(body.urls.published)
  })
})

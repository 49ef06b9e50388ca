import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { newSite, newSpace, tokenFor } from '#test/test-published.ts'

import { sweepSiteTokens } from './published-jobs.ts'

describe('the sweep of tokens of sites', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('removes expired ones, however many, and none that can still be used', async () => {
    const space = await newSpace(api, 'Manual', { Start: 'Text.' })
    const scene = await newSite(api, 'Site', [space])
    const token = await tokenFor(api, scene.url)
    await api.rows(
      `insert into site_token (hash, organization_id, site_id, grounds, expires_at)
       select 'expired ' || n, organization_id, site_id, grounds, now() - interval '1 second'
       from site_token, generate_series(1, 1100) as n where site_id = $1`,
      [scene.site],
    )
    await sweepSiteTokens.run({}, api.services)
    const left = await api.rows(`select hash from site_token where expires_at < now()`)
    assert.deepEqual(left, [])
    const read = await api.withToken(token).get(`/spaces/${space}/content`)
    assert.equal(read.status, 200)
  })
})

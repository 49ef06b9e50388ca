import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { publishSite, startTestSites, type TestSites } from '../../../test/test-sites.ts'
import { newSpace } from '../../../../server/test/test-published.ts'

describe('pages that are missing', () => {
  let test: TestSites
  let base: string
  before(async () => {
    test = await startTestSites({ SEARCH_RATE_LIMIT: '3' })
    const space = await newSpace(test.api, 'Guide', { 'Set it up': 'How to set it up.' })
    base = (await publishSite(test, [space])).base
  })
  after(async () => test.stop())

  async function searches(): Promise<number> {
    const text = await test.sites.metrics.text()
    const line = /^lectern_sites_\w+\{[^}]*"searchSiteContent"[^}]*\} (\d+)$/m.exec(text)
    return Number(line?.[1] ?? 0)
  }

  it('are searched for within the limit of searches, and answered beyond it', async () => {
    for (let at = 0; at < 8; at += 1) {
      const { status, body } = await test.read(`${base}set-up-${at}`)
      assert.equal(status, 404)
      assert.match(body, /set-it-up/, 'similar pages are suggested all the same')
    }
    assert.equal(await searches(), 3)
    assert.equal((await test.read(`${base}~search?q=guide`)).status, 429)
    assert.equal((await test.read(base)).status, 200)
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { createTestSpace } from '../../server/test/test-edits.ts'
import { publishSite, startTestSites, type TestSites } from './test-sites.ts'

const markdown = `![A chart](https://images.example/chart.png)

<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>Card</td><td><a href="https://images.example/cover.png">cover.png</a></td></tr></tbody></table>
`

describe('images on other hosts', () => {
  let world: TestSites
  let base = ''

  before(async () => {
    world = await startTestSites()
    const space = await createTestSpace(world.api)
    await space.edit({
      operation: 'insert_page',
      title: 'Charts',
      document: { markdown },
    })
    base = (await publishSite(world, [space.spaceId])).base
  })
  after(async () => world.stop())

  it('are shown when they come into view, without telling their host where', async () => {
    const { body } = await world.read(base)
    const images = body.match(/<img [^>]*https:\/\/images\.example[^>]*>/g) ?? []
    assert.equal(images.length, 2, body)
    for (const image of images) {
      assert.match(image, /referrerPolicy="no-referrer"/i)
      assert.match(image, /loading="lazy"/)
    }
  })

  it('are all that a page may load from elsewhere', async () => {
    const { headers } = await world.read(base)
    const policy = String(headers['content-security-policy']).split('; ')
    const open = policy.filter((rule) => rule.split(' ').includes('https:'))
    assert.equal(open.length, 1)
    assert.match(String(open), /^img-src /)
  })
})

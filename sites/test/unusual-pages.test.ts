import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { renderEmpty } from '#/shell/render.tsx'

import { createTestSpace } from '../../server/test/test-edits.ts'
import { publishSite, startTestSites, type TestSites } from './test-sites.ts'

const languages = 'ar de en es fr he ja nl no pt-br ru zh'.split(' ')

describe('unusual pages', () => {
  let world: TestSites
  before(async () => {
    world = await startTestSites()
  })
  after(async () => world.stop())

  describe('a page to arrive at', () => {
    let body: string
    before(async () => {
      const space = await createTestSpace(world.api)
      await space.edit(
        {
          operation: 'insert_page',
          title: 'Welcome',
          layout: { tableOfContents: false, outline: false, width: 'wide' },
          document: { markdown: 'Hello.\n' },
        },
        { operation: 'insert_page', title: 'Setup', document: { markdown: 'Do it.\n' } },
      )
      const site = await publishSite(world, [space.spaceId])
      body = (await world.read(site.base)).body
    })

    it('has no tree beside it, and all pages in the menu of a narrow screen', () => {
      assert.match(body, /class="layout" data-tree="none" data-outline="none"/)
      const menu = body.slice(body.indexOf('class="site-menu"'), body.indexOf('<main'))
      assert.match(menu, /<a class="tree-link" href="[^"]+setup"/)
    })

    it('does not ask whether it was helpful', () => {
      assert.match(body, /landing/)
      assert.doesNotMatch(body, /Was this page helpful/)
    })
  })

  it('of a space without pages say so, and lead nowhere', async () => {
    const { spaceId } = await createTestSpace(world.api, { empty: true })
    const site = await publishSite(world, [spaceId])
    for (const path of ['', 'setup']) {
      const page = await world.read(site.base + path)
      assert.equal(page.status, 404)
      assert.match(page.body, /<meta name="robots" content="noindex/)
      assert.match(page.body, /<h1>Nothing here yet<\/h1>/)
      assert.doesNotMatch(page.body, /Go to the start page/)
    }
  })

  it('of a space without pages have words of their own in every language', () => {
    const bodies = languages.map((language) => renderEmpty(language))
    assert.equal(new Set(bodies).size, languages.length)
  })
})

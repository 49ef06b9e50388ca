import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { buildAssets } from '#/assets/build-assets.ts'

import {
  type Browser,
  browserIsMissing,
  launchBrowser,
} from '../../server/test/test-browser.ts'
import { createTestSpace } from '../../server/test/test-edits.ts'
import { phone, wide } from './shell-visitor.ts'
import { publishSite, startTestSites, type TestSites, until } from './test-sites.ts'

const markdown = `<a href="start.md" class="button primary">Start</a>

<button type="button" class="button secondary" data-action="search">Search…</button>

${'Words that stand below it. '.repeat(40)}
`

describe('a page to arrive at in a browser', { skip: browserIsMissing }, () => {
  let world: TestSites
  let browser: Browser
  let url = ''
  before(async () => {
    world = await startTestSites({}, await buildAssets())
    browser = await launchBrowser()
    const space = await createTestSpace(world.api)
    await space.edit({
      operation: 'insert_page',
      title: 'Welcome',
      description: 'What this is.',
      layout: { tableOfContents: false, outline: false, width: 'wide' },
      document: { markdown },
    })
    const site = await publishSite(world, [space.spaceId])
    await until(async () => (await world.read(site.base)).status === 200)
    url = `http://${world.host}${site.base}`
  })
  after(async () => {
    await browser.close()
    await world.stop()
  })

  it('begins over the whole width of its body', async () => {
    for (const viewport of [wide, phone]) {
      const page = await browser.newPage({ viewport })
      await page.goto(url)
      const head = await page.locator('.landing > .body-head').boundingBox()
      const body = await page.locator('.body.landing').boundingBox()
      assert.ok(head !== null && body !== null)
      assert.ok(head.width > viewport.width / 2, `${head.width}`)
      assert.deepEqual([head.x, head.width], [body.x, body.width])
      await page.close()
    }
  })

  it('opens the search by its button, and leads to its page without scripts', async () => {
    const page = await browser.newPage({ viewport: wide })
    await page.goto(url)
    const dialog = page.locator('.search-dialog')
    assert.equal(await dialog.isVisible(), false)
    await page.locator('.head-actions .opens-search').click()
    await dialog.locator('input').waitFor()
    assert.equal(await dialog.isVisible(), true)
    assert.equal(page.url(), url)
    await page.close()

    const plain = await browser.newContext({ javaScriptEnabled: false })
    const without = await plain.newPage()
    await without.goto(url)
    await without.locator('.head-actions .opens-search').click()
    await without.waitForURL(`${url}~search`)
    await plain.close()
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { createTestSpace } from '../../server/test/test-edits.ts'
import { browserIsMissing, launchBrowser } from '../../server/test/test-browser.ts'
import { drawn } from './in-page/pictures.ts'
import {
  customize,
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
  until,
} from './test-sites.ts'

describe('an emoji as the icon of a site', () => {
  let world: TestSites
  let site: TestSite

  before(async () => {
    world = await startTestSites()
    const space = await createTestSpace(world.api)
    await space.edit({ operation: 'insert_page', title: 'Start' })
    site = await publishSite(world, [space.spaceId])
    await customize(world, site, { favicon: { emoji: '⚓' } })
    await until(async () => (await favicon()).body.includes('⚓'))
  })
  after(async () => world.stop())

  async function iconHref(path = ''): Promise<string | undefined> {
    const headers = { 'sec-fetch-mode': 'navigate' }
    const { status, body } = await world.read(site.base + path, { headers })
    assert.equal(status, 200, body)
    return /<link rel="icon" type="image\/svg\+xml" href="([^"]+)"/.exec(body)?.[1]
  }

  const favicon = async () => world.read(`${site.base}favicon.ico`)

  it('is a picture of the site itself, for ever', async () => {
    const href = (await iconHref()) ?? ''
    assert.ok(href.startsWith(`${site.base}~icon/`), href)
    const icon = await world.read(href)
    assert.equal(icon.status, 200)
    assert.equal(icon.headers['content-type'], 'image/svg+xml')
    assert.match(String(icon.headers['cache-control']), /immutable/)
    assert.match(icon.body, /^<svg .*>⚓<\/text><\/svg>\n$/)
    assert.equal(await iconHref('~search'), href)
    assert.equal((await world.read(`${site.base}~icon/none.svg`)).status, 404)
  })

  it('is drawn under the policy of the site', { skip: browserIsMissing }, async () => {
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage()
      await page.goto(`http://${world.host}${site.base}`)
      const href = (await iconHref()) ?? ''
      assert.deepEqual(await page.evaluate(drawn, href), { width: 'some', refused: [] })
      // What it would be without: the check can fail.
      const inline = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
      const { width, refused } = await page.evaluate(drawn, inline)
      assert.deepEqual([width, refused.length], ['none', 1])
    } finally {
      await browser.close()
    }
  })

  it('is another picture once it is another emoji, and cannot be anything else', async () => {
    const first = await iconHref()
    await customize(world, site, { favicon: { emoji: '</text><script>x</script>' } })
    await until(async () => (await iconHref()) !== first)
    const { body } = await world.read((await iconHref()) ?? '')
    assert.doesNotMatch(body, /<script|<\/text>.+<\/text>/)
  })

  it('is a book in the colour of the site where it has none, also for whoever asks by habit', async () => {
    await customize(world, site, { favicon: { emoji: '⚓' } })
    await until(async () => (await favicon()).body.includes('⚓'))
    const emoji = await iconHref()
    await customize(world, site, { favicon: {} })
    await until(async () => (await iconHref()) !== emoji)
    const book = await world.read((await iconHref()) ?? '')
    assert.equal(book.status, 200)
    assert.match(book.body, /<rect .*fill="#2457c5"/)
    assert.equal((await favicon()).body, book.body)
    const ofHost = await world.read('/favicon.ico')
    assert.equal(ofHost.status, 200)
    assert.equal(ofHost.headers['content-type'], 'image/svg+xml')
    const own = { light: 'https://example.com/l.png', dark: 'https://example.com/d.png' }
    await customize(world, site, { favicon: { icon: own } })
    await until(async () => (await favicon()).status === 307)
    assert.equal((await favicon()).headers.location, own.light)
    assert.equal(await iconHref(), undefined)
  })
})

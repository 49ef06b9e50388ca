import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

import { startBodySite, type BodySite } from '#test/body-site.ts'
import { printedAfter } from '#test/in-page/paper.ts'
import { isFocused } from '#test/in-page/shell.ts'
import { viewOf } from '#test/page-view.ts'
import { launchBrowser, browserIsMissing } from '../../../server/test/test-browser.ts'

const markdown = `Before.

![A calm landscape](calm.png)

After.

{% embed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ" %}
A tour
{% endembed %}
`

const placeOf = async (page: Page) => page.getByText('After.').boundingBox()

describe('pictures and videos in a browser', { skip: browserIsMissing }, () => {
  let browser: Browser
  let site: BodySite
  before(async () => {
    browser = await launchBrowser()
    site = await startBodySite({ media: viewOf(markdown) })
  })
  after(async () => {
    await browser.close()
    await site.close()
  })

  /** Opens the page on a machine where other hosts answer with nothing; says what they were asked. */
  async function open(options: BrowserContextOptions = {}) {
    const context = await browser.newContext({
      viewport: { width: 900, height: 700 },
      ...options,
    })
    const page = await context.newPage()
    const asked: string[] = []
    await page.route(
      (url) => !url.href.startsWith(site.url),
      (route) => {
        asked.push(route.request().url())
        return route.fulfill({ contentType: 'text/html', body: '<p>Playing</p>' })
      },
    )
    const wrong: string[] = []
    page.on('pageerror', (error) => wrong.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') wrong.push(message.text())
    })
    await page.goto(`${site.url}/light/media`)
    return { page, asked, wrong, close: async () => context.close() }
  }

  it('show a picture on a phone as wide as the screen', async () => {
    const { page, close } = await open({ viewport: { width: 390, height: 844 } })
    await page.locator('a.image-zoom').click()
    const box = await page.locator('.zoom img').boundingBox()
    assert.ok(box !== null && box.width >= 370, `${box?.width} pixels`)
    await close()
  })

  it('enlarge a picture with the keyboard alone, and move nothing', async () => {
    const { page, wrong, close } = await open()
    const link = page.getByRole('link', { name: 'Enlarge the picture: A calm landscape' })
    const place = await placeOf(page)
    await link.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    const small = await link.locator('img').boundingBox()
    const large = await dialog.locator('img').boundingBox()
    assert.ok(small !== null && large !== null && large.width > small.width)
    assert.deepEqual(await placeOf(page), place)
    const closing = dialog.getByRole('button', { name: 'Close' })
    assert.ok(await closing.evaluate(isFocused))
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    assert.ok(await link.evaluate(isFocused))
    await link.click()
    await closing.click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    assert.deepEqual(wrong, [])
    await close()
  })

  it('lead to the file of a picture without scripts', async () => {
    const { page, close } = await open({ javaScriptEnabled: false })
    await page.getByRole('link', { name: 'Enlarge the picture' }).click()
    await page.waitForURL('**/files/calm.png')
    await close()
  })

  it('ask nothing of the host of a video before it is played, and then move nothing', async () => {
    const { page, asked, wrong, close } = await open()
    const link = page.getByRole('link', { name: 'Play the video' })
    await link.scrollIntoViewIfNeeded()
    await page.getByText('Loaded from www.youtube-nocookie.com').waitFor()
    await page.waitForLoadState('networkidle')
    assert.deepEqual(asked, [])
    const place = await page.locator('.video').boundingBox()
    await link.focus()
    await page.keyboard.press('Enter')
    const frame = page.frameLocator('.video iframe')
    await frame.getByText('Playing').waitFor()
    assert.deepEqual(asked, [
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
    ])
    assert.deepEqual(await page.locator('.video').boundingBox(), place)
    assert.deepEqual(wrong, [])
    await close()
  })

  it('print a video as its address, while it plays too', async () => {
    const { page, close } = await open()
    const link = page.locator('.video-card')
    for (const isPlaying of [false, true]) {
      if (isPlaying) {
        await page.emulateMedia({ media: 'screen' })
        await link.click()
        await page.frameLocator('.video iframe').getByText('Playing').waitFor()
        assert.equal(await link.isVisible(), false)
      }
      await page.emulateMedia({ media: 'print' })
      assert.equal(await link.isVisible(), true)
      assert.equal(await page.locator('.video iframe').isVisible(), false)
      assert.equal(
        await link.evaluate(printedAfter),
        '"https://www.youtube.com/watch?v=dQw4w9WgXcQ"',
      )
    }
    await close()
  })

  it('lead to the page of a video without scripts', async () => {
    const { page, asked, close } = await open({ javaScriptEnabled: false })
    assert.deepEqual(asked, [])
    await page.getByRole('link', { name: 'Play the video' }).click()
    await page.waitForURL('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
    await close()
  })
})

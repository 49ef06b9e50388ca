import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { Browser } from 'playwright-core'

import { type BodySite, startBodySite } from '#test/body-site.ts'
import { viewOf } from '#test/page-view.ts'
import { browserIsMissing, launchBrowser } from '../../../server/test/test-browser.ts'

const rows = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      `<tr><td><strong>Card ${index}</strong></td><td><a href="tall.png">tall.png</a></td></tr>`,
  ).join('')

const cards = (count: number, size: string) =>
  `<table data-view="cards"${size}><thead><tr><th></th><th data-hidden data-card-cover data-type="image">Cover</th></tr></thead><tbody>${rows(count)}</tbody></table>\n`

const counts = [1, 2, 3, 4, 5, 6, 8]
const sizes = ['', ' data-card-size="large"']

const asset = () => ({
  src: '/files/tall.png',
  name: 'tall',
  width: 400,
  height: 1600,
})

describe('cards in a browser', { skip: browserIsMissing }, () => {
  let browser: Browser
  let site: BodySite
  before(async () => {
    browser = await launchBrowser()
    const { layout } = viewOf('')
    const wide = {
      ...layout,
      width: 'wide',
      tableOfContents: false,
      outline: false,
    } as const
    site = await startBodySite(
      Object.fromEntries(
        sizes.flatMap((size, at) =>
          counts.map((count) => [
            `cards-${count}-${at}`,
            viewOf(cards(count, size), { layout: wide, context: { asset } }),
          ]),
        ),
      ),
    )
  })
  after(async () => {
    await browser.close()
    await site.close()
  })

  async function boxesOf(name: string, selector: string) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${site.url}/light/${name}`)
    const all = await page.locator(selector).all()
    const boxes = await Promise.all(all.map(async (each) => each.boundingBox()))
    await page.close()
    return boxes.map((box) => box ?? assert.fail('not shown'))
  }

  it('fill their first row with two to four', async () => {
    for (const [at] of sizes.entries()) {
      for (const count of counts.filter((each) => each > 1)) {
        const [list] = await boxesOf(`cards-${count}-${at}`, '.cards')
        const boxes = await boxesOf(`cards-${count}-${at}`, '.card')
        const first = boxes.filter(({ y }) => y === boxes[0]?.y)
        const end = Math.max(...first.map(({ x, width }) => x + width))
        const name = `${count} cards: ${first.length} in a row`
        assert.ok(first.length >= 2 && first.length <= 4, name)
        assert.ok(Math.abs(end - (list?.x ?? 0) - (list?.width ?? 0)) < 2, name)
      }
    }
  })

  it('crop a tall cover to the shape of all covers', async () => {
    for (const name of ['cards-1-0', 'cards-3-0', 'cards-2-1']) {
      for (const { width, height } of await boxesOf(name, '.card-cover img')) {
        assert.ok(Math.abs(width / height - 16 / 9) < 0.02, `${width} by ${height}`)
      }
    }
  })
})

import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'

import type { Browser, Page } from 'playwright-core'

import { type BodySite, startBodySite } from '#test/body-site.ts'
import { compare, fontsReady, toTheEdge } from '#test/in-page/formulas.ts'
import { viewOf } from '#test/page-view.ts'
import { browserIsMissing, launchBrowser } from '../../../server/test/test-browser.ts'

const formulas = {
  root: String.raw`\sqrt{x^2 + y^2}`,
  'cube-root': String.raw`\sqrt[3]{\frac{a}{b}}`,
  fraction: String.raw`\frac{-b \pm \sqrt{b^2 - 4ac}}{2a}`,
  sum: String.raw`\sum_{k=1}^{n} k = \frac{n(n+1)}{2}`,
  integral: String.raw`\int_{0}^{\infty} e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}`,
  brackets: String.raw`\left( \frac{\frac{a}{b}}{\frac{c}{d}} \right)^{2}`,
  matrix: String.raw`\begin{pmatrix} a & b \\ c & d \end{pmatrix}`,
  cases: String.raw`f(x) = \begin{cases} 1 & x > 0 \\ 0 & x \le 0 \end{cases}`,
  letters: String.raw`\mathbb{R} \subset \mathcal{C},\; \mathfrak{g},\; \mathbf{v}`,
  greek: String.raw`\alpha\beta\gamma\Delta\Omega\epsilon\varphi`,
  accents: String.raw`\hat{x} + \bar{y} + \vec{z} + \widehat{abc}`,
  limit: String.raw`\lim_{x \to 0} \frac{\sin x}{x} = 1`,
} as const

/** The most that two pictures may differ on average, and in any part, from 0 to 1. */
const differenceMax = { average: 0.02, part: 0.25 }
const folder = path.resolve(import.meta.dirname, '../../test/formulas')
/** Set to draw the pictures anew; look at them before they are kept. */
const isDrawing = process.env['DRAW_FORMULAS'] === '1'

describe('formulas', { skip: browserIsMissing }, () => {
  let browser: Browser
  let site: BodySite
  let page: Page
  before(async () => {
    browser = await launchBrowser()
    const views = Object.entries(formulas).map(([name, source]) => [
      name,
      viewOf(`$$\n${source}\n$$\n`),
    ])
    site = await startBodySite({
      ...Object.fromEntries(views),
      plain: viewOf('No formula here.'),
    })
    page = await browser.newPage({ deviceScaleFactor: 2 })
  })
  after(async () => {
    await browser.close()
    await site.close()
  })

  for (const name of Object.keys(formulas)) {
    it(`draws ${name} as in its picture`, async () => {
      await page.goto(`${site.url}/light/${name}`)
      await page.evaluate(fontsReady)
      await page.evaluate(toTheEdge)
      const drawn = await page.locator('math > *').first().screenshot()
      const file = path.join(folder, `${name}.png`)
      if (isDrawing) await writeFile(file, drawn)
      const blank = await browser.newPage()
      const difference = await blank.evaluate(
        compare,
        [drawn, await readFile(file)].map((png) => png.toString('base64')),
      )
      await blank.close()
      assert.ok(difference.average <= differenceMax.average, JSON.stringify(difference))
      assert.ok(difference.part <= differenceMax.part, JSON.stringify(difference))
    })
  }

  async function fontsLoaded(name: string): Promise<number> {
    const asked: string[] = []
    const note = (request: { url: () => string }) => asked.push(request.url())
    page.on('request', note)
    await page.goto(`${site.url}/light/${name}`)
    await page.evaluate(fontsReady)
    page.off('request', note)
    return asked.filter((url) => url.endsWith('.woff2')).length
  }

  it('load their font, and pages without one do not', async () => {
    assert.deepEqual([await fontsLoaded('root'), await fontsLoaded('plain')], [1, 0])
  })
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'

import type { Browser } from 'playwright-core'

import { type BodySite, startBodySite } from '#test/body-site.ts'
import { fontsReady } from '#test/in-page/formulas.ts'
import { scrolledDown, scrolledTabs } from '#test/in-page/scrolling.ts'
import { viewOf } from '#test/page-view.ts'
import { browserIsMissing, launchBrowser } from '../../../server/test/test-browser.ts'

const everyBlock = readFileSync(
  new URL('../../test/every-block.md', import.meta.url),
  'utf8',
)
const formulas = [
  String.raw`\int_{0}^{\infty} e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}`,
  String.raw`\sum_{k=1}^{n} k = \frac{n(n+1)}{2}`,
  String.raw`\begin{pmatrix} a & b \\ c & d \\ e & f \\ g & h \end{pmatrix}`,
  String.raw`\left( \frac{\frac{a}{b}}{\frac{c}{d}} \right)^{2} = \underbrace{x + y}_{n}`,
  String.raw`a_{1} + ${'b_{2} + '.repeat(60)} z`,
]

describe('scrollbars of a body', { skip: browserIsMissing }, () => {
  let browser: Browser
  let site: BodySite
  before(async () => {
    browser = await launchBrowser()
    site = await startBodySite({
      every: viewOf(everyBlock),
      formulas: viewOf(formulas.map((each) => `$$\n${each}\n$$\n`).join('\n')),
    })
  })
  after(async () => {
    await browser.close()
    await site.close()
  })

  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    it(`stand beside nothing at ${width} pixels`, async () => {
      for (const path of ['/light/every', '/light/formulas']) {
        const page = await browser.newPage({ viewport: { width, height } })
        await page.goto(`${site.url}${path}`)
        await page.evaluate(fontsReady)
        assert.deepEqual(await page.evaluate(scrolledDown), [], path)
        if (width > height) assert.deepEqual(await page.evaluate(scrolledTabs), [])
        await page.close()
      }
    })
  }
})

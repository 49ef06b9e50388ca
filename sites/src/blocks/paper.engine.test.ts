import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { Browser } from 'playwright-core'

import { type BodySite, startBodySite } from '#test/body-site.ts'
import { fontsReady } from '#test/in-page/formulas.ts'
import { beyondThePaper, contrastWithPaper } from '#test/in-page/paper.ts'
import { viewOf } from '#test/page-view.ts'
import { readPdf } from '../../../server/test/pdf/test-pdf-reading.ts'
import { launchBrowser, printerIsMissing } from '../../../server/test/test-browser.ts'

const words = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `${word}${index + 1}`)

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`

function table(columns: number, word: string, cell: string): string {
  const body = [...words(columns - 1, cell), `\`last_of_${columns}\``]
  return `${line(words(columns, word))}|${' --- |'.repeat(columns)}\n${line(body)}\n`
}

const formula = (terms: number) =>
  `$$\n${words(terms, 'x_').join(' + ')} + \\frac{\\omega}{2}\n$$\n\n`

const sheet = [
  table(
    2,
    'Few',
    'a whole sentence that is long enough to take a few lines of the paper ',
  ),
  table(14, 'Head', 'value_'),
  table(6, 'Long', 'aVeryLongWordThatNoLineOfACellHasRoomFor'),
  table(24, 'Many', 'value_'),
  formula(20),
  formula(60),
  `> ${table(8, 'Quoted', 'value_').trimEnd().replaceAll('\n', '\n> ')}\n`,
].join('\n')

const signs = `- [x] Written
- [ ] Reviewed

<a href="guides/install.md" class="button primary">Get started</a>

{% embed url="https://www.youtube.com/watch?v=aqz-KE-bpKQ" %}
`

describe('a body on paper', { skip: printerIsMissing }, () => {
  let browser: Browser
  let site: BodySite
  before(async () => {
    browser = await launchBrowser()
    site = await startBodySite({ sheet: viewOf(sheet), signs: viewOf(signs) })
  })
  after(async () => {
    await browser.close()
    await site.close()
  })

  async function print(path: string) {
    // As wide as A4 between the margins of a browser.
    const page = await browser.newPage({ viewport: { width: 718, height: 1000 } })
    await page.goto(`${site.url}${path}`)
    await page.evaluate(fontsReady)
    await page.emulateMedia({ media: 'print' })
    return page
  }

  it('cuts nothing of wide tables, long words and long formulas', async () => {
    const page = await print('/light/sheet')
    assert.deepEqual(await page.evaluate(beyondThePaper), [])
    const margin = '10mm'
    const margins = { top: margin, bottom: margin, left: margin, right: margin }
    const { pages } = await readPdf(await page.pdf({ format: 'A4', margin: margins }))
    const text = pages.join('\n').replaceAll(/\s+/gu, '')
    for (const word of [...words(14, 'Head'), ...words(8, 'Quoted'), 'last_of_2']) {
      assert.ok(text.includes(word), `${word} in ${pages.join('\n')}`)
    }
    await page.close()
  })

  it('shows ticks, buttons and videos without backgrounds', async () => {
    const page = await print('/light/signs')
    await page.locator('.check.checked').waitFor()
    for (const selector of ['.check.checked .sign', '.button-primary']) {
      const contrast = await page.locator(selector).evaluate(contrastWithPaper)
      assert.ok(contrast >= 7, `${selector}: ${contrast}`)
    }
    const video = await page.locator('.video').boundingBox()
    assert.ok(video !== null && video.height < 100, `${video?.height} pixels`)
    const { pages } = await readPdf(await page.pdf({ format: 'A4' }))
    assert.match(pages.join('\n'), /https:\/\/www\.youtube\.com\/watch\?v=aqz-KE-bpKQ/)
    await page.close()
  })

  it('has the address of a video that was started, and no frame', async () => {
    const page = await browser.newPage({ viewport: { width: 718, height: 1000 } })
    await page.route('https://www.youtube-nocookie.com/**', async (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>Playing</p>' }),
    )
    await page.goto(`${site.url}/light/signs`)
    await page.locator('.video-card').click()
    await page.locator('.video iframe').waitFor()
    assert.equal(await page.locator('.video-card').isVisible(), false)
    await page.emulateMedia({ media: 'print' })
    const video = await page.locator('.video').boundingBox()
    assert.ok(video !== null && video.height < 100, `${video?.height} pixels`)
    const { pages } = await readPdf(await page.pdf({ format: 'A4' }))
    assert.match(pages.join('\n'), /https:\/\/www\.youtube\.com\/watch\?v=aqz-KE-bpKQ/)
    assert.doesNotMatch(pages.join('\n'), /Playing/)
    await page.close()
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { buildAssets } from '#/assets/build-assets.ts'

import { type AdaptiveSite, publishAdaptiveSite } from './adaptive-site.ts'
import {
  type Browser,
  browserIsMissing,
  launchBrowser,
} from '../../server/test/test-browser.ts'
import { readPdf } from '../../server/test/pdf/test-pdf-reading.ts'
import { violations } from './shell-visitor.ts'
import { customize, startTestSites, type TestSites, until } from './test-sites.ts'

describe('a PDF that readers make', () => {
  let world: TestSites
  let site: AdaptiveSite

  before(async () => {
    world = await startTestSites({}, await buildAssets())
    site = await publishAdaptiveSite(world)
    await until(() => world.sites.isLive())
  })
  after(async () => world.stop())

  const get = async (path: string, cookie?: string) =>
    world.read(site.base + path, { headers: cookie === undefined ? {} : { cookie } })
  const pdfOf = (title: string) => `~pdf?page=${site.pages[title]}`

  it('is linked from each page, and holds the page and those below it', async () => {
    // What was published a moment ago may still be on its way to the renderer.
    await until(async () => (await get('more')).status === 200)
    const page = await get('more')
    assert.ok(page.body.includes(`href="${site.base}${pdfOf('More')}"`), page.body)
    const pdf = await get(pdfOf('More'))
    assert.equal(pdf.status, 200)
    assert.match(String(pdf.headers['content-type']), /^text\/html/)
    for (const text of ['Also.', 'Under it.', 'Save as PDF']) {
      assert.ok(pdf.body.includes(text), text)
    }
    assert.ok(pdf.body.includes(`<a href="${site.base}more">Back to the site</a>`))
    const below = await get(pdfOf('Below'))
    assert.ok(!below.body.includes('Also.'))
  })

  it('of a whole space leaves out what is hidden, which has one of its own', async () => {
    const all = await get('~pdf')
    assert.ok(all.body.includes('<p class="print-title">Handbook</p>'))
    for (const text of ['For everybody.', 'Also.', 'Under it.']) {
      assert.ok(all.body.includes(text), text)
    }
    assert.ok(!all.body.includes('Not listed.'))
    assert.ok((await get(pdfOf('Draft'))).body.includes('Not listed.'))
  })

  it('is nothing for search engines, and in no sitemap', async () => {
    const pdf = await get('~pdf')
    assert.equal(pdf.headers['x-robots-tag'], 'noindex')
    assert.match(pdf.body, /<meta name="robots" content="noindex, nofollow"\/>/)
    for (const path of ['sitemap.xml', 'sitemap-pages.xml', 'llms.txt']) {
      assert.ok(!(await get(path)).body.includes('~pdf'), path)
    }
    assert.match((await get('robots.txt')).body, /^Disallow: .*~pdf$/m)
  })

  it('shows each reader what they may see, whoever has asked before', async () => {
    const paying = site.cookieOf({ plan: 'pro' })
    for (const _round of [1, 2]) {
      const theirs = await get('~pdf', paying)
      assert.ok(theirs.body.includes('For those who pay.'))
      assert.equal(theirs.headers['cache-control'], 'private, no-store')
      const others = await get('~pdf')
      assert.ok(others.body.includes('For everybody.'))
      assert.ok(!others.body.includes('For those who pay.'))
    }
    assert.ok((await get('premium/~pdf', paying)).body.includes('Only for those who pay'))
    const refused = await get('premium/~pdf')
    assert.equal(refused.status, 404)
    assert.ok(!refused.body.includes('those who pay'))
  })

  it('is not there for a page that is not there', async () => {
    for (const path of ['~pdf?page=none', '~pdf?page=', 'more/~pdf', '~pdf/more']) {
      assert.equal((await get(path)).status, 404, path)
    }
  })

  it(
    'is clean, light, in the font of the site and within its policy',
    { skip: browserIsMissing },
    async () => {
      const browser = await launchBrowser()
      try {
        await judgeInBrowser(browser)
      } finally {
        await browser.close()
      }
    },
  )

  async function judgeInBrowser(browser: Browser): Promise<void> {
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('console', (message) => {
      // There is no favicon, which a browser asks the host for.
      if (!message.location().url.endsWith('/favicon.ico')) faults.push(message.text())
    })
    page.on('response', (reply) => {
      if (!reply.ok()) faults.push(`${reply.status()} ${reply.url()}`)
    })
    await page.goto(`http://${world.host}${site.base}~pdf`)
    const strip = page.locator('.print-strip')
    assert.equal(await strip.isVisible(), true)
    assert.deepEqual(await violations(page), [])
    await page.emulateMedia({ media: 'print' })
    assert.equal(await strip.isVisible(), false)
    assert.equal(await page.locator('.print-cover').isVisible(), true)
    const { fonts } = await readPdf(await page.pdf())
    // Chromium embeds the shapes of a variable font, as Inter is, without its name.
    assert.deepEqual([...fonts], [['[none]', true]])
    assert.deepEqual(faults, [])
  }

  it('is made a few times a minute for one address', async () => {
    let last = await get(pdfOf('Below'))
    for (let at = 0; at < 25 && last.status === 200; at += 1) {
      last = await get(pdfOf('Below'))
    }
    assert.equal(last.status, 429)
    assert.ok(Number(last.headers['retry-after']) > 0)
  })

  it('is neither there nor linked once it is switched off', async () => {
    await customize(world, site, { pdf: { enabled: false } })
    await until(async () => !(await get('more')).body.includes('~pdf'))
    for (const path of ['~pdf', pdfOf('More')]) {
      assert.equal((await get(path)).status, 404, path)
      assert.equal((await get(path, site.cookieOf({ plan: 'pro' }))).status, 404, path)
    }
    assert.ok(!(await get('more', site.cookieOf({ plan: 'pro' }))).body.includes('~pdf'))
  })
})

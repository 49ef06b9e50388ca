import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { browserIsMissing } from '../../server/test/test-browser.ts'
import {
  backgroundColor,
  chosenTheme,
  columns,
  isTreeScrolled,
  pageScroll,
  scrollbarGutter,
} from './in-page/shell.ts'
import { startShellSite } from './shell-site.ts'
import { customizedWith } from './shell-views.ts'
import { close, phone, startVisitor, type Visitor, violations } from './shell-visitor.ts'

const light = 'rgb(255, 255, 255)'
const dark = 'rgb(18, 20, 24)'

describe('reading a site', { skip: browserIsMissing }, () => {
  let visitor: Visitor
  before(async () => {
    visitor = await startVisitor()
  })
  after(async () => visitor.leave())

  it('is dark at once where the system is, with and without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      for (const [colorScheme, expected] of [
        ['dark', dark],
        ['light', light],
      ] as const) {
        const page = await visitor.open('/', { colorScheme, javaScriptEnabled })
        assert.equal(await page.evaluate(backgroundColor), expected)
        await close(page)
      }
    }
  })

  it('asks the reader over the system, and says what is chosen', async () => {
    const page = await visitor.open('/', { colorScheme: 'dark' })
    const pressed = page.locator('lectern-theme [aria-pressed=true]')
    assert.equal(await pressed.first().getAttribute('data-choice'), 'system')
    await page.locator('.site-header lectern-theme summary').click()
    await page.locator('.site-header [data-choice=light]').click()
    assert.equal(await page.evaluate(backgroundColor), light)
    await page.goto(`${visitor.site.url}/other`)
    assert.equal(await page.evaluate(backgroundColor), light)
    assert.equal(await pressed.first().getAttribute('data-choice'), 'light')
    await close(page)
  })

  it('asks the site over the system', async () => {
    for (const [themes, expected] of [
      [{ default: 'dark', toggeable: true }, 'dark'],
      [{ default: 'light', toggeable: false }, 'light'],
    ] as const) {
      const colorScheme = expected === 'dark' ? 'light' : 'dark'
      const on = await startShellSite({ customization: customizedWith({}, { themes }) })
      const page = await visitor.open('/', { on, colorScheme })
      assert.equal(await page.evaluate(chosenTheme), expected)
      await close(page)
      await on.stop()
    }
  })

  it('shows the current page in a long tree, and moves nothing else', async () => {
    const on = await startShellSite({ tree: longTree })
    for (const viewport of [undefined, phone]) {
      const page = await visitor.open('/', { on, ...(viewport && { viewport }) })
      if (viewport !== undefined) await page.locator('.menu-opener').click()
      const current = page.locator('.tree [aria-current=page]')
      await page.waitForFunction(isTreeScrolled)
      if (viewport !== undefined) {
        const wayOut = await page
          .locator('.site-menu [popovertargetaction=hide]')
          .boundingBox()
        assert.ok(wayOut !== null && wayOut.y >= 0, 'the way out stays in sight')
      }
      const box = await current.boundingBox()
      const { height = 900 } = page.viewportSize() ?? {}
      assert.ok(box !== null && box.y > 100 && box.y + box.height < height, `${box?.y}`)
      assert.equal(await page.evaluate(pageScroll), 0)
      await close(page)
    }
    await on.stop()
  })

  it('keeps every column in its place from page to page', async () => {
    for (const width of [1000, 1280, 1440, 1920]) {
      const page = await visitor.open('/', { viewport: { width, height: 800 } })
      const expected = await page.evaluate(columns)
      for (const path of ['/short', '/search?q=compose', '/missing']) {
        await page.goto(visitor.site.url + path)
        assert.deepEqual(await page.evaluate(columns), expected, `${path} at ${width}`)
      }
      // The room of a scrollbar stays, also where there is nothing to scroll.
      assert.equal(await page.evaluate(scrollbarGutter), 'stable')
      await close(page)
    }
  })

  it('keeps the search in its place, whatever the variants are called', async () => {
    const long = 'A version with a very long name'
    const variants = [long, 'v2'].map((title, index) => {
      return { title, href: `/${index}`, language: 'en', isCurrent: index === 0 }
    })
    for (const search of ['prominent', 'subtle'] as const) {
      const customization = customizedWith({ search })
      const places: unknown[] = []
      for (const shown of [variants, []]) {
        const on = await startShellSite({ customization, variants: shown })
        const page = await visitor.open('/', { on })
        places.push(await page.locator('.search-box').boundingBox())
        await close(page)
        await on.stop()
      }
      assert.deepEqual(places[0], places[1], search)
    }
  })

  it('shows the word that was found on the line of an excerpt, also on a phone', async () => {
    for (const width of [320, 390, 1280]) {
      const page = await visitor.open('/', { viewport: { width, height: 700 } })
      await page.locator('.search-button').click()
      await page.locator('.search-dialog input').fill('compose')
      const excerpts = page.locator('.search-option-excerpt')
      await excerpts.nth(2).waitFor()
      for (const excerpt of await excerpts.all()) {
        const line = await excerpt.boundingBox()
        const word = await excerpt.locator('mark').first().boundingBox()
        assert.ok(line !== null && word !== null)
        assert.ok(word.x + word.width <= line.x + line.width, await excerpt.innerText())
      }
      await close(page)
    }
  })

  it('suggests pages before anything is typed, below searches of before, and asks nobody', async () => {
    const page = await visitor.open('/')
    let asked = 0
    page.on('request', () => (asked += 1))
    await page.keyboard.press('Control+k')
    const options = page.locator('.search-option')
    assert.deepEqual(await options.locator('.search-option-title').allInnerTexts(), [
      'Kubernetes',
      'Welcome',
      'Quickstart',
      'Install',
      'Configure',
    ])
    assert.deepEqual(await violations(page), [])
    assert.equal(asked, 0)
    await page.locator('.search-dialog input').fill('compose')
    await page.getByText('Results: 2').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/install-compose')
    await page.keyboard.press('Control+k')
    assert.equal(await options.first().innerText(), 'compose')
    assert.equal(await options.count(), 6)
    await page.getByRole('button', { name: 'Clear' }).click()
    assert.equal(await options.count(), 5)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/install-kubernetes')
    await close(page)
  })

  it('opens the Markdown of a page in assistants of others, and asks them nothing before', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await visitor.open('/', { javaScriptEnabled })
      await page.getByText('Open in…').click()
      for (const [name, address] of [
        ['ChatGPT', 'https://chatgpt.com/'],
        ['Claude', 'https://claude.ai/new'],
      ] as const) {
        const link = page.getByRole('link', { name })
        assert.ok(await link.isVisible())
        const href = new URL((await link.getAttribute('href')) ?? '')
        assert.equal(href.origin + href.pathname, address)
        assert.match(
          href.searchParams.get('q') ?? '',
          /https:\/\/docs\.example\.com\/install-compose\.md/,
        )
        assert.match((await link.getAttribute('rel')) ?? '', /noreferrer/)
      }
      await close(page)
    }
  })

  it('asks no other host for anything and breaks none of its own rules', () => {
    assert.deepEqual(visitor.faults, [])
  })
})

const pages = Array.from({ length: 120 }, (_, index) => ({
  id: `page-${index}`,
  kind: 'page' as const,
  title: `Page ${index}`,
  href: `/page-${index}`,
  children: [],
}))

/** Its current page is the last but a few, in a branch: far below what a screen shows. */
const longTree = {
  entries: [
    ...pages.slice(0, 60),
    {
      id: 'branch',
      kind: 'page' as const,
      title: 'Branch',
      href: '/b',
      children: pages.slice(60),
    },
  ],
  openAlong: ['branch', 'page-90'],
}

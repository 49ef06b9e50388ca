import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

import { startBodySite, type BodySite } from '#test/body-site.ts'
import { partsOf, petParts, petsPage } from '#test/openapi/pets.ts'
import { viewOf } from '#test/page-view.ts'
import { browserIsMissing, launchBrowser } from '../../../../server/test/test-browser.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const wide = { width: 1280, height: 900 }
const phone = { width: 360, height: 740 }

/** Browser code as text, as its types are missing. */
const openAll = `document.querySelectorAll('.api-main details').forEach((each) => { each.open = true })`

describe('a page of a specification in a browser', { skip: browserIsMissing }, () => {
  let browser: Browser
  let site: BodySite
  before(async () => {
    browser = await launchBrowser()
    const api = partsOf(petParts)
    site = await startBodySite({
      pets: viewOf(petsPage, { title: 'Pets', context: { api } }),
      arabic: viewOf(petsPage, {
        title: 'حيوانات',
        description: 'كل شيء عن الحيوانات',
        context: { api, direction: 'rtl', language: 'ar' },
      }),
    })
  })
  after(async () => {
    await browser.close()
    await site.close()
  })

  async function withPage(
    path: string,
    options: BrowserContextOptions,
    use: (page: Page) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext({ viewport: wide, ...options })
    try {
      const page = await context.newPage()
      const wrong: string[] = []
      page.on('pageerror', (error) => wrong.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') wrong.push(message.text())
      })
      page.on('request', (request) => {
        if (!request.url().startsWith(site.url)) wrong.push(request.url())
      })
      await page.goto(`${site.url}${path}`)
      await use(page)
      assert.deepEqual(wrong, [])
    } finally {
      await context.close()
    }
  }

  for (const path of ['/light/pets', '/dark/pets', '/light/arabic', '/dark/arabic']) {
    for (const viewport of [wide, phone]) {
      it(`can be read by everybody, folded or not: ${path} at ${viewport.width} pixels`, async () => {
        await withPage(path, { viewport, bypassCSP: true }, async (page) => {
          await page.evaluate(axe.source)
          for (const step of ['undefined', openAll]) {
            await page.evaluate(step)
            const violations: unknown = await page.evaluate(
              `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
                violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
            )
            assert.deepEqual(violations, [])
            const excess = await page.evaluate(
              'document.documentElement.scrollWidth - innerWidth',
            )
            assert.ok(Number(excess) <= 0, `${String(excess)} pixels`)
          }
        })
      })
    }
  }

  it('has samples beside the text where there is room, and below it on a phone', async () => {
    for (const viewport of [{ width: 1280, height: 900 }, phone]) {
      await withPage('/light/pets', { viewport }, async (page) => {
        const main = await page.locator('.api-main').first().boundingBox()
        const side = await page.locator('.api-side').first().boundingBox()
        assert.ok(main !== null && side !== null)
        const isBeside = side.x >= main.x + main.width
        assert.equal(isBeside, viewport.width > 1000)
        if (!isBeside) assert.ok(side.y >= main.y + main.height)
      })
    }
  })

  it('keeps the language that a reader chooses, for all operations and the next visit', async () => {
    await withPage('/light/pets', {}, async (page) => {
      const chosen = async () =>
        page.locator('.api-samples [aria-selected="true"]').allInnerTexts()
      await page.getByRole('tab', { name: 'Python' }).first().click()
      assert.equal((await chosen()).filter((name) => name === 'Python').length, 4)
      await page.reload()
      assert.equal((await chosen()).filter((name) => name === 'Python').length, 4)
      assert.ok(await page.getByText('requests.get').first().isVisible())
    })
  })

  it('opens the response that an address names', async () => {
    await withPage('/light/pets#get-pets-response-200', {}, async (page) => {
      const response = page.locator('#get-pets-response-200')
      assert.ok(await response.getByText('X-Next').isVisible())
    })
  })

  it('copies the address of an operation', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    await withPage('/light/pets', { permissions }, async (page) => {
      await page.locator('.api-line .copy-button').first().click()
      await page.locator('.api-line .copy-status').first().waitFor({ state: 'attached' })
      await page.getByText('Copied').first().waitFor()
      assert.equal(
        await page.evaluate('navigator.clipboard.readText()'),
        'https://eu.pets.example/v1/pets',
      )
    })
  })

  it('says everything without scripts: what is folded opens with a click', async () => {
    await withPage('/light/pets', { javaScriptEnabled: false }, async (page) => {
      assert.equal(await page.getByRole('tab').count(), 0)
      assert.ok(await page.getByText('curl').first().isVisible())
      assert.ok(!(await page.getByText('requests.get').first().isVisible()))
      await page.locator('summary', { hasText: 'Python' }).first().click()
      assert.ok(await page.getByText('requests.get').first().isVisible())
      await page.locator('summary', { hasText: 'A page of pets.' }).click()
      assert.ok(
        await page.getByText('An animal that lives with people.').first().isVisible(),
      )
    })
  })
})

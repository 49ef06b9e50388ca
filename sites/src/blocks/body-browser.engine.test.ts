import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'

import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

import { startBodySite, type BodySite } from '#test/body-site.ts'
import { scrollToEnd } from '#test/in-page/shell.ts'
import { launchBrowser, browserIsMissing } from '../../../server/test/test-browser.ts'
import { viewOf } from '#test/page-view.ts'

const everyBlock = readFileSync(
  new URL('../../test/every-block.md', import.meta.url),
  'utf8',
)
const rightToLeft = readFileSync(
  new URL('../../test/right-to-left.md', import.meta.url),
  'utf8',
)
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const wide = { width: 1280, height: 900 }
const phone = { width: 360, height: 740 }

describe('a body in a browser', { skip: browserIsMissing }, () => {
  let browser: Browser
  let site: BodySite
  before(async () => {
    browser = await launchBrowser()
    site = await startBodySite({
      every: viewOf(everyBlock, {
        cover: { asset: { src: '/files/cover.png', name: 'c' }, y: 0, size: 'hero' },
      }),
      tables: viewOf(wideTables),
      arabic: viewOf(rightToLeft, {
        title: 'كل الكتل',
        description: 'صفحة واحدة فيها كل شيء',
        context: { direction: 'rtl', language: 'ar' },
      }),
    })
  })
  after(async () => {
    await browser.close()
    await site.close()
  })

  /** Opens a page; fails if the page breaks its policy, throws or asks anything of another host. */
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

  for (const path of ['/light/every', '/dark/every', '/light/arabic', '/dark/arabic']) {
    for (const viewport of [wide, phone]) {
      it(`can be read by everybody: ${path} at ${viewport.width} pixels`, async () => {
        // The policy of a page blocks the checker's script too.
        await withPage(path, { viewport, bypassCSP: true }, async (page) => {
          await page.evaluate(axe.source)
          const violations: unknown = await page.evaluate(
            `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
              violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
          )
          assert.deepEqual(violations, [])
        })
      })

      it(`never scrolls sideways: ${path} at ${viewport.width} pixels`, async () => {
        await withPage(path, { viewport }, async (page) => {
          const excess = await page.evaluate(
            'document.documentElement.scrollWidth - innerWidth',
          )
          assert.ok(Number(excess) <= 0, `${String(excess)} pixels`)
        })
      })
    }
  }

  it('scrolls a wide table inside its frame, with the keyboard, to its last column', async () => {
    for (const viewport of [wide, phone]) {
      await withPage('/light/tables', { viewport }, async (page) => {
        const frames = page.locator('.table')
        assert.equal(await frames.count(), 8)
        for (const frame of await frames.all()) {
          await frame.focus()
          await page.keyboard.press('ArrowRight')
          await frame.evaluate(scrollToEnd)
          const outer = await frame.boundingBox()
          const last = await frame.locator('tbody td').last().boundingBox()
          assert.ok(outer !== null && last !== null)
          assert.ok(outer.x + outer.width <= viewport.width, `${outer.width} pixels`)
          assert.ok(last.x >= outer.x && last.x + last.width <= outer.x + outer.width)
        }
      })
    }
  })

  it('keeps lines short enough to be read', async () => {
    await withPage(
      '/light/every',
      { viewport: { width: 2400, height: 900 } },
      async (page) => {
        const box = await page.locator('.flow > p').first().boundingBox()
        const { width } = box ?? assert.fail('not shown')
        assert.ok(width <= 750, `${width} pixels`)
      },
    )
  })

  it('shows all of its tabs, and no button that does nothing, without scripts', async () => {
    await withPage('/light/every', { javaScriptEnabled: false }, async (page) => {
      for (const title of ['npm', 'pnpm', 'From source']) {
        await page.getByRole('heading', { name: title, exact: true }).first().waitFor()
      }
      assert.ok(await page.getByText('pnpm add --save-dev lectern').isVisible())
      assert.ok(await page.getByText('Run pnpm dlx lectern.').isVisible())
      assert.equal(await page.getByRole('button').count(), 0)
      await page.getByText('How does it open').click()
      assert.ok(await page.getByText('With a click, or with a key.').isVisible())
      await page.getByText('Show 6 more lines').click()
      assert.ok(await page.getByText('replicas').isVisible())
    })
  })

  it('moves between tabs with keys, and shows one panel at a time', async () => {
    await withPage('/light/every', {}, async (page) => {
      const list = page.getByRole('tablist').first()
      const selected = async () => list.locator('[aria-selected="true"]').innerText()
      await list.getByRole('tab', { name: 'npm', exact: true }).focus()
      for (const [key, expected] of [
        ['ArrowRight', 'pnpm'],
        ['ArrowRight', 'From source'],
        ['ArrowRight', 'npm'],
        ['ArrowLeft', 'From source'],
        ['Home', 'npm'],
        ['End', 'From source'],
      ] as const) {
        await page.keyboard.press(key)
        assert.equal(await selected(), expected, key)
        const focused = await page.evaluate('document.activeElement.textContent')
        assert.equal(focused, expected)
      }
      assert.ok(await page.getByText('Clone the repository, then:').isVisible())
      assert.equal(await page.getByText('pnpm add --save-dev lectern').isVisible(), false)
      const tabStops = await list.locator('[tabindex="0"]').count()
      assert.equal(tabStops, 1)
    })
  })

  it('follows the line of reading with its arrows', async () => {
    await withPage('/light/arabic', {}, async (page) => {
      const list = page.getByRole('tablist').first()
      await list.getByRole('tab').first().focus()
      await page.keyboard.press('ArrowLeft')
      assert.equal(
        await list.getByRole('tab').nth(1).getAttribute('aria-selected'),
        'true',
      )
    })
  })

  it('chooses a title everywhere it stands, and remembers it', async () => {
    await withPage('/light/every', {}, async (page) => {
      const lists = page.getByRole('tablist')
      await lists.nth(1).getByRole('tab', { name: 'pnpm' }).click()
      const chosen = async () =>
        page.locator('[role=tab][aria-selected="true"]').allInnerTexts()
      assert.deepEqual(await chosen(), ['pnpm', 'pnpm'])
      await page.reload()
      assert.deepEqual(await chosen(), ['pnpm', 'pnpm'])
      await page.goto(`${site.url}/dark/every#from-source`)
      assert.deepEqual(
        await chosen(),
        ['From source', 'pnpm'],
        'a link to a tab shows it',
      )
    })
  })

  it('copies code as it was written, folded or not', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    await withPage('/light/every', { permissions }, async (page) => {
      const code = page.locator('.code', { hasText: 'deploy.yaml' })
      await code.hover()
      await code.getByRole('button', { name: 'Copy' }).click()
      await code.getByRole('button', { name: 'Copied' }).waitFor()
      const copied = String(await page.evaluate('navigator.clipboard.readText()'))
      assert.match(copied, /^apiVersion: apps\/v1\nkind: Deployment\n/u)
      assert.match(copied, /matchLabels: \{ app: lectern \}$/u)
    })
  })

  it('leads from a note to its text and back', async () => {
    await withPage('/light/every', {}, async (page) => {
      await page.getByRole('link', { name: 'Note 1' }).first().click()
      assert.ok(await page.locator('li:target').isVisible())
      await page.locator('li:target').getByLabel('Back to the text (1)').click()
      assert.match(page.url(), /#to-note-1$/u)
    })
  })
})

const columns = Array.from({ length: 9 }, (_, index) => `a_long_name_of_column_${index}`)
const row = `| ${columns.join(' | ')} |\n`
const table = `${row}|${' --- |'.repeat(9)}\n${row}`

/** A wide table in each block that holds blocks. */
const wideTables = `${table}

{% hint style="info" %}
${table}
{% endhint %}

- ${table.trimEnd().replaceAll('\n', '\n  ')}

{% stepper %}
{% step %}
${table}
{% endstep %}
{% endstepper %}

{% tabs %}
{% tab title="One" %}
${table}
{% endtab %}
{% endtabs %}

{% columns %}
{% column %}
${table}
{% endcolumn %}

{% column %}
Words.
{% endcolumn %}
{% endcolumns %}

{% updates %}
{% update date="2026-01-01" %}
${table}
{% endupdate %}
{% endupdates %}

> ${table.trimEnd().replaceAll('\n', '\n> ')}
`

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after, before, describe, it } from 'node:test'

import { linksToLanguages } from '#/features/joining/page-words/chosen-language.ts'
import { words } from '#/features/joining/page-words/words.ts'
import {
  type Browser,
  browserIsMissing,
  launchBrowser,
  type Page,
} from '#test/test-browser.ts'

import { listSamplePages } from './sample-pages.ts'

interface Looked {
  readonly violations: readonly string[]
  /** How much wider the page is than the window. */
  readonly excess: number
}

describe('the pages of signing in, for every reader', { skip: browserIsMissing }, () => {
  let browser: Browser
  let axe: string
  before(async () => {
    browser = await launchBrowser()
    const { resolve } = createRequire(import.meta.url)
    axe = await readFile(resolve('axe-core/axe.min.js'), 'utf8')
  })
  after(async () => browser.close())

  for (const language of ['en', 'ar'] as const) {
    it(`have no fault that axe knows, and fit a phone: ${language}`, async () => {
      const context = await browser.newContext({
        bypassCSP: true,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      const choice = linksToLanguages(new URLSearchParams(), language)
      const found: string[] = []
      for (const { name, view } of listSamplePages()) {
        await page.setContent(view({ language, words: words[language], choice }))
        await page.evaluate(axe)
        await page.evaluate(showAll)
        // By turns: every two of language, width and colours are seen together.
        for (const [width, colorScheme] of language === 'ar' ? mixed : alike) {
          await page.setViewportSize({ width, height: 800 })
          await page.emulateMedia({ colorScheme })
          const { violations, excess } = await lookAt(page)
          const where = `${name}, ${width} px, ${colorScheme}`
          found.push(...violations.map((violation) => `${where}: ${violation}`))
          if (excess > 0) found.push(`${where}: ${excess} px too wide`)
        }
      }
      await context.close()
      assert.deepEqual(found, [])
    })
  }
})

const alike = [
  [320, 'light'],
  [1280, 'dark'],
] as const
const mixed = [
  [320, 'dark'],
  [1280, 'light'],
] as const

/** What a script shows later, and what is folded, is looked at as well. */
const showAll = `
  for (const part of document.querySelectorAll('[hidden]')) part.hidden = false
  for (const part of document.querySelectorAll('details')) part.open = true`

async function lookAt(page: Page): Promise<Looked> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the script below gives
  return (await page.evaluate(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => ({
        violations: violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)),
        excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      }))`,
  )) as Looked
}

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

import { launchBrowser } from '../../server/test/test-browser.ts'
import { focusedName } from './in-page/shell.ts'
import { type ShellSite, startShellSite } from './shell-site.ts'

export const wide = { width: 1440, height: 900 }
export const middle = { width: 1100, height: 800 }
export const phone = { width: 390, height: 844 }

export interface VisitOptions extends BrowserContextOptions {
  /** What the reader chose earlier. */
  readonly theme?: 'light' | 'dark'
  /** A site of one's own, in place of the common one. */
  readonly on?: ShellSite
}

export interface Visitor {
  readonly browser: Browser
  readonly site: ShellSite
  /** Errors, refusals by the site's own policy, requests to anyone else. */
  readonly faults: string[]
  readonly open: (path: string, options?: VisitOptions) => Promise<Page>
  readonly leave: () => Promise<void>
}

/** A browser in front of a sample site, with an eye on whatever should not happen. */
export async function startVisitor(): Promise<Visitor> {
  const browser = await launchBrowser()
  const site = await startShellSite()
  const faults: string[] = []
  return {
    browser,
    site,
    faults,
    open: async (path, { theme, on = site, ...context } = {}) => {
      const opened = await browser.newContext({
        viewport: wide,
        reducedMotion: 'reduce',
        ...context,
      })
      if (theme !== undefined) {
        await opened.addInitScript(
          (choice) => localStorage.setItem('lectern:theme', choice),
          theme,
        )
      }
      const page = await opened.newPage()
      watch(page, on.url, faults)
      await page.goto(on.url + path)
      return page
    },
    leave: async () => {
      await browser.close()
      await site.stop()
    },
  }
}

function watch(page: Page, origin: string, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    const text = message.text()
    if (/Content Security Policy|refused/i.test(text)) faults.push(text)
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) faults.push(`asked for ${request.url()}`)
  })
}

export const close = async (page: Page) => page.context().close()

/** The name of what has the focus. */
export const focused = async (page: Page) => page.evaluate(focusedName)

/** Presses Tab until something with that name has the focus; fails where nothing ever has. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    if (name.test(await focused(page))) return
  }
  assert.fail(`Tab never reached ${String(name)}`)
}

interface AxeWindow {
  readonly axe: {
    run: (options: object) => Promise<{
      violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[]
    }>
  }
}

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** What axe finds against WCAG 2.2 AA and good practice, a line for each. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated, not put into the page: the page's policy would rightly refuse it.
  await page.evaluate(await readFile(axe, 'utf8'))
  return page.evaluate(async () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- axe was just put there
    const found = await (globalThis as unknown as AxeWindow).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    )
  })
}

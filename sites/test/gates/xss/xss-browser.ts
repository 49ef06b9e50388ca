import { setTimeout } from 'node:timers/promises'

import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'

import { errorStyle } from '#/shell/error-style.ts'
import { themeScript } from '#/shell/theme-script.ts'

import { launchBrowser } from '../../../../server/test/test-browser.ts'
import { type Looked, lookInside, reportDialogs } from '../../in-page/hostile.ts'

/** A browser that tells of everything that runs. */
export interface Watcher {
  /**
   * Opens an address, presses what can be pressed; answers where something ran. A document that does not
   * answer is waited for so long.
   */
  readonly open: (url: string, lookMs?: number) => Promise<Opened>
  readonly close: () => Promise<void>
}

export interface Opened {
  /** Addresses of documents in which an attack ran. */
  readonly ran: readonly string[]
  /** What stands in the documents and could run. */
  readonly unsafe: readonly string[]
  /** Requests that left for somebody else. */
  readonly left: readonly string[]
  /** Documents that could not be looked at. */
  readonly unseen: number
  /** How many hostile bodies stand where they were put. */
  readonly bodies: number
}

const canary = 'xss-canary'
/** Pictures must fail and animations begin before their handlers could run. */
const settleMs = 60

/** Longer than any wait of the browser's own: what takes so long never ends. */
const stuckMs = 45_000
const attemptsMax = 3

interface Session {
  readonly browser: Browser
  readonly context: BrowserContext
  /** Requests that left for somebody else, by the page they came from. */
  readonly left: Map<Page, string[]>
}

/** A browser that hangs, as one does now and then among attacks, is left for a new one. */
export async function startWatcher(): Promise<Watcher> {
  let current = startSession()
  await current
  return {
    async close() {
      await Promise.race([endSession(current), setTimeout(stuckMs)])
    },
    async open(url, lookMs = lookMsUsual) {
      for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
        const used = current
        const opened = openIn(await used, url, lookMs)
        const late = setTimeout(stuckMs, undefined, { ref: false })
        const found = await Promise.race([opened, late])
        if (found !== undefined) return found
        opened.catch(() => undefined)
        // Others may have found out before.
        if (current === used) {
          current = startSession()
          void endSession(used)
        }
      }
      throw new Error(`The browser hangs at ${url}`)
    },
  }
}

async function endSession(session: Promise<Session>): Promise<void> {
  await (await session).browser.close().catch(() => undefined)
}

async function startSession(): Promise<Session> {
  const browser = await launchBrowser()
  const context = await browser.newContext()
  const left = new Map<Page, string[]>()
  await context.route(/^https?:\/\/(?!127\.0\.0\.1)/, async (route) => {
    const request = route.request()
    left.get(request.frame().page())?.push(request.url())
    await route.abort()
  })
  await context.addInitScript(reportDialogs, canary)
  return { browser, context, left }
}

async function openIn(
  { context, left }: Session,
  url: string,
  lookMs: number,
): Promise<Opened> {
  const ran: string[] = []
  const page = await context.newPage()
  const gone: string[] = []
  left.set(page, gone)
  page.on('console', (message) => {
    const text = message.text()
    if (text.startsWith(canary)) ran.push(text.slice(canary.length + 1))
  })
  try {
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(settleMs)
    const looked = await Promise.all(
      page.frames().map(async (frame) => look(frame, lookMs)),
    )
    await page.waitForTimeout(settleMs)
    return {
      ran,
      left: gone,
      unseen: looked.filter((one) => one === nothing).length,
      unsafe: looked.flatMap(({ unsafe }) => unsafe),
      bodies: looked.reduce((sum, { bodies }) => sum + bodies, 0),
    }
  } finally {
    left.delete(page)
    await page.close()
  }
}

const nothing: Looked = { unsafe: [], bodies: 0 }
const lookMsUsual = 2000

/** A document that an attack has led away is not there to be looked at, and is not waited for. */
async function look(frame: Frame, lookMs: number): Promise<Looked> {
  const known = { script: themeScript, style: errorStyle }
  const looked = frame.evaluate(lookInside, known).catch(() => nothing)
  return Promise.race([looked, setTimeout(lookMs, nothing, { ref: false })])
}

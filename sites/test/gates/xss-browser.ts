import { setTimeout } from 'node:timers/promises'

import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'

import { themeScript } from '#/shell/theme-script.ts'

import { launchBrowser } from '../browser.ts'

/** A browser that tells of everything that runs. */
export interface Watcher {
  /** Opens an address, presses what can be pressed; answers where something ran. */
  readonly open: (url: string) => Promise<Opened>
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
    async open(url) {
      for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
        const used = current
        const opened = openIn(await used, url)
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
  await context.addInitScript((mark) => {
    // oxlint-disable-next-line no-console -- how a page tells the gate
    const tell = () => console.log(`${mark} ${location.href}`)
    Object.assign(window, { alert: tell, confirm: tell, prompt: tell })
  }, canary)
  return { browser, context, left }
}

async function openIn({ context, left }: Session, url: string): Promise<Opened> {
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
    const looked = await Promise.all(page.frames().map(look))
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

interface Looked {
  readonly unsafe: readonly string[]
  readonly bodies: number
}

const nothing: Looked = { unsafe: [], bodies: 0 }
const lookMsMax = 5000

/** A document that an attack has led away is not there to be looked at, and is not waited for. */
async function look(frame: Frame): Promise<Looked> {
  const looked = frame.evaluate(lookInside, themeScript).catch(() => nothing)
  return Promise.race([looked, setTimeout(lookMsMax, nothing, { ref: false })])
}

/** Runs in the page, so it has all it needs inside: names what could run, presses what can be pressed. */
function lookInside(known: string): Looked {
  const safe = new Set(['http:', 'https:', 'mailto:', 'tel:'])
  const forbidden = /^(?:iframe|object|embed|base|frame|applet|style)$/i
  const addresses = /^(?:href|src|action|formaction|xlink:href|data|poster|background)$/

  /** An emoji as an icon: an image is all that it can be there. */
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only what is inside goes into the page
  const isFavicon = (element: Element, value: string) =>
    element.matches('head > link[rel="icon"]') && value.startsWith('data:image/svg+xml')

  const isForeignScript = (element: Element) =>
    /^script$/i.test(element.nodeName) &&
    element.getAttribute('type') !== 'application/ld+json' &&
    // Built by us, and answered by the site itself.
    !/^\/[\w/-]*~assets\/[\w.-]+$/.test(element.getAttribute('src') ?? '') &&
    element.textContent !== known

  function faultOf(element: Element): string | undefined {
    const isOurs = element.hasAttribute('data-of-gate')
    if (forbidden.test(element.nodeName) && !isOurs) return 'a forbidden element'
    if (isForeignScript(element)) return 'a script'
    return element.matches('meta[http-equiv]') ? 'an instruction' : undefined
  }

  function attributeFaultOf(element: Element, { name, value }: Attr): string | undefined {
    if (/^on/i.test(name) || name === 'srcdoc') return name
    if (!addresses.test(name) || isFavicon(element, value)) return undefined
    const url = URL.parse(value, 'https://site.invalid/a/')
    return url === null || safe.has(url.protocol) ? undefined : name
  }

  const unsafe = [...document.querySelectorAll('*')].flatMap((element) =>
    [
      faultOf(element),
      ...[...element.attributes].map((attribute) => attributeFaultOf(element, attribute)),
    ]
      .filter((fault) => fault !== undefined)
      .map(
        (fault) => `${location.pathname}: ${fault} in ${element.outerHTML.slice(0, 160)}`,
      ),
  )
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only what is inside goes into the page
  const stay = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a, area') : null
    const target = link?.getAttribute('href') ?? link?.getAttribute('xlink:href') ?? ''
    // Only what runs is of interest, not where it leads.
    if (link !== null && !/script/i.test(target)) event.preventDefault()
  }
  addEventListener('click', stay, true)
  addEventListener(
    'submit',
    (event) => {
      const form = event.target instanceof Element ? event.target.outerHTML : ''
      if (!/script:/i.test(form)) event.preventDefault()
    },
    true,
  )
  const pressed = 'a, area, button, [data-press], math, maction, svg a *'
  for (const element of document.querySelectorAll(pressed)) {
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  }
  return { unsafe, bodies: document.querySelectorAll('body > .hostile').length }
}

import { setTimeout as sleep } from 'node:timers/promises'

import type { BrowserContext, Page, Route } from 'playwright-core'

import { goOn, Stopped } from '#/platform/jobs/job.ts'

import { type ChromiumOptions, openChromium } from './chromium.ts'
import { readPageNumbers } from './page-numbers.ts'
import { PdfFailure } from './pdf-failure.ts'

export interface LoadedResource {
  readonly contentType: string
  readonly bytes: Buffer
}

export interface PrintLimits {
  readonly timeoutMs: number
  readonly memoryBytesMax: number
  /** The limit for the pages of the PDF. */
  readonly pagesMax: number
  readonly bytesMax: number
}

/** The steps of printing, in their order. */
export type PrintStep = 'loading' | 'counting' | 'printing'

export interface Printing {
  readonly url: string
  /** Loads the page itself and every resource that it requests; undefined refuses a URL. */
  readonly load: (url: string) => Promise<LoadedResource | undefined>
  /** The plain texts at the top and the bottom of every page. */
  readonly header: string
  readonly footer: string
  readonly chromium: ChromiumOptions
  readonly pdfinfoPath: string
  readonly limits: PrintLimits
  /** Says that the worker stops: printing ends with a `Stopped`. */
  readonly stopping?: AbortSignal | undefined
  readonly onStep?: (step: PrintStep) => Promise<void>
}

export interface PrintedPdf {
  readonly bytes: Buffer
  readonly pages: number
}

/**
 * Prints a page of HTML. The page runs no script and loads nothing but what `load` returns. An
 * element with `data-page-of="id"` shows the page of the PDF on which the element with that id
 * stands, provided that a link leads to it: a first print supplies the numbers. Pages with the
 * style `page: cover` have no header and footer.
 */
export async function printToPdf(printing: Printing): Promise<PrintedPdf> {
  const { chromium, limits, stopping } = printing
  goOn(stopping)
  const opened = await openChromium(chromium)
  const guard = watch(limits, opened.memoryBytes, stopping)
  const work = printIn(opened.browser.newContext(contextOptions), printing)
  try {
    return await Promise.race([work, guard.broken])
  } finally {
    guard.stop()
    await opened.close()
    // Errors of abandoned work only say that the browser is gone, and it may never end at all.
    const late = sleep(workEndsMsMax, undefined, { ref: false })
    await Promise.race([work.catch(() => undefined), late])
  }
}

const workEndsMsMax = 5_000

const contextOptions = {
  javaScriptEnabled: false,
  serviceWorkers: 'block',
  acceptDownloads: false,
  // Bypassing the policy lets the print styles in; scripts stay disabled in any case.
  bypassCSP: true,
  colorScheme: 'light',
  reducedMotion: 'reduce',
} as const

async function printIn(
  opening: Promise<BrowserContext>,
  { url, load, header, footer, pdfinfoPath, limits, onStep = async () => {} }: Printing,
): Promise<PrintedPdf> {
  const context = await opening
  context.setDefaultTimeout(limits.timeoutMs)
  await onStep('loading')
  await context.route('**/*', async (route) => answer(route, load))
  const page = await context.newPage()
  await page.emulateMedia({ media: 'print' })
  const reply = await page.goto(url, { waitUntil: 'load' })
  if (reply?.ok() !== true) throw new Error('The page to print could not be loaded')
  await page.evaluate(reservePageNumbers)
  await page.evaluate(showAllImages)

  await page.evaluate(`(${addStyle})(${JSON.stringify(edges(header, footer))})`)

  await onStep('counting')
  // Page numbers need neither outline nor tags, which take most of the time.
  const draft = await print(page, { isDraft: true })
  const { timeoutMs } = limits
  const counted = await readPageNumbers(draft, { path: pdfinfoPath, timeoutMs })
  if (counted.pages > limits.pagesMax) throw tooLong(counted.pages, limits.pagesMax)
  await page.evaluate(`(${fillPageNumbers})(${JSON.stringify(counted.numbers)})`)

  await onStep('printing')
  const bytes = await print(page, { isDraft: false })
  if (bytes.length > limits.bytesMax) throw tooLarge(limits.bytesMax)
  return { bytes, pages: counted.pages }
}

/**
 * Answers a request of the browser by `load`, or aborts it; an aborted navigation leaves the page
 * in place.
 */
async function answer(route: Route, load: Printing['load']): Promise<void> {
  const request = route.request()
  const loaded =
    request.method() === 'GET'
      ? await load(request.url()).catch(() => undefined)
      : undefined
  // The browser may be closed by now.
  const answered =
    loaded === undefined
      ? route.abort('aborted')
      : route.fulfill({
          status: 200,
          contentType: loaded.contentType,
          body: loaded.bytes,
        })
  await answered.catch(() => undefined)
}

async function print(
  page: Page,
  { isDraft }: { readonly isDraft: boolean },
): Promise<Buffer> {
  return page.pdf({
    format: 'A4',
    preferCSSPageSize: true,
    printBackground: true,
    outline: !isDraft,
    tagged: !isDraft,
    margin: { top: '22mm', bottom: '22mm', left: '18mm', right: '18mm' },
  })
}

/**
 * The styles of header and footer: margin boxes, because the browser's own would appear on the
 * cover as well.
 */
function edges(header: string, footer: string): string {
  const look = 'font: 8pt sans-serif; color: #555'
  return `@page {
      @top-left { content: ${cssText(header)}; ${look} }
      @bottom-left { content: ${cssText(footer)}; ${look} }
      @bottom-right { content: counter(page); ${look} }
    }
    @page cover {
      @top-left { content: none }
      @bottom-left { content: none }
      @bottom-right { content: none }
    }`
}

function cssText(text: string): string {
  const escaped = text.replaceAll(
    /[^\w ]/gu,
    (character) => `\\${character.codePointAt(0)?.toString(16) ?? ''} `,
  )
  return `"${escaped}"`
}

/**
 * Loads all images and fonts. The browser's inspector runs it, so the page itself needs no script.
 */
const showAllImages = `Promise.all([...document.images].map(async (image) => {
  image.loading = 'eager'
  await image.decode().catch(() => undefined)
})).then(() => document.fonts.ready).then(() => undefined)`

/** Gives page numbers their width before they are filled in, or they would move what they count. */
const reservePageNumbers = `for (const { style } of document.querySelectorAll('[data-page-of]')) {
  Object.assign(style, { display: 'inline-block', width: '5ch', textAlign: 'end' })
}`

const addStyle = `(text) => {
  document.head.append(Object.assign(document.createElement('style'), { textContent: text }))
}`

const fillPageNumbers = `(numbers) => {
  for (const element of document.querySelectorAll('[data-page-of]')) {
    const number = numbers[element.getAttribute('data-page-of')]
    element.textContent = number === undefined ? '' : String(number)
  }
}`

interface Guard {
  /** Never resolves; rejects when a limit is passed, or the worker stops. */
  readonly broken: Promise<never>
  readonly stop: () => void
}

const watchEveryMs = 500

function watch(
  { timeoutMs, memoryBytesMax }: PrintLimits,
  memoryBytes: () => Promise<number>,
  stopping: AbortSignal | undefined,
): Guard {
  const { promise: broken, reject } = Promise.withResolvers<never>()
  const late = setTimeout(() => reject(tookTooLong(timeoutMs)), timeoutMs)
  const look = async () => {
    if ((await memoryBytes()) > memoryBytesMax) reject(tooMuchMemory())
  }
  const looking = setInterval(() => void look(), watchEveryMs)
  const onStop = () => reject(new Stopped())
  stopping?.addEventListener('abort', onStop)
  if (stopping?.aborted === true) onStop()
  return {
    broken,
    stop() {
      clearTimeout(late)
      clearInterval(looking)
      stopping?.removeEventListener('abort', onStop)
    },
  }
}

const askForLess = 'Ask for a part of it, with `page`.'

function tookTooLong(timeoutMs: number): PdfFailure {
  return new PdfFailure(
    `Printing takes longer than the ${timeoutMs / 1000} seconds it may take. ${askForLess}`,
  )
}

function tooMuchMemory(): PdfFailure {
  return new PdfFailure(`Printing takes more memory than it may take. ${askForLess}`)
}

function tooLong(pages: number, pagesMax: number): PdfFailure {
  return new PdfFailure(
    `The PDF would have ${pages} pages, and the most is ${pagesMax}. ${askForLess}`,
  )
}

function tooLarge(bytesMax: number): PdfFailure {
  return new PdfFailure(
    `The PDF would be larger than the ${bytesMax} bytes it may have. ${askForLess}`,
  )
}

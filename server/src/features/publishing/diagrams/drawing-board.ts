import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import type { BrowserContext } from 'playwright-core'

import {
  type ChromiumOptions,
  type OpenChromium,
  openChromium,
} from '#/features/publishing/pdf/public.ts'

import { cleanSvg, type CleanSvg } from './clean-svg.ts'
import { type DiagramTheme, diagramThemes } from './diagram-key.ts'
import { mermaidConfig } from './mermaid-config.ts'
import { mermaidFile } from './mermaid-file.ts'
import { renderInPage } from './render-in-page.ts'

export interface DrawingLimits {
  /** The time for one diagram in all its themes, once everything is ready for it. */
  readonly timeoutMs: number
  readonly memoryBytesMax: number
  /** The size of one drawing. */
  readonly bytesMax: number
}

export interface DrawingOptions {
  readonly chromium: ChromiumOptions
  readonly limits: DrawingLimits
  /** Called with the URL of every request of a page, none of which is answered. */
  readonly onRequest?: (url: string) => void
}

export type Drawn =
  | ({ readonly kind: 'drawn' } & Readonly<Record<DiagramTheme, CleanSvg>>)
  | { readonly kind: 'failed'; readonly failure: 'invalid' | 'expensive' }

export interface DrawingBoard {
  readonly draw: (source: string) => Promise<Drawn>
  readonly close: () => Promise<void>
}

const expensive: Drawn = { kind: 'failed', failure: 'expensive' }
const invalid: Drawn = { kind: 'failed', failure: 'invalid' }

/** Draws diagrams in a browser, which is started for the first and again after one that hung. */
export function openDrawingBoard(options: DrawingOptions): DrawingBoard {
  let opened: OpenChromium | undefined
  const close = async () => {
    const last = opened
    opened = undefined
    await last?.close()
  }
  return {
    async draw(source) {
      opened ??= await openChromium(options.chromium)
      const begun = Promise.withResolvers<void>()
      const guard = watch(options.limits, opened, begun.promise)
      const work = drawIn(opened, source, { ...options, onBegun: begun.resolve })
      try {
        const drawn = await Promise.race([work, guard.passed])
        if (drawn !== 'passed') return drawn
        await close()
        return expensive
      } catch (error) {
        await close()
        throw error
      } finally {
        guard.stop()
        // Errors of abandoned work only say that the browser is gone.
        work.catch(() => undefined)
      }
    },
    close,
  }
}

/** The one page that the browser is given: empty, with a policy that lets nothing be loaded. */
const address = 'http://diagram.invalid/'
const policy = "default-src 'none'; style-src 'unsafe-inline'"

interface Heard {
  /** Called when only the diagram itself is left to do, whose time counts. */
  readonly onBegun: () => void
}

async function drawIn(
  { browser }: OpenChromium,
  source: string,
  { limits, ...heard }: DrawingOptions & Heard,
): Promise<Drawn> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    acceptDownloads: false,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  })
  try {
    const drawings = await render(context, source, heard)
    if (drawings === undefined) return invalid
    const [light, dark] = drawings.map((svg) =>
      svg.length > limits.bytesMax ? expensive : boundedSvg(svg, limits.bytesMax),
    )
    if (light === undefined || dark === undefined) return invalid
    if ('kind' in light || 'kind' in dark) return expensive
    return { kind: 'drawn', light, dark }
  } finally {
    await context.close().catch(() => undefined)
  }
}

/** The cleaned drawing; undefined if it is none. */
function boundedSvg(
  svg: string,
  bytesMax: number,
): CleanSvg | typeof expensive | undefined {
  const drawing = cleanSvg(svg)
  const isLarge = drawing !== undefined && Buffer.byteLength(drawing.svg) > bytesMax
  return isLarge ? expensive : drawing
}

/** The drawings in all themes, as Mermaid makes them; undefined for a source that it refuses. */
async function render(
  context: BrowserContext,
  source: string,
  { onRequest, onBegun }: Pick<DrawingOptions, 'onRequest'> & Heard,
): Promise<readonly string[] | undefined> {
  const page = await context.newPage()
  await page.route('**/*', async (route) => {
    const url = route.request().url()
    if (url === address) {
      await route.fulfill({
        status: 200,
        headers: { 'content-security-policy': policy },
        contentType: 'text/html; charset=utf-8',
        body: '<!doctype html><title>Diagram</title><body></body>',
      })
      return
    }
    onRequest?.(url)
    await route.abort('aborted').catch(() => undefined)
  })
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
  await page.goto(address)
  // The inspector runs the program, so that the policy of the page can forbid all scripts.
  await page.evaluate(await mermaidProgram())
  onBegun()
  const asked = JSON.stringify({ source, configs: diagramThemes.map(mermaidConfig) })
  const answer: unknown = await page.evaluate(`(${renderInPage})(${asked})`)
  const isWhole =
    Array.isArray(answer) &&
    answer.length === diagramThemes.length &&
    answer.every((svg) => typeof svg === 'string')
  return isWhole ? answer : undefined
}

let program: Promise<string> | undefined

/** The script of Mermaid: in the image the one that was built, elsewhere it is built now, once. */
async function mermaidProgram(): Promise<string> {
  program ??= readFile(mermaidFile, 'utf8')
    .catch(async () => {
      const { buildMermaid } = await import('./build-mermaid.ts')
      return (await buildMermaid()).program
    })
    .then((text) => `${text}\n;undefined`)
  return program
}

interface Guard {
  /** Resolves when a limit is passed, and rejects when not even the drawing begins. */
  readonly passed: Promise<'passed'>
  readonly stop: () => void
}

const watchEveryMs = 250
/** A machine may be busy: that the drawing does not begin is no fault of the diagram. */
const beginMsMax = 60_000

function watch(
  { timeoutMs, memoryBytesMax }: DrawingLimits,
  { memoryBytes }: OpenChromium,
  begun: Promise<void>,
): Guard {
  const stopped = new AbortController()
  const { signal } = stopped
  const look = async (): Promise<'passed'> => {
    const late = sleep(beginMsMax, 'late', { signal }).catch(() => 'stopped')
    if ((await Promise.race([begun, late])) === 'late') {
      throw new Error('The browser does not begin to draw')
    }
    const deadline = Date.now() + timeoutMs
    while (Date.now() < deadline && !signal.aborted) {
      if ((await memoryBytes()) > memoryBytesMax) break
      await sleep(Math.min(watchEveryMs, timeoutMs))
    }
    return 'passed'
  }
  const passed = look()
  passed.catch(() => undefined)
  return { passed, stop: () => stopped.abort() }
}

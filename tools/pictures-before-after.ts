import { mkdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type Browser, launchBrowser, type Page } from '../server/test/test-browser.ts'
import { hideScrollbars } from './hide-scrollbars.ts'

/**
 * Takes docs/pictures/before-after/*.png: the same place of two demos side by side. Their URLs are
 * the arguments, that of an earlier build first. With one URL, that of this build, the earlier side
 * stays as it is in the pictures.
 */
const folder = path.resolve(import.meta.dirname, '../docs/pictures/before-after')
const bytesMax = 150 * 1024
const waitMs = 1500
/** The height of the words above each side. */
const captionPixels = 36

interface Shot {
  readonly name: string
  readonly path: string
  readonly theme?: 'light' | 'dark'
  readonly system?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
  /** The place to scroll to. */
  readonly to?: string
  readonly prepare?: (page: Page) => Promise<void>
}

const shots: readonly Shot[] = [
  { name: 'landing', path: 'every-block/landing', height: 900 },
  { name: 'landing-dark', path: 'every-block/landing', theme: 'dark', height: 900 },
  { name: 'diagrams', path: 'every-block/', to: '#diagrams', height: 640 },
  {
    name: 'diagrams-dark',
    path: 'every-block/',
    to: '#diagrams',
    theme: 'dark',
    height: 640,
  },
  { name: 'formula', path: 'every-block/', to: '#math', width: 900, height: 320 },
  { name: 'fonts', path: 'every-block/', to: '#lists', width: 1000, height: 480 },
  { name: 'theme-of-system', path: '', system: 'dark', height: 560 },
  { name: 'phone', path: 'every-block/landing', width: 390, height: 780 },
  {
    name: 'search-empty',
    path: '',
    height: 560,
    prepare: async (page) => page.keyboard.press('Control+k'),
  },
  {
    name: 'zoom',
    path: 'every-block/',
    to: '#images-and-files',
    height: 640,
    prepare: async (page) => {
      await page.locator('.images img').first().click({ timeout: 5000 })
    },
  },
  {
    name: 'video',
    path: 'every-block/',
    to: 'main a[href*="youtube.com"]',
    height: 560,
  },
  {
    name: 'wide-table',
    path: 'change-lectern/dependencies',
    to: '#for-development-and-tests-only',
    width: 1000,
    height: 560,
    prepare: scrollTables,
  },
  { name: 'without-outline', path: 'no-such-page', height: 480 },
  { name: 'long-tree', path: 'change-lectern/glossary', height: 560 },
  { name: 'icons', path: 'every-block/landing', to: '#where-to-begin', height: 480 },
  {
    name: 'open-in',
    path: 'change-lectern/glossary',
    height: 560,
    prepare: showPageActions,
  },
]

/** Shows the last column of every table. */
async function scrollTables(page: Page): Promise<void> {
  await page.evaluate(
    `document.querySelectorAll('main table').forEach((table) => {
      for (let frame = table; frame !== document.body; frame = frame.parentElement) frame.scrollLeft = 10_000
    })`,
  )
}

/** Opens the menu at the end of a page; an earlier build has none. */
async function showPageActions(page: Page): Promise<void> {
  await page.getByText('View as Markdown').last().scrollIntoViewIfNeeded()
  const menu = page.getByText('Open in…')
  if ((await menu.count()) > 0) await menu.last().click()
}

const urls = process.argv.slice(2)
const after = urls.at(-1)
if (after === undefined || urls.length > 2) {
  throw new Error(
    'Say the URLs of two demos, that of an earlier build and that of this one, or the latter alone',
  )
}
const before = urls.length === 2 ? urls[0] : undefined
const browser = await launchBrowser()
try {
  await mkdir(folder, { recursive: true })
  for (const shot of shots) {
    const earlier =
      before === undefined
        ? { picture: await readFile(fileOf(shot)), isJoined: true }
        : { picture: await take(browser, before, shot), isJoined: false }
    await join(browser, shot, { earlier, later: await take(browser, after, shot) })
  }
} finally {
  await browser.close()
}

function fileOf({ name }: Shot): string {
  return path.join(folder, `${name}.png`)
}

async function take(by: Browser, base: string, shot: Shot): Promise<Buffer> {
  const { width = 1280, height = 800, theme, system = 'light' } = shot
  const context = await by.newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
    bypassCSP: true,
    colorScheme: system,
  })
  try {
    if (theme !== undefined) {
      await context.addInitScript(
        (choice) => localStorage.setItem('lectern:theme', choice),
        theme,
      )
    }
    const page = await context.newPage()
    await page.goto(base + shot.path, { waitUntil: 'networkidle' })
    await hideScrollbars(page)
    if (shot.to !== undefined) {
      const target = JSON.stringify(shot.to)
      await page.evaluate(
        `[...document.querySelectorAll(${target})].at(-1)?.scrollIntoView()`,
      )
    }
    await shot.prepare?.(page)
    await sleep(waitMs)
    return await page.screenshot({ animations: 'disabled', caret: 'hide' })
  } finally {
    await context.close()
  }
}

interface Sides {
  /** A picture of the earlier build, or one of both, whose left side is that. */
  readonly earlier: { readonly picture: Buffer; readonly isJoined: boolean }
  readonly later: Buffer
}

/** Both sides on one picture, each as wide as a column of a page. */
async function join(by: Browser, shot: Shot, { earlier, later }: Sides): Promise<void> {
  const { name, width = 1280, height = 800 } = shot
  const shown = Math.min(width, 640)
  const shownHeight = (height * shown) / width
  const page = await by.newPage({
    viewport: { width: shown * 2 + 24, height: Math.ceil(shownHeight) + 40 },
  })
  const whole = `width:${shown}px`
  const left = `${whole};height:${shownHeight}px;object-fit:none;object-position:0 -${captionPixels}px`
  const figures = [
    figureOf('Before', earlier.picture, earlier.isJoined ? left : whole),
    figureOf('After', later, whole),
  ]
  await page.setContent(
    `<style>body{display:flex;gap:24px;margin:0;background:#8f96a3;font:600 14px sans-serif}figure{margin:0}figcaption{box-sizing:border-box;height:${captionPixels}px;padding:10px;color:#fff}img{display:block}</style>${figures.join('')}`,
  )
  const file = fileOf(shot)
  await page.screenshot({ path: file })
  await page.close()
  const { size } = await stat(file)
  process.stdout.write(`Took ${name}.png, ${Math.ceil(size / 1024)} KB\n`)
  if (size > bytesMax) {
    throw new Error(`${name} has ${size} bytes; ${bytesMax} are the most`)
  }
}

function figureOf(title: string, picture: Buffer, look: string): string {
  return `<figure><figcaption>${title}</figcaption><img style="${look}" src="data:image/png;base64,${picture.toString('base64')}"></figure>`
}

import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type Browser, launchBrowser, type Page } from '../server/test/test-browser.ts'

/**
 * Takes docs/pictures/before-after/*.png: the same place of two demos side by side. Their URLs are
 * the arguments, that of an earlier build first.
 */
const folder = path.resolve(import.meta.dirname, '../docs/pictures/before-after')
const bytesMax = 150 * 1024
const waitMs = 1500

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
  { name: 'video', path: 'every-block/', to: '.video, main .link-card', height: 560 },
]

const [before, after] = process.argv.slice(2)
if (before === undefined || after === undefined) {
  throw new Error(
    'Say the URLs of two demos: that of an earlier build, and that of this one',
  )
}
const browser = await launchBrowser()
try {
  await mkdir(folder, { recursive: true })
  for (const shot of shots) {
    const sides = [await take(browser, before, shot), await take(browser, after, shot)]
    await join(browser, sides, shot)
  }
} finally {
  await browser.close()
}

async function take(by: Browser, base: string, shot: Shot): Promise<Buffer> {
  const { width = 1280, height = 800, theme, system = 'light' } = shot
  const context = await by.newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
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

/** Both sides on one picture, each as wide as a column of a page. */
async function join(by: Browser, sides: readonly Buffer[], shot: Shot): Promise<void> {
  const { name, width = 1280, height = 800 } = shot
  const shown = Math.min(width, 640)
  const page = await by.newPage({
    viewport: { width: shown * 2 + 24, height: Math.ceil((height * shown) / width) + 40 },
  })
  const figures = sides.map(
    (side, index) =>
      `<figure><figcaption>${index === 0 ? 'Before' : 'After'}</figcaption><img width="${shown}" src="data:image/png;base64,${side.toString('base64')}"></figure>`,
  )
  await page.setContent(
    `<style>body{display:flex;gap:24px;margin:0;background:#8f96a3;font:600 14px sans-serif}figure{margin:0}figcaption{padding:10px;color:#fff}img{display:block}</style>${figures.join('')}`,
  )
  const file = path.join(folder, `${name}.png`)
  await page.screenshot({ path: file })
  await page.close()
  const { size } = await stat(file)
  process.stdout.write(`Took ${name}.png, ${Math.ceil(size / 1024)} KB\n`)
  if (size > bytesMax) {
    throw new Error(`${name} has ${size} bytes; ${bytesMax} are the most`)
  }
}

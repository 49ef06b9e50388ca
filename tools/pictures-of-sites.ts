import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type Browser, launchBrowser, type Page } from '../server/test/test-browser.ts'
import { hideScrollbars } from './hide-scrollbars.ts'
import { startSandbox } from './start-sandbox.ts'

/** Takes docs/pictures/site-*.png of the demo, or of the one at a given URL, in Chromium. */
const folder = path.resolve(import.meta.dirname, '../docs/pictures')
const bytesMax = 200 * 1024
const waitMsMax = 15_000

interface Picture {
  readonly name: string
  readonly path: string
  readonly theme: 'light' | 'dark'
  readonly isPhone?: true
  /** Steps before the picture, such as opening a menu. */
  readonly prepare?: (page: Page) => Promise<void>
}

/** Browser code as text, as its types are missing: images load when they come near the view. */
const seenImagesAreThere = `[...document.images].every((image) => {
  const { top, bottom } = image.getBoundingClientRect()
  return (image.complete && image.naturalWidth > 0) || !image.checkVisibility() || bottom < 0 || top > innerHeight
})`

const pictures: readonly Picture[] = [
  { name: 'site-light', path: '', theme: 'light' },
  {
    name: 'site-dark',
    path: 'write-and-review/using-the-cli',
    theme: 'dark',
    prepare: to('#from-a-folder-to-a-space'),
  },
  { name: 'site-search', path: '', theme: 'light', prepare: search('merge') },
  {
    name: 'site-blocks-light',
    path: 'every-block/',
    theme: 'light',
    prepare: to('#quotes-hints-and-dividers'),
  },
  { name: 'site-blocks-dark', path: 'every-block/', theme: 'dark', prepare: to('#tabs') },
  {
    name: 'site-reference-light',
    path: 'api/api-reference/teams',
    theme: 'light',
    prepare: to('#list-the-teams-of-an-organization'),
  },
  {
    name: 'site-reference-dark',
    path: 'api/api-reference/teams',
    theme: 'dark',
    prepare: to('#create-a-team'),
  },
  {
    name: 'site-reference-phone',
    path: 'api/api-reference/teams',
    theme: 'light',
    isPhone: true,
    prepare: to('#create-a-team'),
  },
  {
    name: 'site-try-light',
    path: 'api/api-reference/teams',
    theme: 'light',
    prepare: tryTeams('.try-form'),
  },
  {
    name: 'site-try-phone',
    path: 'api/api-reference/teams',
    theme: 'dark',
    isPhone: true,
    prepare: tryTeams('.try-answer'),
  },
  { name: 'site-right-to-left', path: 'every-block/ar/', theme: 'light' },
  { name: 'site-phone-light', path: '', theme: 'light', isPhone: true },
  {
    name: 'site-phone-dark',
    path: 'every-block/',
    theme: 'dark',
    isPhone: true,
    prepare: to('#cards'),
  },
]

const sandbox = process.argv[2] === undefined ? await startSandbox('--demo') : undefined
const demo = process.argv[2] ?? sandbox?.demo
if (demo === undefined) throw new Error('There is no demo')
const browser = await launchBrowser()
try {
  await mkdir(folder, { recursive: true })
  for (const picture of pictures) await take(browser, demo, picture)
} finally {
  await browser.close()
  sandbox?.stop()
}

async function take(
  by: Browser,
  base: string,
  { name, path: target, theme, isPhone, prepare }: Picture,
): Promise<void> {
  const context = await by.newContext({
    viewport: isPhone ? { width: 390, height: 780 } : { width: 1280, height: 800 },
    deviceScaleFactor: isPhone ? 2 : 1,
    reducedMotion: 'reduce',
    bypassCSP: true,
  })
  try {
    await context.addInitScript(
      (choice) => localStorage.setItem('lectern:theme', choice),
      theme,
    )
    const page = await context.newPage()
    const reply = await page.goto(base + target, { waitUntil: 'networkidle' })
    if (reply?.status() !== 200) throw new Error(`${page.url()} is no page`)
    await hideScrollbars(page)
    await prepare?.(page)
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    const file = path.join(folder, `${name}.png`)
    await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' })
    const { size } = await stat(file)
    if (size > bytesMax) {
      throw new Error(`${name} has ${size} bytes; ${bytesMax} are the most`)
    }
    process.stdout.write(`Took docs/pictures/${name}.png, ${Math.ceil(size / 1024)} KB\n`)
  } finally {
    await context.close()
  }
}

/** Sends an operation from its page, and scrolls to a part of the form. */
function tryTeams(place: string) {
  return async (page: Page) => {
    const { tokens, organization } = sandbox ?? {
      tokens: { admin: 'token' },
      organization: 'none',
    }
    const opener = page.getByRole('button', { name: /^Try it: / })
    await opener.first().click()
    const form = page.locator('.try-form')
    await form.getByLabel('Token').fill(tokens.admin)
    await form.getByLabel('organizationId').fill(organization)
    await form.getByRole('button', { name: 'Send', exact: true }).click()
    await form.locator('.try-answer').waitFor()
    await to(place)(page)
  }
}

/** Scrolls to a place. */
function to(place: string) {
  return async (page: Page) => {
    await page
      .locator(place)
      .evaluate((element: { scrollIntoView: () => void }) => element.scrollIntoView())
    await untilTrue(page, seenImagesAreThere)
  }
}

/** Not `waitForFunction`, which evaluates text inside of the page: its policy forbids that. */
async function untilTrue(page: Page, condition: string): Promise<void> {
  const deadline = Date.now() + waitMsMax
  while ((await page.evaluate(condition)) !== true) {
    if (Date.now() > deadline) throw new Error(`${page.url()} is not ready for a picture`)
    await sleep(100)
  }
}

function search(words: string) {
  return async (page: Page) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(words)
    // Suggestions, which stand there before anything is found, have no marks.
    await page.locator('.search-option mark').nth(2).waitFor()
  }
}

import type { Browser, Page } from 'playwright-core'

import type { DemoWorld } from '../../demo-world.ts'
import { phone, violations, wide } from '../../shell-visitor.ts'

interface Kind {
  readonly name: string
  readonly path: string
  readonly theme?: 'dark'
  readonly isPhone?: true
  readonly isMissing?: true
  readonly prepare?: (page: Page) => Promise<void>
  /** Whether it has formulas, which have a font of their own. */
  readonly isSetInMath?: true
}

const openSearch = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('merge')
  await page.locator('.search-option').first().waitFor()
}

const diagrams = 2
const drawnMsMax = 60_000

/** Workers draw a diagram once somebody has seen its page. */
const drawn = (theme: 'light' | 'dark') => async (page: Page) => {
  const images = page.locator(`.diagram img.only-${theme}`)
  const deadline = Date.now() + drawnMsMax
  while ((await images.count()) < diagrams && Date.now() < deadline) {
    await page.waitForTimeout(500)
    await page.reload({ waitUntil: 'load' })
  }
  for (let at = 0; at < diagrams; at += 1) {
    const image = images.nth(at)
    await image.scrollIntoViewIfNeeded()
    await image.evaluate(async (element: { decode: () => Promise<void> }) =>
      element.decode(),
    )
  }
}

const referencePath = 'api/api-reference/teams'

const kinds: readonly Kind[] = [
  { name: 'home', path: '' },
  { name: 'home, dark', path: '', theme: 'dark' },
  { name: 'home, phone', path: '', isPhone: true },
  {
    name: 'menu of a phone',
    path: '',
    isPhone: true,
    prepare: async (page) => page.locator('.menu-opener').click(),
  },
  { name: 'code', path: 'write-and-review/using-the-cli' },
  { name: 'tables', path: 'change-lectern/gates' },
  { name: 'pages below a page', path: 'change-lectern/decisions' },
  {
    name: 'every block',
    path: 'every-block/',
    prepare: drawn('light'),
    isSetInMath: true,
  },
  {
    name: 'every block, dark phone',
    path: 'every-block/',
    theme: 'dark',
    isPhone: true,
    prepare: drawn('dark'),
    isSetInMath: true,
  },
  { name: 'landing', path: 'every-block/landing' },
  {
    name: 'landing, dark phone',
    path: 'every-block/landing',
    theme: 'dark',
    isPhone: true,
  },
  { name: 'reference', path: referencePath },
  { name: 'reference, dark', path: referencePath, theme: 'dark' },
  { name: 'reference, phone', path: referencePath, isPhone: true },
  {
    name: 'another tab',
    path: 'every-block/',
    prepare: async (page) => page.getByRole('tab', { name: 'pnpm' }).first().click(),
  },
  { name: 'changelog', path: 'every-block/changelog' },
  { name: 'right-to-left', path: 'every-block/ar/' },
  { name: 'right-to-left, dark', path: 'every-block/ar/', theme: 'dark' },
  { name: 'search page', path: '~search?q=merge' },
  { name: 'search dialog', path: '', prepare: openSearch },
  { name: 'missing page', path: 'no-such-page', isMissing: true },
  { name: 'no site', path: 'http://nobody', isMissing: true },
]

export interface Inspected {
  readonly kinds: number
  readonly violations: readonly string[]
  /** What pages ought to show, and did not load. */
  readonly missing: readonly string[]
  /** Requests to anybody else, also those that the page's policy stopped. */
  readonly elsewhere: readonly string[]
}

/** Opens a page of each kind, looks at it with axe and at whom it asks. */
export async function inspect(
  browser: Browser,
  { demo, filesOrigin }: Pick<DemoWorld, 'demo' | 'filesOrigin'>,
  say: (line: string) => void,
): Promise<Inspected> {
  const { origin, port } = new URL(demo)
  const own = [origin, filesOrigin, `http://nobody.localhost:${port}`]
  const found: string[] = []
  const missing: string[] = []
  const elsewhere = new Set<string>()
  for (const kind of kinds) {
    const context = await browser.newContext({
      viewport: kind.isPhone === true ? phone : wide,
      reducedMotion: 'reduce',
    })
    await context.addInitScript(
      (theme) => localStorage.setItem('lectern:theme', theme),
      kind.theme ?? 'light',
    )
    const page = await context.newPage()
    let mathStatus = 0
    page.on('response', (reply) => {
      if (/\/math-\w+\.woff2$/.test(reply.url())) mathStatus = reply.status()
    })
    page.on('request', (request) => {
      const url = request.url()
      if (!own.some((mine) => url.startsWith(`${mine}/`))) {
        elsewhere.add(`asked for ${url}`)
      }
    })
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) elsewhere.add(message.text())
    })
    const address = kind.path.startsWith('http:')
      ? `${kind.path}.localhost:${port}/`
      : demo + kind.path
    const reply = await page.goto(address, { waitUntil: 'load' })
    const isThere = reply?.ok() === true || kind.isMissing === true
    if (!isThere) missing.push(`${kind.name}: ${reply?.status()}`)
    await kind.prepare?.(page)
    if (kind.isSetInMath === true && mathStatus !== 200) {
      missing.push(`${kind.name}: the font of formulas (${mathStatus})`)
    }
    const problems = await violations(page)
    say(`  ${kind.name}: ${problems.length} violations`)
    found.push(...problems.map((problem) => `${kind.name}: ${problem}`))
    await context.close()
  }
  return { kinds: kinds.length, violations: found, missing, elsewhere: [...elsewhere] }
}

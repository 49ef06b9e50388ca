import type { Browser, Page } from 'playwright-core'

import type { DemoWorld } from '../../demo-world.ts'
import { phone, violations, wide } from '../../shell-visitor.ts'

interface Kind {
  readonly name: string
  readonly path: string
  readonly theme?: 'dark'
  readonly isPhone?: true
  readonly prepare?: (page: Page) => Promise<void>
}

const openSearch = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('merge')
  await page.locator('.search-option').first().waitFor()
}

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
  { name: 'every block', path: 'every-block/' },
  { name: 'every block, dark phone', path: 'every-block/', theme: 'dark', isPhone: true },
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
  { name: 'missing page', path: 'no-such-page' },
  { name: 'no site', path: 'http://nobody' },
]

export interface Inspected {
  readonly kinds: number
  readonly violations: readonly string[]
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
    await page.goto(address, { waitUntil: 'load' })
    await kind.prepare?.(page)
    const problems = await violations(page)
    say(`  ${kind.name}: ${problems.length} violations`)
    found.push(...problems.map((problem) => `${kind.name}: ${problem}`))
    await context.close()
  }
  return { kinds: kinds.length, violations: found, elsewhere: [...elsewhere] }
}

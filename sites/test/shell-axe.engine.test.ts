import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { browserIsMissing } from '../../server/test/test-browser.ts'
import { startShellSite } from './shell-site.ts'
import { customizedWith } from './shell-views.ts'
import {
  close,
  middle,
  phone,
  startVisitor,
  violations,
  type Visitor,
  wide,
} from './shell-visitor.ts'

const paths = ['/', '/missing', '/search?q=compose', '/error']

describe('the shell, for every reader', { skip: browserIsMissing }, () => {
  let visitor: Visitor
  before(async () => {
    visitor = await startVisitor()
  })
  after(async () => visitor.leave())

  for (const direction of ['ltr', 'rtl'] as const) {
    for (const theme of ['light', 'dark'] as const) {
      it(`has no fault that axe knows: ${direction}, ${theme}`, async () => {
        const own = await startShellSite({
          direction,
          language: direction === 'rtl' ? 'ar' : 'en',
        })
        try {
          for (const [across, viewport] of [wide, middle, phone].entries()) {
            for (const [down, path] of paths.entries()) {
              // By turns: every two of direction, theme, width and page are seen together.
              const isTurn =
                (across + down) % 2 ===
                Number((direction === 'rtl') !== (theme === 'dark'))
              if (!isTurn) continue
              const page = await visitor.open(path, {
                viewport,
                theme,
                colorScheme: theme,
                on: own,
              })
              assert.deepEqual(await violations(page), [], `${path} at ${viewport.width}`)
              await close(page)
            }
          }
        } finally {
          await own.stop()
        }
      })
    }
  }

  it('has no such fault in whatever way it is made to look', async () => {
    const yellow = { light: '#f5c518', dark: '#1a1a00' }
    for (const customization of [
      customizedWith({
        theme: 'bold',
        primaryColor: yellow,
        sidebar: { background: 'filled', list: 'line' },
        search: 'subtle',
        corners: 'circular',
      }),
      customizedWith({
        theme: 'gradient',
        primaryColor: yellow,
        tint: { color: yellow },
        sidebar: { background: 'default', list: 'pill' },
        links: 'accent',
      }),
      customizedWith(
        { theme: 'muted', primaryColor: yellow, depth: 'flat', icons: 'duotone' },
        { header: { preset: 'contrast', links: [] } },
      ),
      customizedWith(
        { corners: 'straight' },
        {
          header: {
            preset: 'custom',
            backgroundColor: yellow,
            linkColor: yellow,
            links: [],
          },
        },
      ),
    ]) {
      const own = await startShellSite({ customization })
      try {
        for (const theme of ['light', 'dark'] as const) {
          const page = await visitor.open('/', { theme, on: own })
          assert.deepEqual(
            await violations(page),
            [],
            JSON.stringify(customization.styling),
          )
          await close(page)
        }
      } finally {
        await own.stop()
      }
    }
  })

  it('has no such fault with its menus and its dialog open', async () => {
    const page = await visitor.open('/')
    for (const menu of await page.locator('.site-header .menu > summary').all()) {
      await menu.click()
      assert.deepEqual(await violations(page), [])
    }
    await page.keyboard.press('Control+k')
    await page.keyboard.type('compose')
    await page.locator('.search-option').first().waitFor()
    assert.deepEqual(await violations(page), [])
    await page.locator('.search-dialog input').fill('too much')
    await page.getByText('there may be more').waitFor()
    assert.deepEqual(await violations(page), [])
    await close(page)
    const small = await visitor.open('/', { viewport: phone })
    await small.locator('.menu-opener').click()
    assert.deepEqual(await violations(small), [])
    await close(small)
  })
})

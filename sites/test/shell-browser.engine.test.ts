import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { browserIsMissing } from '../../server/test/test-browser.ts'
import {
  backgroundColor,
  chosenTheme,
  clipboardText,
  contentAfter,
  sidewaysOverflow,
  smallTargets,
} from './in-page/shell.ts'
import {
  close,
  focused,
  phone,
  startVisitor,
  tabTo,
  type Visitor,
  violations,
  wide,
} from './shell-visitor.ts'

describe('the shell in a browser', { skip: browserIsMissing }, () => {
  let visitor: Visitor
  before(async () => {
    visitor = await startVisitor()
  })
  after(async () => visitor.leave())

  it('searches with the keyboard alone', async () => {
    const page = await visitor.open('/')
    await page.keyboard.press('/')
    await page.keyboard.type('compose')
    const options = page.locator('.search-option')
    await options.nth(2).waitFor()
    assert.equal(
      await page.locator('[role=option][aria-selected=true]').innerText(),
      await options.nth(0).innerText(),
    )
    await page.keyboard.press('ArrowDown')
    const input = page.locator('.search-dialog input')
    assert.equal(
      await input.getAttribute('aria-activedescendant'),
      await options.nth(1).getAttribute('id'),
    )
    assert.match(
      await page.locator('.search-dialog [role=status]').innerText(),
      /Results: 2/,
    )
    await page.keyboard.press('Enter')
    await page.waitForURL('**/install-compose#volumes')

    await page.keyboard.press('Control+k')
    assert.equal(await page.locator('.search-option-query').count(), 1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await options.nth(2).waitFor()
    assert.equal(await input.inputValue(), 'compose')
    await page.keyboard.press('Escape')
    assert.equal(await page.locator('.search-dialog').isVisible(), false)
    await close(page)
  })

  it('says when nothing was found and when the search itself failed', async () => {
    const page = await visitor.open('/')
    await page.keyboard.press('Control+k')
    const message = page.locator('.search-dialog [role=status]')
    await page.keyboard.type('nothing')
    await message.filter({ hasText: 'Nothing found for “nothing”' }).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('broken')
    await message.filter({ hasText: 'not available' }).waitFor()
    await close(page)
  })

  it('says that it searches when that takes a while, and keeps what it found before', async () => {
    const page = await visitor.open('/')
    const answers: (() => void)[] = []
    await page.route('**/search?q=*', (route) => {
      answers.push(() => void route.continue())
    })
    await page.keyboard.press('Control+k')
    const dialog = page.locator('.search-dialog')
    const status = dialog.getByRole('status')
    const says = async (text: string, isBusy: boolean) => {
      await status.getByText(text, { exact: true }).waitFor({ timeout: 5000 })
      const busy = await dialog.locator('.search-results').getAttribute('aria-busy')
      assert.equal(busy === 'true', isBusy, text)
    }
    await says('Type to search this site.', false)
    await dialog.locator('input').fill('compose')
    await says('Searching…', true)
    answers.pop()?.()
    await says('Results: 2', false)
    const hits = await dialog.locator('.search-option').count()
    await dialog.locator('input').fill('nothing')
    await says('Searching…', true)
    assert.equal(await dialog.locator('.search-option').count(), hits)
    assert.deepEqual(await violations(page), [])
    await dialog.locator('input').fill('')
    await says('Type to search this site.', false)
    await close(page)
  })

  it('says below the hits when not everything was searched, and asks again the next time', async () => {
    const page = await visitor.open('/')
    let asked = 0
    page.on('request', (request) => (asked += request.url().includes('q=') ? 1 : 0))
    await page.keyboard.press('Control+k')
    const status = page.locator('.search-dialog').getByRole('status')
    const search = async (words: string, said: RegExp) => {
      await page.locator('.search-dialog input').fill(words)
      await status.filter({ hasText: said }).waitFor()
    }
    const more =
      /^Results: 2\. Not everything could be searched in time: there may be more\.$/
    await search('so much', more)
    const said = await status.boundingBox()
    const hit = await page.locator('.search-option').last().boundingBox()
    assert.ok(said !== null && hit !== null && said.y >= hit.y + hit.height)
    await search('compose', /^Results: 2$/)
    await search('so much', more)
    assert.equal(asked, 3, 'what was not whole is asked for again')
    await search('compose', /^Results: 2$/)
    assert.equal(asked, 3, 'what was whole is remembered')
    await search('much nothing', /^Nothing found for “much nothing” yet: not everything/)
    await close(page)
  })

  it('goes through header, menus, theme and tree with the keyboard alone', async () => {
    const page = await visitor.open('/')
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'Skip to content')
    await tabTo(page, /^Community$/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    assert.equal(await focused(page), 'Forum')
    await page.keyboard.press('Escape')
    assert.equal(await focused(page), 'Community')
    assert.equal(await page.locator('.menu[open]').count(), 0)

    await tabTo(page, /^Theme$/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const theme = () => page.evaluate(chosenTheme)
    assert.equal(await theme(), 'dark')
    assert.equal(await focused(page), 'Theme')

    await tabTo(page, /^Pages under “Deploy”$/)
    await page.keyboard.press('Enter')
    assert.equal(
      await page.getByRole('link', { name: 'Without downtime' }).isVisible(),
      true,
    )
    await page.goto(`${visitor.site.url}/other`)
    assert.equal(await theme(), 'dark')
    assert.equal(
      await page.getByRole('link', { name: 'Without downtime' }).isVisible(),
      true,
    )
    await close(page)
  })

  it('shows a chosen theme before anything is painted, and follows the system when asked to', async () => {
    const page = await visitor.open('/', { theme: 'dark', javaScriptEnabled: true })
    await page.route('**/*.js', (route) => route.abort())
    await page.reload()
    assert.equal(await page.evaluate(backgroundColor), 'rgb(18, 20, 24)')
    await close(page)

    const following = await visitor.open('/', { colorScheme: 'dark' })
    await following.evaluate(() => localStorage.setItem('lectern:theme', 'system'))
    await following.reload()
    assert.equal(await following.evaluate(chosenTheme), 'dark')
    await following.emulateMedia({ colorScheme: 'light' })
    await following.locator('html[data-theme=light]').waitFor()
    await close(following)
  })

  it('sets the words about the next page against one edge on a narrow screen', async () => {
    const page = await visitor.open('/', { viewport: phone })
    const rightOf = async (selector: string) => {
      const box = await page.locator(`.neighbour-next ${selector}`).boundingBox()
      return (box?.x ?? 0) + (box?.width ?? 0)
    }
    const gap = (await rightOf('.icon')) - (await rightOf('.neighbour-text'))
    assert.ok(gap < 50, `the words end ${gap} pixels before the arrow does`)
  })

  it('opens and closes the menu of a narrow screen with the keyboard', async () => {
    const page = await visitor.open('/', { viewport: phone })
    const menu = page.locator('.site-menu')
    assert.equal(await menu.isVisible(), false)
    await tabTo(page, /^Menu$/)
    await page.keyboard.press('Enter')
    assert.equal(await menu.isVisible(), true)
    await page.keyboard.press('Tab')
    assert.equal(await page.locator('.site-menu :focus').count(), 1)
    await page.keyboard.press('Escape')
    assert.equal(await menu.isVisible(), false)
    assert.equal(await focused(page), 'Menu')
    await close(page)
  })

  it('marks the heading that is being read', async () => {
    const page = await visitor.open('/')
    const current = page.locator('.outline-wide a[aria-current=location]')
    assert.equal(await current.innerText(), 'Before you begin')
    await page.locator('.outline-wide').getByText('Networks').click()
    await current.filter({ hasText: 'Networks' }).waitFor()
    await close(page)
  })

  it('sends feedback without leaving, and copies the page', async () => {
    const page = await visitor.open('/', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    visitor.site.feedback.length = 0
    await page.getByRole('button', { name: 'No', exact: true }).click()
    await page.getByLabel('What could be better?').fill('More pictures')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Thank you for telling us.').waitFor()
    assert.deepEqual(visitor.site.feedback, [
      { rating: 'bad' },
      { comment: 'More pictures', rating: 'bad' },
    ])
    await page.getByRole('button', { name: 'Copy page' }).click()
    await page.getByText('Copied').waitFor()
    assert.equal(await page.evaluate(clipboardText), '# Docker Compose\n')
    await close(page)
  })

  it('hides an announcement for good when asked to, before anything is painted', async () => {
    const page = await visitor.open('/')
    const announcement = page.locator('.announcement')
    await tabTo(page, /^Dismiss this announcement$/)
    await page.keyboard.press('Enter')
    assert.equal(await announcement.isVisible(), false)
    assert.equal(await focused(page), 'Halyard')
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(`${visitor.site.url}/other`)
    assert.equal(await announcement.isVisible(), false)
    // Another text is another announcement.
    await page.evaluate(() => {
      localStorage.setItem('lectern:dismissed', '["another-text"]')
    })
    await page.reload()
    assert.equal(await announcement.isVisible(), true)
    await close(page)

    const quiet = await visitor.open('/', { javaScriptEnabled: false })
    assert.equal(await quiet.locator('.announcement').isVisible(), true)
    assert.equal(await quiet.locator('.announcement button').isVisible(), false)
    await close(quiet)
  })

  it('can be used in full without scripts', async () => {
    const page = await visitor.open('/', { javaScriptEnabled: false })
    assert.equal(await page.locator('lectern-theme').first().isVisible(), false)
    await page.getByText('Community').first().click()
    assert.equal(await page.getByRole('link', { name: 'Forum' }).isVisible(), true)
    await page.locator('summary[aria-label="Pages under “Deploy”"]').click()
    assert.equal(
      await page.getByRole('link', { name: 'Without downtime' }).isVisible(),
      true,
    )
    await page.locator('.search-form input').fill('compose')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=compose')
    assert.equal(
      await page.getByRole('heading', { name: 'Docker Compose' }).isVisible(),
      true,
    )

    await page.goto(`${visitor.site.url}/`)
    visitor.site.feedback.length = 0
    await page.getByRole('button', { name: 'Yes' }).click()
    await page.getByLabel('What could be better?').fill('Nothing')
    await page.getByRole('button', { name: 'Send' }).click()
    assert.equal(await page.getByText('Thank you for telling us.').isVisible(), true)
    assert.deepEqual(visitor.site.feedback, [{ rating: 'good' }, { comment: 'Nothing' }])
    await close(page)

    const small = await visitor.open('/', { javaScriptEnabled: false, viewport: phone })
    await small.locator('.menu-opener').click()
    assert.equal(
      await small
        .locator('.site-menu')
        .getByRole('link', { name: 'Kubernetes' })
        .isVisible(),
      true,
    )
    await close(small)
  })

  it('prints the page and nothing around it, with the addresses of links', async () => {
    const page = await visitor.open('/')
    await page.emulateMedia({ media: 'print' })
    for (const part of [
      '.site-header',
      '.site-menu',
      '.outline',
      '.site-footer',
      '.pagination',
    ]) {
      assert.equal(await page.locator(part).first().isVisible(), false, part)
    }
    const shown = await page
      .locator('.article a[href^=http]')
      .first()
      .evaluate(contentAfter)
    assert.match(shown, /https:\/\/example\.com\/reference/)
    await close(page)
  })

  it('never has to be scrolled sideways', async () => {
    for (const width of [320, 390, 640, 960, 1024, 1280, 1920]) {
      for (const path of ['/', '/missing', '/search?q=compose', '/error']) {
        const page = await visitor.open(path, { viewport: { width, height: 800 } })
        const overflow = await page.evaluate(sidewaysOverflow)
        assert.ok(overflow <= 0, `${path} at ${width} is ${overflow} px too wide`)
        await close(page)
      }
    }
  })

  it('gives everything that can be pressed room for a finger', async () => {
    for (const viewport of [wide, phone]) {
      const page = await visitor.open('/', { viewport })
      if (viewport === phone) await page.locator('.menu-opener').click()
      const small = await page.evaluate(smallTargets)
      assert.deepEqual(small, [])
      await close(page)
    }
  })

  it('asks no other host for anything and breaks none of its own rules', () => {
    assert.deepEqual(visitor.faults, [])
  })
})

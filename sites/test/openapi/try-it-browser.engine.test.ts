import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'

import { browserIsMissing, launchBrowser } from '../../../server/test/test-browser.ts'
import { startTryApi, type TryApi } from './try-api.ts'
import { addPet, operationAt } from './try-operations.ts'
import { startTrySite, type TrySite } from './try-site.ts'

const wide = { width: 1280, height: 900 }
const phone = { width: 360, height: 740 }
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const secret = 'planted-secret-0123456789'

const opener = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Try it: ${name}`, exact: true })

const formOf = (page: Page): Locator => page.locator('.try-form')

/** Types into what has the focus, and moves on. */
async function typeAndTab(page: Page, typed: string): Promise<void> {
  if (typed !== '') await page.keyboard.type(typed)
  await page.keyboard.press('Tab')
}

describe('the form that sends an operation', { skip: browserIsMissing }, () => {
  let browser: Browser
  let open: TryApi
  let closed: TryApi
  let site: TrySite
  before(async () => {
    browser = await launchBrowser()
    open = await startTryApi({ isOpen: true })
    closed = await startTryApi({ isOpen: false })
    const hostile = [
      'html',
      'svg',
      'script',
      'badjson',
      'bigint',
      'binary',
      'empty',
      'error',
      'huge',
      'bomb',
      'slow',
      'drip',
      'redirect',
      'private',
      'odd-headers',
      'cookies',
    ].map((name) => operationAt(`/${name}`, open.url))
    const arabic = { language: 'ar', direction: 'rtl' } as const
    site = await startTrySite({
      pets: { operations: [addPet(open.url)] },
      arabic: { operations: [addPet(open.url)], context: arabic },
      closed: { operations: [operationAt('/pets', closed.url)] },
      blocked: { operations: [operationAt('/pets', open.url)], connectsTo: [] },
      hostile: { operations: hostile },
      none: {
        operations: [operationAt('/pets', '/v1'), operationAt('/x', 'https://*.a')],
      },
    })
  })
  after(async () => {
    await browser.close()
    await Promise.all([open.stop(), closed.stop(), site.stop()])
  })

  /** Opens a page; `wrong` has errors, and requests to anybody but the site and its servers. */
  async function withPage(
    path: string,
    use: (page: Page, wrong: string[]) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<void> {
    const context = await browser.newContext({ viewport: wide, ...options })
    const wrong: string[] = []
    try {
      const page = await context.newPage()
      page.on('pageerror', (error) => wrong.push(error.message))
      page.on('request', (request) => {
        // The browser tells of a redirect even where nothing is sent there.
        if (request.redirectedFrom() !== null) return
        const { origin } = new URL(request.url())
        const known = [site.url, open.url, closed.url, 'null']
        if (!known.includes(origin)) wrong.push(request.url())
      })
      await page.goto(`${site.url}/${path}`)
      await use(page, wrong)
      assert.deepEqual(wrong, [])
    } finally {
      await context.close()
    }
  }

  it('loads nothing before it is wanted', async () => {
    await withPage('pets', async (page) => {
      const before_ = site.asked.length
      assert.equal(await page.locator('.try-form').count(), 0)
      await opener(page, 'post /pets/{petId}').click()
      await page.locator('.try-form').waitFor()
      const loaded = site.asked.slice(before_).map((line) => line.split(' ')[1] ?? '')
      assert.equal(loaded.length, 2, loaded.join())
      assert.match(loaded.join(), /^\/try-it-\w+\.js,\/en-\w+\.js$/)
    })
  })

  it('sends what is typed, by keyboard alone, and shows what is answered', async () => {
    await withPage('pets', async (page) => {
      open.received.length = 0
      await opener(page, 'post /pets/{petId}').focus()
      await page.keyboard.press('Enter')
      await page.locator('.try-form').waitFor()
      const focused = async () => String(await page.evaluate('document.activeElement.id'))
      const serverId = await formOf(page).getByLabel('Server').getAttribute('id')
      assert.equal(await focused(), serverId, 'the form has the focus')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Control+A')
      await typeAndTab(page, 'v2')
      await page.keyboard.press('Tab')
      await typeAndTab(page, secret)
      await typeAndTab(page, 'a/b')
      await page.keyboard.type('one')
      await page.keyboard.press('Enter')
      await typeAndTab(page, 'two')
      await typeAndTab(page, 'down')
      await page.keyboard.type('t-1')
      await page.keyboard.press('Enter')
      const said = page.getByRole('status').filter({ hasText: '200' })
      await said.waitFor()
      const [got] = open.received
      assert.equal(got?.method, 'POST')
      assert.equal(got.url, '/v2/pets/a%2Fb?tags=one&tags=two&sort=down')
      assert.equal(got.headers.authorization, `Bearer ${secret}`)
      assert.equal(got.headers['x-trace'], 't-1')
      assert.equal(got.headers['content-type'], 'application/json')
      assert.equal(got.body, '{\n  "name": "Rex"\n}')
      assert.equal(got.headers.referer, undefined)
      assert.equal(got.headers.cookie, undefined)
      assert.match(await page.locator('.try-body').innerText(), /"method": "POST"/)
      assert.match(await page.locator('.try-facts').innerText(), /200 OK[\s\S]*ms/)
      await page.keyboard.press('Escape')
      assert.equal(await page.locator('.try-form').isVisible(), false)
      const name = await page.evaluate(
        'document.activeElement.getAttribute("aria-label")',
      )
      assert.equal(name, 'Try it: post /pets/{petId}')
      await page.keyboard.press('Enter')
      assert.equal(
        await formOf(page).getByLabel('petId').inputValue(),
        'a/b',
        'nothing is lost',
      )
    })
  })

  it('signs in in each way, sends forms and files, and asks other servers', async () => {
    await withPage('pets', async (page) => {
      open.received.length = 0
      await opener(page, 'post /pets/{petId}').click()
      await formOf(page).getByLabel('petId').fill('1')
      const send = page.getByRole('button', { name: 'Send', exact: true })
      const sent = async () => {
        const at = open.received.length
        await send.click()
        await page.locator('.try-answer').waitFor()
        return open.received[at] ?? assert.fail('nothing was sent')
      }
      await formOf(page).getByLabel('Authentication').selectOption('login')
      await formOf(page).getByLabel('User name').fill('ann')
      await formOf(page).getByLabel('Password').fill('pass')
      const basic = await sent()
      assert.equal(basic.headers.authorization, `Basic ${btoa('ann:pass')}`)
      await formOf(page).getByLabel('Authentication').selectOption('key')
      await formOf(page).getByLabel('Key').fill(secret)
      assert.equal((await sent()).url, `/v1/pets/1?api_key=${secret}`)
      assert.ok(!(await page.locator('.try-address').innerText()).includes(secret))
      await formOf(page).getByLabel('Example').selectOption('Cat')
      assert.match((await sent()).body, /Tom/)
      await formOf(page).getByLabel('Media type').selectOption('multipart/form-data')
      await send.click()
      await page.getByText('Not sent. Values to correct: 1').waitFor()
      await page.locator('input[aria-invalid="true"]').fill('Rex')
      const buffer = Buffer.from('a picture')
      const photo = { name: 'a.png', mimeType: 'image/png', buffer }
      await formOf(page).getByLabel('photo').setInputFiles(photo)
      const form = await sent()
      assert.match(
        String(form.headers['content-type']),
        /^multipart\/form-data; boundary/,
      )
      assert.match(form.body, /name="name"\r\n\r\nRex/)
      assert.match(form.body, /filename="a.png"[\s\S]*a picture/)
      await formOf(page).getByLabel('Server').selectOption({ index: 1 })
      await formOf(page).getByLabel('region').selectOption('us')
      const address = await page.locator('.try-address code').innerText()
      assert.equal(address, 'POST https://us.example.com/pets/1')
    })
  })

  it('says what is missing, and leads there', async () => {
    await withPage('pets', async (page) => {
      open.received.length = 0
      await opener(page, 'post /pets/{petId}').click()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByText('Not sent. Values to correct: 1').waitFor()
      const input = formOf(page).getByLabel('petId')
      assert.equal(await input.getAttribute('aria-invalid'), 'true')
      const focused = await page.evaluate('document.activeElement.id')
      assert.equal(focused, await input.getAttribute('id'))
      assert.ok(await page.getByText('Fill this in.').isVisible())
      assert.deepEqual(open.received, [])
    })
  })

  it('says that it cannot tell a closed server from one that is away', async () => {
    await withPage('closed', async (page) => {
      await opener(page, 'get /pets').click()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByText('your browser does not say which').waitFor()
      assert.equal(await page.getByText('Send through this site').isVisible(), false)
    })
    await withPage('blocked', async (page) => {
      await opener(page, 'get /pets').click()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByText('does not let this page ask this server').waitFor()
    })
  })

  it('shows whatever is answered as text, and runs none of it', async () => {
    await withPage('hostile', async (page) => {
      const tried = async (name: string) => {
        await opener(page, `get /${name}`).click()
        const form = page.getByRole('group', { name: `get /${name}` })
        await form.getByRole('button', { name: 'Send', exact: true }).click()
        return form
      }
      const answered = async (name: string) => {
        const form = await tried(name)
        await form.locator('.try-answer').waitFor()
        return form
      }
      for (const name of ['html', 'svg', 'badjson']) {
        const form = await answered(name)
        assert.match(
          await form.locator('.try-body').innerText(),
          /<script>document/,
          name,
        )
        assert.equal(await form.locator('.try-answer :is(script, img, svg)').count(), 0)
      }
      await answered('script')
      await answered('odd-headers')
      const big = await answered('bigint')
      const body = await big.locator('.try-body').innerText()
      assert.match(body, /\n {2}"id": 12345678901234567890,\n/)
      const binary = await answered('binary')
      assert.match(await binary.innerText(), /A file of type application\/pdf, 5 byte/)
      const href = (await binary.locator('.try-download').getAttribute('href')) ?? ''
      const type = await page.evaluate(
        `fetch(${JSON.stringify(href)}).then((reply) => reply.headers.get('content-type')).catch(() => 'refused')`,
      )
      assert.ok(['application/octet-stream', 'refused'].includes(String(type)))
      assert.match(await (await answered('empty')).innerText(), /has no body/)
      assert.match(await (await answered('error')).innerText(), /422/)
      for (const name of ['huge', 'bomb']) {
        const form = await answered(name)
        assert.match(await form.innerText(), /Only the first 10\.5 MB were read/, name)
        const shown = await form.locator('.try-body').innerText()
        assert.equal(shown.length, 200_000)
      }
      for (const name of ['slow', 'drip']) {
        const form = await tried(name)
        const cancel = form.getByRole('button', { name: 'Cancel' })
        await cancel.focus()
        await page.keyboard.press('Enter')
        await form.getByText('Cancelled.').waitFor()
        const focused = await page.evaluate('document.activeElement.textContent')
        assert.equal(focused, 'Send', 'the focus is not lost')
      }
      for (const name of ['redirect', 'private']) {
        const form = await tried(name)
        await form.getByText('This is not followed').waitFor()
      }
      assert.ok(!open.received.some(({ url }) => url.includes('stolen')))
      await answered('cookies')
      assert.deepEqual(await page.context().cookies(), [])
      assert.equal(await page.title(), 'Pets', 'nothing ran')
    })
  })

  it('offers nothing where no server can be asked, and on paper', async () => {
    await withPage('none', async (page) => {
      assert.equal(await page.locator('lectern-try').count(), 0)
    })
  })

  it('keeps secrets to the page: in no address, store or log of the site', async () => {
    await withPage('pets', async (page) => {
      await opener(page, 'post /pets/{petId}').click()
      await formOf(page).getByLabel('petId').fill('1')
      await formOf(page).getByLabel('Token').fill(secret)
      assert.equal(
        await formOf(page).getByLabel('Token').getAttribute('autocomplete'),
        'off',
      )
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.locator('.try-answer').waitFor()
      const kept = await page.evaluate(
        'JSON.stringify([location.href, localStorage, sessionStorage, document.cookie, history.state, document.body.outerHTML])',
      )
      assert.ok(!String(kept).includes(secret))
      await page.evaluate('dispatchEvent(new PageTransitionEvent("pagehide"))')
      assert.equal(await formOf(page).getByLabel('Token').inputValue(), '')
      assert.equal(await page.locator('.try-answer').count(), 0)
    })
    assert.ok(!site.asked.some((line) => line.includes(secret)))
  })

  for (const viewport of [wide, phone]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const path of ['pets', 'arabic']) {
        it(`is for everybody: ${path}, ${colorScheme}, ${viewport.width} pixels`, async () => {
          const options = { viewport, colorScheme, bypassCSP: true } as const
          await withPage(
            path,
            async (page) => {
              await page.locator('.try-button').click()
              await page.locator('.try-form').waitFor()
              await page.locator('.try-send').click()
              await page.locator('[aria-invalid="true"]').fill('1')
              await page.locator('.try-send').click()
              await page.locator('.try-answer').waitFor()
              await page.locator('.try-headers > summary').click()
              await page.evaluate(axe.source)
              const violations: unknown = await page.evaluate(
                `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
                violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
              )
              assert.deepEqual(violations, [])
              const excess = await page.evaluate(
                'document.documentElement.scrollWidth - innerWidth',
              )
              assert.ok(Number(excess) <= 0, `${String(excess)} pixels`)
              const folder = process.env['PICTURES']
              if (folder !== undefined) {
                const name = `${path}-${colorScheme}-${viewport.width}.png`
                await page.screenshot({ path: `${folder}/${name}`, fullPage: true })
              }
            },
            options,
          )
        })
      }
    }
  }
})

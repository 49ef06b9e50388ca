import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { browserIsMissing, launchBrowser } from '#test/test-browser.ts'

/** The part of an element that the test uses: the server has no DOM types. */
interface Anchor {
  readonly getAttribute: (name: string) => string | null
}

describe('the API reference', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('serves the OpenAPI document to anyone, with this server as its address', async () => {
    const reply = await fetch(`${api.url}/v1/openapi.json`)
    assert.equal(reply.status, 200)
    const document: unknown = await reply.json()
    assert.ok(typeof document === 'object' && document !== null && 'servers' in document)
    assert.deepEqual(document.servers, [
      { url: 'http://lectern.test/v1', description: 'This server.' },
    ])
  })

  it(
    'is readable in a browser that reaches no other host, and asks for none',
    { skip: browserIsMissing },
    async () => {
      const browser = await launchBrowser()
      try {
        const page = await browser.newPage()
        const foreign: string[] = []
        const failures: string[] = []
        await page.route('**', async (route) => {
          const url = route.request().url()
          if (url.startsWith(api.url) || /^(data|blob):/.test(url)) {
            return route.continue()
          }
          foreign.push(url)
          return route.abort()
        })
        page.on('pageerror', (error) => failures.push(error.message))
        page.on('console', (message) => {
          const text = message.text()
          if (text.includes('Content Security Policy')) failures.push(text)
        })
        await page.goto(`${api.url}/reference/`)
        await page
          .getByRole('heading', { name: 'Lectern management API' })
          .first()
          .waitFor()
        await page.getByText('List your API tokens').first().click()
        await page
          .getByRole('heading', { name: 'List your API tokens' })
          .first()
          .waitFor()
        assert.deepEqual(foreign, [])
        assert.deepEqual(failures, [])
        const links = await page
          .locator('a:visible')
          .evaluateAll((anchors: Anchor[]) =>
            anchors.map((anchor) => anchor.getAttribute('href') ?? ''),
          )
        assert.deepEqual(
          links.filter((href) => /^https?:/.test(href) && !href.startsWith(api.url)),
          [],
        )
      } finally {
        await browser.close()
      }
    },
  )
})

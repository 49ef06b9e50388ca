import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'

import { startAtOwnOrigin } from '#test/sessions/start-at-own-origin.ts'
import type { TestApi } from '#test/test-api.ts'
import {
  type Browser,
  browserIsMissing,
  launchBrowser,
  type Page,
} from '#test/test-browser.ts'

import { createSignInLink } from './sign-in-links.ts'

/** What a page of another origin may try with the cookie of whoever opens it. */
type Attempt = Readonly<{ name: string; script: (own: string, link: string) => string }>

const formTo = (url: string, enctype: string, name = 'label', value = 'Forged') => `
  const form = document.createElement('form')
  form.method = 'post'; form.action = ${JSON.stringify(url)}; form.enctype = '${enctype}'
  const input = document.createElement('input')
  input.name = ${JSON.stringify(name)}; input.value = ${JSON.stringify(value)}
  form.append(input); document.body.append(form); form.submit()`
const fetchTo = (url: string, init: object) => `
  fetch(${JSON.stringify(url)}, ${JSON.stringify({ credentials: 'include', ...init })})
    .then(async (reply) => { document.title = 'read ' + (await reply.text()) })
    .catch(() => { document.title = 'refused' })`

const body = '{"label":"Forged"}'
const attempts: readonly Attempt[] = [
  {
    name: 'a form that looks like JSON',
    script: (own) =>
      formTo(`${own}/v1/user/tokens`, 'text/plain', '{"label":"Forged","x":"', '"}'),
  },
  {
    name: 'a plain form',
    script: (own) => formTo(`${own}/v1/user/tokens`, 'application/x-www-form-urlencoded'),
  },
  {
    name: 'a form that signs out',
    script: (own) => formTo(`${own}/~sign-in/out`, 'application/x-www-form-urlencoded'),
  },
  {
    name: 'a form that signs in as somebody else',
    script: (_own, link) => formTo(link, 'application/x-www-form-urlencoded'),
  },
  {
    name: 'a fetch that needs no leave',
    script: (own) =>
      fetchTo(`${own}/v1/user/tokens`, { method: 'POST', mode: 'no-cors', body }),
  },
  {
    name: 'a fetch with JSON',
    script: (own) =>
      fetchTo(`${own}/v1/user/tokens`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      }),
  },
  {
    name: 'a fetch that deletes',
    script: (own) => fetchTo(`${own}/v1/user/sessions`, { method: 'DELETE' }),
  },
  { name: 'a fetch that reads', script: (own) => fetchTo(`${own}/v1/user`, {}) },
]

describe('a browser that is signed in', { skip: browserIsMissing }, () => {
  let api: TestApi
  let own: string
  let elsewhere: Server
  let otherPort: number
  let browser: Browser
  before(async () => {
    const started = await startAtOwnOrigin()
    own = started.own
    api = started.api
    elsewhere = createServer((_request, reply) => {
      reply.setHeader('content-type', 'text/html')
      reply.end('<!doctype html><title>elsewhere</title><body></body>')
    })
    elsewhere.listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    const address = elsewhere.address()
    assert.ok(typeof address === 'object' && address !== null)
    otherPort = address.port
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    elsewhere.close()
    await api.stop()
  })

  async function linkOf(accountId: string): Promise<string> {
    const path = await api.services.db.transaction(async (tx) =>
      createSignInLink(tx, { accountId }),
    )
    return `${own}${path}`
  }

  async function signedIn(to = ''): Promise<Page> {
    const page = await (await browser.newContext()).newPage()
    await page.goto(`${await linkOf(api.users.read)}${to}`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    return page
  }

  /** What a script of our own origin gets; the pages of signing in let no script run. */
  async function ask(page: Page, path: string, init: object = {}) {
    await page.goto(`${own}/v1/openapi.json`)
    return page.evaluate(
      async ([target, given]) => {
        const reply = await fetch(target, given)
        const text = await reply.text()
        const answer: unknown = text === '' ? undefined : JSON.parse(text)
        return { status: reply.status, body: answer }
      },
      [path, init] as const,
    )
  }

  it('reads and writes from its own origin, keeps its secret from scripts, and signs out', async () => {
    const page = await signedIn()
    await page.getByRole('heading', { name: 'You are signed in' }).waitFor()
    assert.equal(page.url(), `${own}/~sign-in`)
    const user = await ask(page, '/v1/user')
    assert.equal(user.status, 200)
    assert.match(JSON.stringify(user.body), new RegExp(`"id":"${api.users.read}"`))
    const renamed = await ask(page, `/v1/users/${api.users.read}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{"displayName":"Reader"}',
    })
    assert.equal(renamed.status, 200)
    assert.equal(await page.evaluate('document.cookie'), '')
    const [cookie] = await sessionCookies(page)
    assert.deepEqual(
      [cookie?.name, cookie?.httpOnly, cookie?.secure, cookie?.sameSite],
      ['__Host-lectern', true, true, 'Lax'],
    )

    await page.goto(`${own}/~sign-in`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
    assert.deepEqual(await sessionCookies(page), [])
    assert.equal((await ask(page, '/v1/user')).status, 401)
    await page.context().close()
  })

  it('goes on to a path of ours once it is signed in', async () => {
    const page = await signedIn('?to=/v1/openapi.json')
    await page.waitForURL(`${own}/v1/openapi.json`)
    await page.context().close()
  })

  for (const host of ['localhost', '127.0.0.1']) {
    const where = host === 'localhost' ? 'of the same site' : 'of another site'
    it(`changes and tells nothing for a page of another origin ${where}`, async () => {
      const page = await signedIn()
      await page.getByRole('heading', { name: 'You are signed in' }).waitFor()
      const link = await linkOf(api.users.outsider)
      for (const { name, script } of attempts) {
        const other = await page.context().newPage()
        await other.goto(`http://${host}:${otherPort}/`)
        const answered = other
          .waitForEvent('response', { timeout: 5000 })
          .catch(() => null)
        await other.evaluate(script(own, link))
        await answered
        await other.waitForLoadState('networkidle')
        assert.doesNotMatch(await other.title(), /read .*id/, name)
        await other.close()
      }
      const user = await ask(page, '/v1/user')
      assert.match(JSON.stringify(user.body), new RegExp(`"id":"${api.users.read}"`))
      const forged = await api.rows(`select 1 from api_token where label = 'Forged'`)
      assert.deepEqual(forged, [])
      const unused = await api.rows(`select 1 from sign_in_link where account_id = $1`, [
        api.users.outsider,
      ])
      assert.ok(unused.length > 0)
      await page.context().close()
    })
  }
})

async function sessionCookies(page: Page) {
  const cookies = await page.context().cookies()
  return cookies.filter(({ name }) => name === '__Host-lectern')
}

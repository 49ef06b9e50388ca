import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'

import type { Browser } from 'playwright-core'

import { browserIsMissing, launchBrowser } from '../../../server/test/test-browser.ts'
import { startTryApi, type TryApi } from './try-api.ts'
import { plantedSecrets, startTryWorld, type TryWorld } from './try-world.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../../..')

describe('operations of a site', { skip: browserIsMissing }, () => {
  let browser: Browser
  let target: TryApi
  let tried: TryWorld
  before(async () => {
    browser = await launchBrowser()
    target = await startTryApi({ isOpen: false, host: '127.0.0.2' })
    tried = await startTryWorld(target)
  })
  after(async () => {
    await browser.close()
    await tried.stop()
    await target.stop()
  })

  const asked = (place: string, more: object = {}) => ({
    spec: 'pets',
    operation: `get ${place}`,
    url: `${target.url}/v1${place}`,
    headers: [],
    ...more,
  })
  const policyOf = async (place: string, headers: Record<string, string> = {}) => {
    const reply = await tried.world.read(`${tried.site.base}${place}`, { headers })
    const policy = String(reply.headers['content-security-policy'])
    const connect = policy.split('; ').find((each) => each.startsWith('connect-src'))
    return { connect, status: reply.status, etag: String(reply.headers.etag) }
  }

  it('open a page to their servers, and other pages to none, cached or not', async () => {
    const own = "connect-src 'self'"
    const opened = `${own} ${target.url} http://127.0.0.3:9`
    const pages = [
      ['', own],
      ['pets', opened],
      ['no-such-page', own],
      ['~search?q=pets', own],
    ] as const
    for (const [place, expected] of [...pages, ...pages]) {
      assert.equal((await policyOf(place)).connect, expected, place)
    }
    const { etag } = await policyOf('pets')
    const unchanged = await policyOf('pets', { 'if-none-match': etag })
    assert.deepEqual([unchanged.status, unchanged.connect], [304, opened])
  })

  it('are sent through the site where the browser may not read the answer', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    try {
      const origin = `http://${tried.world.host}`
      await page.goto(`${origin}${tried.site.base}html`)
      await page.getByRole('button', { name: 'Try it: get /html' }).click()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByText('your browser does not say which').waitFor()
      target.received.length = 0
      await page.getByRole('button', { name: 'Send through this site' }).focus()
      await page.keyboard.press('Enter')
      await page.locator('.try-answer').waitFor()
      assert.match(await page.locator('.try-facts').innerText(), /^200/)
      assert.match(await page.locator('.try-body').innerText(), /<script>document\.title/)
      const [got] = target.received
      assert.equal(got?.url, '/v1/html')
      assert.equal(got.headers['user-agent'], 'Lectern')
      assert.equal(got.headers.referer, undefined)
      assert.equal(got.headers.origin, undefined)
      assert.notEqual(await page.title(), 'run')
    } finally {
      await context.close()
    }
  })

  it('are answered as JSON, without cookies of the server that was asked', async () => {
    const reply = await tried.send(asked('/html'))
    assert.equal(reply.status, 200)
    assert.equal(reply.headers['content-type'], 'application/json')
    assert.equal(reply.headers['x-content-type-options'], 'nosniff')
    assert.equal(reply.headers['cache-control'], 'no-store')
    assert.match(String(reply.headers['content-security-policy']), /default-src 'none'/)
    const cookies = await tried.send(asked('/cookies'))
    assert.equal(cookies.headers['set-cookie'], undefined)
    assert.ok(!cookies.body.includes('planted'))
    const redirect: unknown = JSON.parse((await tried.send(asked('/redirect'))).body)
    assert.ok(typeof redirect === 'object' && redirect !== null && 'status' in redirect)
    assert.equal(redirect.status, 302)
  })

  it('are taken from pages of the site alone, and in one form', async () => {
    target.received.length = 0
    const host = tried.world.host
    const refusals: readonly [Record<string, string>, number][] = [
      [{}, 403],
      [{ 'sec-fetch-site': 'cross-site' }, 403],
      [{ 'sec-fetch-site': 'same-site' }, 403],
      [{ 'sec-fetch-site': 'none' }, 403],
      [{ origin: 'https://evil.example' }, 403],
      [{ origin: `http://evil.${host}` }, 403],
      [{ origin: 'null' }, 403],
      [{ 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' }, 415],
    ]
    for (const [headers, status] of refusals) {
      const reply = await tried.send(asked('/pets'), headers)
      assert.equal(reply.status, status, JSON.stringify(headers))
    }
    for (const body of [{}, [], 'x', asked('/pets', { spec: '../pets' }), null]) {
      assert.equal((await tried.send(body ?? [])).status, 400)
    }
    const large = asked('/pets', { body: { text: 'x'.repeat(3 * 1024 * 1024) } })
    const sent = await tried.send(large).catch(() => undefined)
    assert.ok(sent === undefined || sent.status === 413)
    assert.equal((await tried.send(asked('/none'))).status, 404)
    assert.equal((await tried.send(asked('/pets', { spec: 'none' }))).status, 404)
    const elsewhere = `${tried.site.base}pets`
    const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const options = { method: 'POST', headers: json, body: '{}' }
    assert.equal((await tried.world.read(elsewhere, options)).status, 415)
    assert.deepEqual(target.received, [])
    const own = { origin: `http://${host}` }
    assert.equal((await tried.send(asked('/pets'), own)).status, 200)
  })

  it('are bounded for each reader, and not sent unless that is wanted', async () => {
    await tried.world.restart({ OPENAPI_PROXY_RATE_LIMIT: '2' })
    const statuses: number[] = []
    for (let count = 0; count < 3; count += 1) {
      statuses.push((await tried.send(asked('/pets'))).status)
    }
    assert.deepEqual(statuses, [200, 200, 429])
    await tried.world.restart({ OPENAPI_PROXY: 'off' })
    assert.equal((await tried.send(asked('/pets'))).status, 415)
    const page = await tried.world.read(`${tried.site.base}pets`)
    assert.ok(page.body.includes('<lectern-try'))
    assert.ok(!page.body.includes('~try'))
  })

  it('leave no secret in the logs of api and renderer', async () => {
    const { stdout, stderr } = await run(
      process.execPath,
      ['--import', './sites/tsx.ts', 'sites/test/openapi/proxied-run.ts'],
      { cwd: root, maxBuffer: 64 * 1024 * 1024 },
    )
    const said = stdout + stderr
    assert.match(said, /statuses 200 200 200 400 400 400 404 400/)
    assert.match(said, /received 2/)
    assert.match(said, /sendOpenAPISpecRequest/, 'the api logs what it is asked')
    assert.match(said, /"component":"sites"/, 'the renderer logs, too')
    for (const secret of plantedSecrets) assert.ok(!said.includes(secret), secret)
  })
})

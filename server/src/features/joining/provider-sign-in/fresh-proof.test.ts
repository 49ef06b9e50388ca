import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { openTestBrowser, type TestBrowser } from '#test/sessions/test-form-browser.ts'
import { startTestIssuer, type TestIssuer } from '#test/sso/test-issuer.ts'
import {
  begin,
  bring,
  connect,
  newAccount,
  pathIn,
  signedInBrowser,
} from '#test/sso/test-provider-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60

async function freshness(browser: TestBrowser): Promise<unknown[]> {
  const { body } = await browser.session('').get('/user/session')
  return [body.way, body.isFresh]
}

describe('a sign-in with a provider', () => {
  let api: TestApi
  let withoutLink: TestApi
  let issuer: TestIssuer
  before(async () => {
    issuer = await startTestIssuer()
    const { clientId, clientSecret } = issuer
    const entry = {
      kind: 'oidc',
      id: 'one',
      issuer: issuer.issuer,
      clientId,
      clientSecret,
    }
    const settings = {
      EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8',
      SIGN_IN_PROVIDERS: JSON.stringify([entry]),
    }
    api = await startTestApi(settings)
    withoutLink = await startTestApi({ ...settings, SIGN_IN_LINK: 'off' })
  })
  after(async () => {
    await api.stop()
    await withoutLink.stop()
    await issuer.stop()
  })

  const comeBackAs = (sub: string, more: object) => async (browser: TestBrowser) => {
    issuer.says = (nonce) => ({ claims: issuer.claims(nonce, { sub, ...more }) })
    return issuer.answer(await begin(browser, 'one'))
  }

  it('is as fresh as the proof that the provider asked for', async () => {
    const { accountId } = await newAccount(api)
    await connect(api, accountId, comeBackAs('ann', {}))
    for (const [more, isFresh] of [
      [{ auth_time: minutesAgo(0) }, true],
      [{ auth_time: minutesAgo(-60) }, true],
      [{ auth_time: minutesAgo(9) }, true],
      [{ auth_time: minutesAgo(11) }, false],
      [{ auth_time: minutesAgo(60 * 24 * 3) }, false],
      [{ auth_time: 0 }, false],
      [{}, false],
    ] as const) {
      const browser = openTestBrowser(api.url)
      await bring(browser, await comeBackAs('ann', more)(browser))
      assert.deepEqual(await freshness(browser), ['oidc', isFresh], JSON.stringify(more))
      const methods = await browser.get('/~sign-in/methods')
      assert.equal(methods.text.includes('/~sign-in/methods/password'), isFresh)
    }
  })

  it('leaves a proof that the same session had, where the provider says no time', async () => {
    const { accountId } = await newAccount(api)
    const browser = await connect(api, accountId, comeBackAs('bob', {}))
    await bring(browser, await comeBackAs('bob', {})(browser))
    assert.deepEqual(await freshness(browser), ['oidc', true])
    await api.rows(
      `update browser_session set authenticated_at = now() - interval '3 days'
       where account_id = $1`,
      [accountId],
    )
    await bring(browser, await comeBackAs('bob', {})(browser))
    assert.deepEqual(await freshness(browser), ['oidc', false])
  })

  it('is fresh where the provider says no time and nothing else proves anything', async () => {
    const { accountId } = await newAccount(withoutLink)
    await connect(withoutLink, accountId, comeBackAs('cleo', {}))
    const come = async (more: object) => {
      const browser = openTestBrowser(withoutLink.url)
      await bring(browser, await comeBackAs('cleo', more)(browser))
      return browser
    }
    const only = await come({})
    assert.deepEqual(await freshness(only), ['oidc', true])
    assert.deepEqual(await freshness(await come({ auth_time: minutesAgo(11) })), [
      'oidc',
      false,
    ])
    const password = 'plain words of no use'
    await only.session(accountId).send('PUT', '/user/password', { password })
    assert.deepEqual(await freshness(await come({})), ['oidc', false])
  })

  it('waits for its owner without getting fresher', async () => {
    const { accountId } = await newAccount(api)
    await connect(api, accountId, comeBackAs('dan', {}))
    for (const [minutes, isFresh] of [
      [9, true],
      [11, false],
    ] as const) {
      const browser = await signedInBrowser(api, (await newAccount(api)).accountId)
      const auth_time = minutesAgo(minutes)
      const back = await comeBackAs('dan', { auth_time })(browser)
      const waiting = pathIn(await bring(browser, back))
      assert.equal((await browser.post(waiting)).status, 303)
      assert.deepEqual(await freshness(browser), ['oidc', isFresh])
    }
  })

  it('asks for a proof where somebody signs in again, and only there', async () => {
    const browser = openTestBrowser(api.url)
    const shown = await browser.get('/~sign-in?again=1&to=/o/acme')
    const [, path = ''] =
      /href="http:\/\/lectern\.test(\/[^"]*with\/one[^"]*)"/.exec(shown.text) ?? []
    const asked = async (at: string) => {
      const { headers } = await browser.get(at.replaceAll('&amp;', '&'))
      return new URL(headers['location'] ?? '').searchParams.get('max_age')
    }
    assert.equal(
      path.replaceAll('&amp;', '&'),
      '/~sign-in/with/one?again=1&to=%2Fo%2Facme',
    )
    assert.equal(await asked(path), '0')
    assert.equal(await asked('/~sign-in/with/one'), null)
    const foreign = await browser.get('/~sign-in/with/one?again=1', {
      'sec-fetch-site': 'cross-site',
    })
    assert.match(foreign.text, /with\/one\?again=1"/)
  })
})

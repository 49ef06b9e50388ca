import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'

import { generateKeyPair } from 'jose'

import { send } from '#test/http/test-wire.ts'
import { ownHost } from '#test/sessions/test-browser-session.ts'
import { openTestBrowser, type TestBrowser } from '#test/sessions/test-form-browser.ts'
import { startTestIssuer, type TestIssuer } from '#test/sso/test-issuer.ts'
import {
  begin,
  bring,
  connect,
  isSignedIn,
  newAccount,
  pathIn,
} from '#test/sso/test-provider-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const notProven = /does not prove who you are/
const away = /cannot be reached/

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

describe('what a provider answers', () => {
  let api: TestApi
  let one: TestIssuer
  let other: TestIssuer
  let accountId: string
  let honest: TestIssuer['says']
  before(async () => {
    one = await startTestIssuer({
      authorization_response_iss_parameter_supported: true,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    })
    other = await startTestIssuer()
    const entries = [
      { id: 'one', ...one },
      { id: 'other', ...other },
      { id: 'gone', issuer: 'http://127.0.0.1:9/', clientId: 'x', clientSecret: 'y' },
    ].map(({ id, issuer, clientId, clientSecret }) => ({
      kind: 'oidc',
      id,
      issuer,
      clientId,
      clientSecret,
    }))
    api = await startTestApi({
      EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8',
      SIGN_IN_PROVIDERS: JSON.stringify(entries),
      SIGN_IN_LINK: 'off',
    })
    honest = one.says
    ;({ accountId } = await newAccount(api))
    await connect(api, accountId, async (browser) => come(browser))
  })
  beforeEach(() => {
    one.says = honest
  })
  after(async () => {
    await api.stop()
    await one.stop()
    await other.stop()
  })

  /** A browser goes to the provider and is led back; gives where to. */
  async function come(browser: TestBrowser, more = {}): Promise<string> {
    return one.answer(await begin(browser, 'one'), { iss: one.issuer, ...more })
  }

  /** What comes of an answer in a browser of its own, which must not be signed in. */
  async function refused(says: TestIssuer['says'], words: RegExp): Promise<number> {
    one.says = says
    const browser = openTestBrowser(api.url)
    const { status, text } = await bring(browser, await come(browser))
    assert.match(text, words)
    assert.equal(isSignedIn(browser), false)
    return status
  }

  const refusedClaims = async (more: Record<string, unknown>) =>
    refused((nonce) => ({ claims: one.claims(nonce, more) }), notProven)

  it('signs in when it is all right', async () => {
    const browser = openTestBrowser(api.url)
    assert.equal(pathIn(await bring(browser, await come(browser))), '/~sign-in')
    assert.equal((await browser.session('').get('/user')).body.id, accountId)
  })

  it('is asked for with PKCE, a state and a nonce, new each time', async () => {
    const browser = openTestBrowser(api.url)
    const urls = [await begin(browser, 'one'), await begin(browser, 'one')].map(
      (url) => new URL(url).searchParams,
    )
    for (const name of ['state', 'nonce', 'code_challenge']) {
      const values = urls.map((params) => params.get(name) ?? '')
      assert.equal(new Set(values).size, 2, name)
      for (const value of values) assert.match(value, /^[\w-]{43}$/)
    }
    const [params] = urls
    assert.deepEqual(
      [params?.get('code_challenge_method'), params?.get('response_type')],
      ['S256', 'code'],
    )
    await bring(browser, await come(browser))
    const form = one.asked.at(-1)
    assert.equal(form?.get('client_secret'), one.clientSecret)
    assert.match(form.get('code_verifier') ?? '', /^[\w-]{43}$/)
  })

  it('proves the verifier of this browser', async () => {
    const browser = openTestBrowser(api.url)
    const url = await begin(browser, 'one')
    await bring(browser, one.answer(url, { iss: one.issuer }))
    const verifier = one.asked.at(-1)?.get('code_verifier') ?? ''
    assert.equal(
      createHash('sha256').update(verifier).digest('base64url'),
      new URL(url).searchParams.get('code_challenge'),
    )
  })

  it('works once', async () => {
    const browser = openTestBrowser(api.url)
    const back = await come(browser)
    const replies = await Promise.all([bring(browser, back), bring(browser, back)])
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([303, 403]))
    const asked = one.asked.length
    assert.equal((await bring(browser, back)).status, 403)
    assert.equal(one.asked.length, asked, 'the provider is not asked again')
  })

  it('works in the browser that began, and in no other', async () => {
    const browser = openTestBrowser(api.url)
    const back = await come(browser)
    const stranger = openTestBrowser(api.url)
    await begin(stranger, 'one')
    for (const each of [openTestBrowser(api.url), stranger]) {
      assert.equal((await bring(each, back)).status, 403)
      assert.equal(isSignedIn(each), false)
    }
    assert.equal((await bring(browser, back)).status, 303)
  })

  it('works with its own state, and at its own provider', async () => {
    const browser = openTestBrowser(api.url)
    const back = await come(browser)
    const wrong = [
      back.replace(/state=[\w-]+/, `state=${'a'.repeat(43)}`),
      back.replace(/state=[\w-]+/, 'state=x'),
      back.replace(/&state=[\w-]+/, ''),
      back.replace('/with/one/', '/with/other/'),
      back.replace(/\?.*$/, ''),
    ]
    for (const path of wrong) assert.equal((await bring(browser, path)).status, 403, path)
    assert.equal(isSignedIn(browser), false)
    assert.equal((await bring(browser, back)).status, 303)
  })

  it('comes from the provider that was asked', async () => {
    const mixed = [{ iss: other.issuer }, { iss: '' }]
    for (const more of mixed) {
      const browser = openTestBrowser(api.url)
      const { status, text } = await bring(browser, await come(browser, more))
      assert.equal(status, 403)
      assert.match(text, notProven)
    }
    const browser = openTestBrowser(api.url)
    const twice = `${await come(browser)}&code=another`
    assert.equal((await bring(browser, twice)).status, 403)
  })

  it('comes within ten minutes', async () => {
    const browser = openTestBrowser(api.url)
    const back = await come(browser)
    await api.rows(`update provider_sign_in set expires_at = now() - interval '1 second'`)
    const { status, text } = await bring(browser, back)
    assert.equal(status, 403)
    assert.match(text, /took too long/)
  })

  it('is refused for another nonce, audience, issuer, time or nobody', async () => {
    const now = Math.floor(Date.now() / 1000)
    for (const more of [
      { nonce: 'a'.repeat(43) },
      { nonce: undefined },
      { aud: 'somebody else' },
      { aud: ['lectern', 'somebody else'], azp: 'somebody else' },
      { iss: other.issuer },
      { iss: `${one.issuer}/` },
      { exp: now - 120 },
      { exp: undefined },
      { iat: undefined },
      { nbf: now + 600 },
      { sub: '' },
      { sub: undefined },
      { sub: 'a'.repeat(257) },
      { sub: 'somebody\u0000' },
    ]) {
      assert.equal(await refusedClaims(more), 403, JSON.stringify(more))
    }
  })

  it('is refused with a signature that is missing, foreign or broken', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const forged: Record<string, (nonce: string) => Promise<string> | string> = {
      none: (nonce) => `${encoded({ alg: 'none' })}.${encoded(one.claims(nonce))}.`,
      foreign: async (nonce) => one.sign(one.claims(nonce), privateKey),
      stripped: async (nonce) =>
        (await one.sign(one.claims(nonce))).replace(/[^.]+$/, ''),
      changed: async (nonce) => {
        const [head, , signature] = (await one.sign(one.claims(nonce))).split('.')
        const claims = encoded(one.claims(nonce, { sub: 'somebody else' }))
        return `${head}.${claims}.${signature}`
      },
      symmetric: (nonce) => {
        const body = `${encoded({ alg: 'HS256' })}.${encoded(one.claims(nonce))}`
        const by = createHmac('sha256', one.clientSecret).update(body)
        return `${body}.${by.digest('base64url')}`
      },
      nothing: () => 'no token',
    }
    for (const [name, make] of Object.entries(forged)) {
      const says = async (nonce: string) => ({ idToken: await make(nonce) })
      assert.equal(await refused(says, notProven), 403, name)
    }
    assert.equal(await refused(() => ({ idToken: undefined }), notProven), 403)
  })

  it('says in plain words what is wrong with the provider or the settings', async () => {
    const broken = { error: 'server_error' }
    assert.equal(await refused(() => ({ status: 500, body: broken }), away), 503)
    const unknown = { error: 'invalid_client' }
    const ofSettings = /client id or secret is wrong/
    assert.equal(await refused(() => ({ status: 401, body: unknown }), ofSettings), 503)
    const spent = { error: 'invalid_grant' }
    assert.equal(await refused(() => ({ status: 400, body: spent }), notProven), 403)
    const large = { filled: 'a'.repeat(600_000) }
    assert.equal(await refused(() => ({ body: large }), away), 503)
    assert.equal(await refused(() => ({ hangs: true }), away), 503)
    const reply = await openTestBrowser(api.url).get('/~sign-in/with/gone')
    assert.equal(reply.status, 503)
    assert.match(reply.text, away)
  })

  it('may be a no', async () => {
    const browser = openTestBrowser(api.url)
    const back = (await come(browser)).replace(/code=[\w-]+/, 'error=access_denied')
    const { status, text } = await bring(browser, `${back}&error_description=<b>quoted`)
    assert.equal(status, 403)
    assert.match(text, /did not let you in/)
    assert.ok(!text.includes('quoted'))
  })

  it('is asked for by our own pages alone', async () => {
    const begun = 'select count(*)::int as n from provider_sign_in'
    const former = await api.rows(begun)
    const browser = openTestBrowser(api.url)
    const { status, text } = await browser.get('/~sign-in/with/one?to=/o/x', {
      'sec-fetch-site': 'cross-site',
    })
    assert.equal(status, 200)
    assert.match(text, /with\/one\?to=%2Fo%2Fx"/)
    const headers = { host: ownHost }
    await send(api.url, 'HEAD', '/~sign-in/with/one', { headers })
    assert.equal((await browser.get('/~sign-in/with/unknown')).status, 404)
    assert.equal((await browser.get('/~sign-in/with/unknown/callback')).status, 404)
    assert.equal((await browser.get('/~sign-in/with/unknown/join/x')).status, 404)
    const elsewhere = { host: 'files.lectern.test' }
    const foreign = await send(api.url, 'GET', '/~sign-in/with/one', {
      headers: elsewhere,
    })
    assert.equal(foreign.status, 404)
    assert.deepEqual(await api.rows(begun), former)
  })

  it('is asked for a code besides, unless the provider says that it has asked for two proofs', async () => {
    await api.rows(
      `insert into second_factor (account_id, sealed, used_step) values ($1, $2, 0)`,
      [accountId, 'x'.repeat(40)],
    )
    try {
      const browser = openTestBrowser(api.url)
      const reply = await bring(browser, await come(browser))
      assert.equal(pathIn(reply), '/~sign-in/code')
      assert.equal(isSignedIn(browser), false)
      assert.match((await browser.get('/~sign-in/code')).text, /code/)
      one.says = (nonce) => ({ claims: one.claims(nonce, { amr: ['pwd', 'mfa'] }) })
      const stronger = openTestBrowser(api.url)
      await bring(stronger, await come(stronger))
      assert.ok(isSignedIn(stronger))
    } finally {
      await api.rows('delete from second_factor where account_id = $1', [accountId])
    }
  })

  it('lets nobody remove their last way in', async () => {
    const browser = openTestBrowser(api.url)
    await bring(browser, await come(browser))
    const session = browser.session(accountId)
    const { body } = await session.get('/user/sign-in-methods')
    assert.deepEqual(
      body.items.map(({ type, isRemovable }: Record<string, unknown>) => [
        type,
        isRemovable,
      ]),
      [['provider', false]],
    )
    const reply = await session.send(
      'DELETE',
      `/user/sign-in-methods/${body.items[0].id}`,
    )
    assert.equal(reply.body.error.reason, 'sign_in_method_needed')
  })

  it('leaves no secret of the browser or of the provider in the database', async () => {
    const browser = openTestBrowser(api.url)
    const url = await begin(browser, 'one')
    const state = new URL(url).searchParams.get('state') ?? ''
    one.says = (nonce) => ({ claims: one.claims(nonce, { sub: 'nobody yet' }) })
    await bring(browser, one.answer(await begin(browser, 'one'), { iss: one.issuer }))
    const verifier = one.asked.at(-1)?.get('code_verifier') ?? ''
    const flow = /__Host-lectern-flow=([\w-]+)/.exec(browser.cookies())?.[1] ?? ''
    const rows = JSON.stringify([
      await api.rows('select * from provider_sign_in'),
      await api.rows('select * from waiting_identity'),
    ])
    for (const secret of [state, verifier, flow, one.clientSecret, 'an access token']) {
      assert.ok(secret.length >= 15)
      assert.equal(rows.includes(secret), false)
    }
  })
})

describe('a provider that is not on the public internet', () => {
  it('is not asked unless the operator allows it', async () => {
    const issuer = await startTestIssuer()
    const { clientId, clientSecret } = issuer
    const entry = {
      kind: 'oidc',
      id: 'one',
      issuer: issuer.issuer,
      clientId,
      clientSecret,
    }
    const api = await startTestApi({ SIGN_IN_PROVIDERS: JSON.stringify([entry]) })
    try {
      const { status, text } = await openTestBrowser(api.url).get('/~sign-in/with/one')
      assert.equal(status, 503)
      assert.match(text, away)
      assert.deepEqual(issuer.headers, [])
    } finally {
      await api.stop()
      await issuer.stop()
    }
  })
})

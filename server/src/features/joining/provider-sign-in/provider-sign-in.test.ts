import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { type RunningWorker, startWorker } from '#/start/worker.ts'
import { mailsIn } from '#test/invites/test-mails.ts'
import { recordStatement } from '#test/recorded-statements.ts'
import { openTestBrowser, type TestBrowser } from '#test/sessions/test-form-browser.ts'
import { startOidcProvider, type TestOidcProvider } from '#test/sso/test-oidc-provider.ts'
import {
  begin,
  bring,
  connect,
  isSignedIn,
  newAccount,
  ownOrigin,
  pathIn,
  signedInBrowser,
} from '#test/sso/test-provider-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { sweepProviderSignIns } from './provider-sign-in-jobs.ts'

const people = Object.fromEntries(
  ['ann', 'bob', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal'].map((name) => [
    name,
    { email: `${name}@acme.example`, email_verified: true, name: `${name} of Acme` },
  ]),
)

describe('signing in with a provider of the installation', () => {
  let api: TestApi
  let provider: TestOidcProvider
  let worker: RunningWorker
  before(async () => {
    const redirectUri = `${ownOrigin}/~sign-in/with/acme/callback`
    provider = await startOidcProvider({ redirectUri, people })
    const { issuer, clientId, clientSecret } = provider
    const entry = {
      kind: 'oidc',
      id: 'acme',
      label: 'Acme',
      issuer,
      clientId,
      clientSecret,
    }
    api = await startTestApi({
      EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8',
      SIGN_IN_PROVIDERS: JSON.stringify([entry]),
    })
    worker = await startWorker(api.services.config, { onStatement: recordStatement })
  })
  after(async () => {
    await worker.stop()
    await api.stop()
    await provider.stop()
  })

  /** A browser goes to the provider, where somebody signs in; gives where it is led back to. */
  const comeBackAs = (name: string, to?: string) => async (browser: TestBrowser) => {
    const url = await provider.signIn(await begin(browser, 'acme', to), name)
    return url.slice(ownOrigin.length)
  }

  it('is offered where people sign in, and where they see how they do', async () => {
    const { text } = await openTestBrowser(api.url).get('/~sign-in?to=/o/acme')
    assert.match(
      text,
      /<a\s+class="second"\s+href="http:\/\/lectern\.test\/~sign-in\/with\/acme\?to=%2Fo%2Facme"\s*>\s*Sign in with Acme\s*<\/a\s*>/,
    )
    const { accountId } = await newAccount(api)
    const browser = await signedInBrowser(api, accountId)
    const methods = await browser.get('/~sign-in/methods')
    assert.match(methods.text, /Connect with Acme/)
  })

  it('connects an account that is signed in freshly, once its owner agrees', async () => {
    const { accountId, email } = await newAccount(api)
    const browser = await signedInBrowser(api, accountId)
    const other = await signedInBrowser(api, accountId)
    const back = await comeBackAs('ann', '/~sign-in/methods')(browser)
    const waiting = pathIn(await bring(browser, back))
    const shown = await browser.get(waiting)
    assert.match(shown.text, /you are <strong>ann@acme\.example<\/strong>/)
    assert.ok(shown.text.includes(email))
    const rows = 'select provider, known_as from account_identity where account_id = $1'
    assert.deepEqual(await api.rows(rows, [accountId]), [])

    assert.equal(pathIn(await browser.post(waiting)), '/~sign-in/methods')
    assert.deepEqual(await api.rows(rows, [accountId]), [
      { provider: `oidc:${provider.issuer}`, known_as: 'ann@acme.example' },
    ])
    assert.match((await browser.get('/~sign-in/methods')).text, /Acme, ann@acme\.example/)
    const ended = await api.rows(
      'select count(*)::int as n from browser_session where account_id = $1',
      [accountId],
    )
    assert.deepEqual(ended, [{ n: 1 }], 'all other sessions have ended')
    assert.ok(isSignedIn(other))
    const [mail] = await mailsIn(api.mailFolder, 1)
    assert.equal(mail?.to, email)
    assert.equal((await browser.post(waiting)).status, 403, 'it was used up')
  })

  it('signs in whom it is connected with, and leads on to where they wanted to go', async () => {
    const { accountId } = await newAccount(api)
    await connect(api, accountId, comeBackAs('bob'))
    const browser = openTestBrowser(api.url)
    const back = await comeBackAs('bob', '/o/acme')(browser)
    assert.equal(pathIn(await bring(browser, back)), '/o/acme')
    const { body } = await browser.session(accountId).get('/user/session')
    assert.deepEqual(
      [body.way, body.isFresh, body.organization],
      ['oidc', false, undefined],
      'it need not say when somebody has proved who they are',
    )
    assert.equal((await browser.session(accountId).get('/user')).body.id, accountId)
    const { headers } = await browser.get('/~sign-in/with/acme?again=1')
    const again = await provider.signIn(headers['location'] ?? '', 'bob')
    await bring(browser, again.slice(ownOrigin.length))
    const anew = (await browser.session(accountId).get('/user/session')).body
    assert.equal(anew.isFresh, true, 'it says so where it is asked for a proof')
  })

  it('never takes an account by its address', async () => {
    const { accountId } = await newAccount(api)
    await api.rows('update account_email set email = $1 where account_id = $2', [
      'cleo@acme.example',
      accountId,
    ])
    await api.rows('update account set email = $1 where id = $2', [
      'cleo@acme.example',
      accountId,
    ])
    const texts = []
    for (const name of ['cleo', 'dan']) {
      const browser = openTestBrowser(api.url)
      const waiting = pathIn(await bring(browser, await comeBackAs(name)(browser)))
      for (const reply of [await browser.get(waiting), await browser.post(waiting)]) {
        assert.equal(reply.status, 200)
        texts.push(reply.text.replaceAll(name, 'N').replaceAll(/join[\w%-]+/g, 'join'))
      }
      assert.equal(isSignedIn(browser), false)
    }
    assert.equal(
      new Set(texts).size,
      1,
      'the page is the same with and without an account',
    )
    const joined = await api.rows(
      'select 1 from account_identity where account_id = $1',
      [accountId],
    )
    assert.deepEqual(joined, [])
  })

  it('connects an account by a mailed link in the same browser', async () => {
    const { accountId, email } = await newAccount(api)
    const browser = openTestBrowser(api.url)
    const waiting = pathIn(await bring(browser, await comeBackAs('eve')(browser)))
    const { text } = await browser.get(waiting)
    const [, query = ''] = /href="[^"]*\/~sign-in\?([^"]+)"/.exec(text) ?? []
    const to = new URLSearchParams(query.replaceAll('&amp;', '&')).get('to') ?? ''
    assert.equal(to, waiting)
    const former = (await mailsIn(api.mailFolder, 0)).length
    await browser.post('/~sign-in/mail', { email, to })
    const mails = await mailsIn(api.mailFolder, former + 1)
    const link = mails.at(-1)?.link
    assert.equal(link?.searchParams.get('to'), waiting)
    assert.equal(pathIn(await browser.post(link.pathname, { to })), waiting)
    assert.match((await browser.get(waiting)).text, /From now\s+on that signs in/)
    assert.equal((await browser.post(waiting)).status, 303)
    const owners = await api.rows(
      `select account_id from account_identity where known_as = 'eve@acme.example'`,
    )
    assert.deepEqual(owners, [{ account_id: accountId }])
  })

  it('connects no account whose sign-in is older than ten minutes, or of an organization', async () => {
    const { accountId } = await newAccount(api)
    const browser = await signedInBrowser(api, accountId)
    const waiting = pathIn(await bring(browser, await comeBackAs('fay')(browser)))
    for (const change of [
      `authenticated_at = now() - interval '11 minutes'`,
      `authenticated_at = now(), organization_id = '${api.organization}'`,
    ]) {
      await api.rows(`update browser_session set ${change} where account_id = $1`, [
        accountId,
      ])
      await new Promise((resolve) => {
        setTimeout(resolve, 600)
      })
      const reply = await browser.post(waiting)
      assert.equal(reply.status, 200)
      assert.match(reply.text, /Sign in to your account/)
    }
    const joined = await api.rows(
      'select 1 from account_identity where account_id = $1',
      [accountId],
    )
    assert.deepEqual(joined, [])
  })

  it('ends no other sign-in of the browser before the person agrees', async () => {
    const { accountId } = await newAccount(api)
    await connect(api, accountId, comeBackAs('gus'))
    const other = await newAccount(api)
    const browser = await signedInBrowser(api, other.accountId)
    const waiting = pathIn(await bring(browser, await comeBackAs('gus')(browser)))
    const asked = await browser.get(waiting)
    assert.ok(asked.text.includes(other.email))
    assert.equal(
      (await browser.session('').get('/user')).body.id,
      other.accountId,
      'asking changes nothing',
    )
    assert.equal((await browser.post(waiting)).status, 303)
    assert.equal((await browser.session('').get('/user')).body.id, accountId)
  })

  it('is a way in that is listed, removed and counted', async () => {
    const { accountId } = await newAccount(api)
    const browser = await connect(api, accountId, comeBackAs('hal'))
    const session = browser.session(accountId)
    const { body } = await session.get('/user/sign-in-methods')
    const found = body.items.find(({ type }: { type: string }) => type === 'provider')
    assert.deepEqual(
      [found.provider, found.knownAs, found.isRemovable],
      ['Acme', 'hal@acme.example', true],
    )
    assert.match(found.id, /^identity-[0-9a-f]{32}$/)
    const path = `/user/sign-in-methods/${found.id}`
    await api.rows(
      `update browser_session set authenticated_at = now() - interval '11 minutes'
       where account_id = $1`,
      [accountId],
    )
    assert.equal((await session.send('DELETE', path)).body.error.reason, 'sign_in_again')
    await api.rows(
      `update browser_session set authenticated_at = now() where account_id = $1`,
      [accountId],
    )
    const stranger = await newAccount(api)
    const foreign = (await signedInBrowser(api, stranger.accountId)).session('')
    assert.equal((await foreign.send('DELETE', path)).status, 204)
    assert.equal((await session.send('DELETE', path)).status, 204)
    const back = openTestBrowser(api.url)
    const waiting = pathIn(await bring(back, await comeBackAs('hal')(back)))
    assert.match(waiting, /\/join\//, 'the identity is of no account any more')
    assert.equal(isSignedIn(back), false)
  })

  it('keeps nothing of what is over', async () => {
    const counts = `select (select count(*) from provider_sign_in)::int as begun,
      (select count(*) from waiting_identity)::int as waiting`
    await begin(openTestBrowser(api.url), 'acme')
    const [{ begun, waiting }] = await api.rows(counts)
    assert.ok(begun > 0 && waiting > 0)
    await api.rows(`update provider_sign_in set expires_at = now() - interval '1 second'`)
    await api.rows(`update waiting_identity set expires_at = now() - interval '1 second'`)
    await sweepProviderSignIns.run({}, api.services)
    assert.deepEqual(await api.rows(counts), [{ begun: 0, waiting: 0 }])
  })
})

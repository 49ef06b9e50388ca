import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { insertIdentity } from '#/features/people/identities/public.ts'
import { signIn } from '#test/sessions/test-browser-session.ts'
import { openTestBrowser, type TestBrowser } from '#test/sessions/test-form-browser.ts'
import { startTestIssuer, type TestIssuer } from '#test/sso/test-issuer.ts'
import {
  begin,
  bring,
  connect,
  isSignedIn,
  newAccount,
  pathIn,
  signedInBrowser,
} from '#test/sso/test-provider-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const methods = '/user/sign-in-methods'

describe('an identity whose provider is set otherwise', () => {
  let api: TestApi
  let issuer: TestIssuer
  before(async () => {
    issuer = await startTestIssuer()
    const { clientId, clientSecret } = issuer
    // The host and a slash are spelt otherwise than the issuer spells itself.
    const spelt = `${issuer.issuer.replace('127.0.0.1', '127.1')}/`
    const entry = { kind: 'oidc', id: 'one', issuer: spelt, clientId, clientSecret }
    api = await startTestApi({
      EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8',
      SIGN_IN_PROVIDERS: JSON.stringify([entry]),
      SIGN_IN_LINK: 'off',
      SIGN_IN_PASSWORD: 'off',
      SIGN_IN_PASSKEY: 'off',
    })
  })
  after(async () => {
    await api.stop()
    await issuer.stop()
  })

  const comeBackAs = (sub: string) => async (browser: TestBrowser) => {
    issuer.says = (nonce) => ({ claims: issuer.claims(nonce, { sub }) })
    return issuer.answer(await begin(browser, 'one'))
  }

  const addFormer = async (accountId: string, subject: string) =>
    api.rows(
      `insert into account_identity (provider, subject, account_id, known_as)
       values ('oidc:https://former.example/realm', $1, $2, 'Ann of old')`,
      [subject, accountId],
    )

  it('is listed by the name that is set, however the issuer is spelt there', async () => {
    const { accountId } = await newAccount(api)
    await connect(api, accountId, comeBackAs('ann'))
    const { body } = await (await signIn(api, accountId)).get(methods)
    const [way, ...more] = body.items
    assert.deepEqual(
      [way.provider, way.isOff, way.isRemovable, more],
      ['one', undefined, false, []],
    )
  })

  it('is listed and removed where the provider is not set any more, and is no way in', async () => {
    const { accountId } = await newAccount(api)
    await connect(api, accountId, comeBackAs('bob'))
    await addFormer(accountId, 'former bob')
    const own = await signIn(api, accountId)
    const { body } = await own.get(methods)
    const said = body.items.map((way: Record<string, unknown>) => [
      way['provider'],
      way['knownAs'],
      way['isOff'],
      way['isRemovable'],
    ])
    assert.deepEqual(said, [
      ['one', 'bob', undefined, false],
      ['former.example', 'Ann of old', true, true],
    ])
    const browser = openTestBrowser(api.url)
    browser.take('__Host-lectern', own.secret)
    assert.match(
      (await browser.get('/~sign-in/methods')).text,
      /former\.example, Ann of old<\/h2>[^]*It is switched off here/,
    )
    const [last, former] = body.items
    const kept = await own.send('DELETE', `${methods}/${last.id}`)
    assert.equal(kept.body.error.reason, 'sign_in_method_needed')
    const gone = await own.send('DELETE', `${methods}/${former.id}`)
    assert.equal(gone.status, 204)
    const rows = 'select subject from account_identity where account_id = $1'
    assert.deepEqual(await api.rows(rows, [accountId]), [{ subject: 'bob' }])
  })

  it('signs nobody in that waits where another issuer is set under the same id', async () => {
    const { accountId } = await newAccount(api)
    await addFormer(accountId, 'former cleo')
    const other = await newAccount(api)
    for (const [subject, signedIn] of [
      ['former cleo', false],
      ['former nobody', false],
      ['former nobody', true],
    ] as const) {
      const browser = openTestBrowser(api.url)
      if (signedIn) {
        browser.take('__Host-lectern', (await signIn(api, other.accountId)).secret)
      }
      const back = await comeBackAs(`new ${subject} ${signedIn}`)(browser)
      const waiting = pathIn(await bring(browser, back))
      assert.equal((await browser.get(waiting)).status, 200)
      await api.rows(
        `update waiting_identity
         set provider = 'oidc:https://former.example/realm', subject = $1,
           proven_email = 'somebody@former.example'
         where subject = $2`,
        [subject, `new ${subject} ${signedIn}`],
      )
      assert.equal((await browser.get(waiting)).status, 403)
      assert.equal((await browser.post(waiting)).status, 403)
      assert.equal((await browser.post(waiting, { open: '1' })).status, 403)
      assert.equal(isSignedIn(browser), signedIn)
    }
    const rows = 'select account_id from account_identity where subject like $1'
    assert.deepEqual(await api.rows(rows, ['former %']), [{ account_id: accountId }])
  })
})

describe('an identity that comes to somebody else meanwhile', () => {
  it('is said not to be connected', async () => {
    const issuer = await startTestIssuer()
    const { clientId, clientSecret } = issuer
    const entry = {
      kind: 'oidc',
      id: 'one',
      issuer: issuer.issuer,
      clientId,
      clientSecret,
    }
    const api = await startTestApi({
      EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8',
      SIGN_IN_PROVIDERS: JSON.stringify([entry]),
    })
    try {
      const [mine, theirs] = [await newAccount(api), await newAccount(api)]
      const browser = await signedInBrowser(api, mine.accountId)
      const back = issuer.answer(await begin(browser, 'one'))
      const waiting = pathIn(await bring(browser, back))
      const provider = `oidc:${issuer.issuer}`
      const taking = { provider, subject: 'somebody', knownAs: 'x' }
      const posted = await api.services.db.transaction(async (tx) => {
        await tx.first(insertIdentity, { ...taking, accountId: theirs.accountId })
        const post = browser.post(waiting)
        // It has found nobody with the identity by then, and waits for this row.
        await sleep(1000)
        return { post }
      })
      const { status, text } = await posted.post
      assert.equal(status, 409)
      assert.match(text, /connected with another account just now/)
      const owners = await api.rows('select account_id from account_identity')
      assert.deepEqual(owners, [{ account_id: theirs.accountId }])
    } finally {
      await api.stop()
      await issuer.stop()
    }
  })
})

describe('a way in that is switched off', () => {
  it('is listed, is no last way in, and is removed by its owner', async () => {
    const off = await startTestApi({ SIGN_IN_PASSWORD: 'off', SIGN_IN_PASSKEY: 'off' })
    try {
      const { accountId } = await newAccount(off)
      const hash = await off.services.passwords.hash('plain words of no use')
      await off.rows(
        'insert into account_password (account_id, hash, changed_at) values ($1, $2, now())',
        [accountId, hash],
      )
      const own = await signIn(off, accountId)
      const said = async () =>
        (await own.get(methods)).body.items.map((way: Record<string, unknown>) => [
          way['id'],
          way['isOff'],
          way['isRemovable'],
        ])
      assert.deepEqual(await said(), [
        ['link', undefined, false],
        ['password', true, true],
      ])
      assert.equal((await own.send('DELETE', `${methods}/password`)).status, 204)
      const left = 'select 1 from account_password where account_id = $1'
      assert.deepEqual(await off.rows(left, [accountId]), [])
    } finally {
      await off.stop()
    }
  })
})

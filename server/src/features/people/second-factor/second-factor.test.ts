import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'

import { createAccount } from '#/features/people/users/public.ts'
import { type RunningWorker, startWorker } from '#/start/worker.ts'
import { mailsIn } from '#test/invites/test-mails.ts'
import { recordStatement } from '#test/recorded-statements.ts'
import { appCode } from '#test/sessions/test-app-codes.ts'
import {
  sessionAt,
  signIn,
  type TestSession,
} from '#test/sessions/test-browser-session.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const path = '/user/second-factor'
const codesPath = `${path}/recovery-codes`

describe('the second factor of an account', () => {
  let api: TestApi
  let worker: RunningWorker
  let people = 0
  let mails = 0
  before(async () => {
    api = await startTestApi({ SIGN_IN_LIMIT_MAILS: '5' })
    worker = await startWorker(api.services.config, { onStatement: recordStatement })
  })
  beforeEach(async () => {
    await api.rows('delete from mail_count')
  })
  after(async () => {
    await worker.stop()
    await api.stop()
  })

  async function session(): Promise<TestSession & { email: string }> {
    people += 1
    const email = `person${people}@factors.example`
    const accountId = await api.services.db.transaction(async (tx) =>
      createAccount(tx, { displayName: 'Ann', email, isVerified: true }),
    )
    return { ...(await signIn(api, accountId)), email }
  }

  async function lastMail(): Promise<{ to: string; subject: string; text: string }> {
    mails += 1
    const [mail] = (await mailsIn(api.mailFolder, mails)).slice(-1)
    assert.ok(mail)
    return mail
  }

  interface Set {
    readonly secret: string
    readonly codes: readonly string[]
    /** The session, which goes on with another secret. */
    readonly next: TestSession
  }

  async function set(browser: TestSession): Promise<Set> {
    const offered = await browser.send('POST', path)
    assert.equal(offered.status, 200)
    const { offer, secret } = offered.body
    const code = appCode(secret)
    const done = await browser.send('PUT', path, { offer, code })
    assert.equal(done.status, 200)
    await lastMail()
    return { secret, codes: done.body.codes, next: renewed(browser, done.headers) }
  }

  const renewed = (
    { id, accountId }: TestSession,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ) => {
    const [cookie = ''] = [headers['set-cookie'] ?? ''].flat()
    assert.match(cookie, /^__Host-lectern=lec_s_/)
    return sessionAt(api.url, { id, accountId, cookie })
  }

  const storedOf = async ({ accountId }: TestSession) =>
    api.rows('select sealed from second_factor where account_id = $1', [accountId])

  it('is offered, set with a code, told of by mail and removed', async () => {
    const browser = await session()
    assert.deepEqual((await browser.get(path)).body, {
      object: 'second-factor',
      isSet: false,
      recoveryCodesLeft: 0,
    })
    const offered = await browser.send('POST', path)
    assert.equal(offered.status, 200)
    const { offer, secret, appURL } = offered.body
    assert.equal(new URL(appURL).searchParams.get('secret'), secret)
    assert.deepEqual(await storedOf(browser), [])

    const done = await browser.send('PUT', path, { offer, code: appCode(secret) })
    assert.equal(done.status, 200)
    assert.equal(new Set(done.body.codes).size, 10)
    const mail = await lastMail()
    assert.equal(mail.to, browser.email)
    assert.match(mail.subject, /second factor of your account was set or changed/)
    assert.match(mail.text, /All other browsers were signed out/)
    const next = renewed(browser, done.headers)
    const listed = await next.get(path)
    assert.equal(listed.body.isSet, true)
    assert.equal(listed.body.recoveryCodesLeft, 10)

    const removed = await next.send('DELETE', path)
    assert.equal(removed.status, 204)
    assert.match((await lastMail()).subject, /second factor of your account was removed/)
    const last = renewed(browser, removed.headers)
    assert.equal((await last.get(path)).body.isSet, false)
    const codes = await api.rows('select 1 from recovery_code where account_id = $1', [
      browser.accountId,
    ])
    assert.deepEqual(codes, [])
    const again = await last.send('DELETE', path)
    assert.deepEqual([again.status, again.headers['set-cookie']], [204, undefined])
  })

  it('is stored sealed for its account, and recovery codes as hashes', async () => {
    const browser = await session()
    const { secret, codes } = await set(browser)
    const [{ sealed }] = await storedOf(browser)
    assert.doesNotMatch(sealed, new RegExp(secret))
    const opened = api.services.sealer.unseal(
      sealed,
      `second_factor/${browser.accountId}`,
    )
    assert.equal(opened.toString(), secret)
    const rows = await api.rows('select hash from recovery_code where account_id = $1', [
      browser.accountId,
    ])
    const hashes = codes.map((code) => hash('sha256', code.replaceAll('-', ''), 'hex'))
    const stored = rows.map((row) => String(row.hash))
    assert.deepEqual(new Set(stored), new Set(hashes))
  })

  it('ends all other sessions, links and sign-ins that wait, and gives this session another secret', async () => {
    const browser = await session()
    const { accountId } = browser
    await signIn(api, accountId)
    await api.rows(
      `insert into pending_sign_in (hash, account_id, way, expires_at)
       values ('waits ' || $1, $1, 'password', now() + interval '5 minutes')`,
      [accountId],
    )
    await set(browser)
    const open = await api.rows('select id from browser_session where account_id = $1', [
      accountId,
    ])
    assert.deepEqual(open, [{ id: browser.id }])
    const waiting = await api.rows(
      'select 1 from pending_sign_in where account_id = $1',
      [accountId],
    )
    assert.deepEqual(waiting, [])
  })

  it('is not set with a wrong code, nor with an offer that is altered, of others or too old', async () => {
    const browser = await session()
    const { offer, secret } = (await browser.send('POST', path)).body
    const other = await signIn(api, browser.accountId)
    const stranger = await session()
    const code = appCode(secret)
    const wrong = code === '000000' ? '000001' : '000000'
    for (const refused of [
      await browser.send('PUT', path, { offer, code: wrong }),
      await browser.send('PUT', path, { offer: `${offer}x`, code }),
      await browser.send('PUT', path, { offer: 'x', code }),
      await other.send('PUT', path, { offer, code }),
      await stranger.send('PUT', path, { offer, code }),
    ]) {
      assert.equal(refused.status, 409)
      assert.equal(refused.body.error.reason, 'second_factor_code_wrong')
    }
    const text = JSON.stringify({ secret, untilMs: Date.now() - 1 })
    const scope = `second_factor_offer/${browser.accountId}/${browser.id}`
    const over = api.services.sealer.seal(text, scope)
    assert.equal((await browser.send('PUT', path, { offer: over, code })).status, 409)
    assert.deepEqual(await storedOf(browser), [])
    assert.equal((await browser.send('PUT', path, { offer, code })).status, 200)
    await lastMail()
  })

  it('has recovery codes that are replaced as a whole', async () => {
    const browser = await session()
    const none = await browser.send('POST', codesPath)
    assert.equal(none.status, 404)
    assert.equal(none.body.error.reason, 'no_second_factor')
    const { codes, next } = await set(browser)
    const replaced = await next.send('POST', codesPath)
    assert.equal(replaced.status, 200)
    assert.match(
      (await lastMail()).subject,
      /recovery codes of your account were replaced/,
    )
    assert.equal(new Set([...codes, ...replaced.body.codes]).size, 20)
    const last = renewed(browser, replaced.headers)
    assert.equal((await last.get(path)).body.recoveryCodesLeft, 10)
  })

  it('stays when the password is set or removed', async () => {
    const browser = await session()
    const { next } = await set(browser)
    const password = 'plain words of no use'
    const changed = await next.send('PUT', '/user/password', { password })
    assert.equal(changed.status, 204)
    const later = renewed(browser, changed.headers)
    const gone = await later.send('DELETE', '/user/sign-in-methods/password')
    assert.equal(gone.status, 204)
    assert.equal((await storedOf(browser)).length, 1)
    await lastMail()
    await lastMail()
  })

  it('changes only in a session that was signed in within 10 minutes, and never with a token', async () => {
    const { next: browser } = await set(await session())
    const { offer } = (await browser.send('POST', path)).body
    await api.rows(
      `insert into second_factor (account_id, sealed, used_step)
       select $1, sealed, 0 from second_factor where account_id = $2`,
      [api.users.admin, browser.accountId],
    )
    await api.rows(
      `update browser_session set authenticated_at = now() - interval '11 minutes' where id = $1`,
      [browser.id],
    )
    const token = api.as('admin')
    const body = { offer, code: '123456' }
    for (const refused of [
      await browser.send('POST', path),
      await browser.send('PUT', path, body),
      await browser.send('DELETE', path),
      await browser.send('POST', codesPath),
      await token.post(path),
      await token.put(path, body),
      await token.delete(path),
      await token.post(codesPath),
    ]) {
      assert.equal(refused.status, 403)
      assert.equal(refused.body.error.reason, 'sign_in_again')
    }
    assert.equal((await token.get(path)).status, 200)
    const anonymous = api.anonymous()
    for (const refused of [
      await anonymous.get(path),
      await anonymous.post(path),
      await anonymous.put(path, body),
      await anonymous.delete(path),
      await anonymous.post(codesPath),
    ]) {
      assert.equal(refused.status, 401)
    }
  })

  it('cannot be changed in a session that an organization made', async () => {
    const { accountId } = await session()
    const organizationId = api.organization
    const bound = await signIn(api, accountId, { organizationId, way: 'saml' })
    for (const refused of [
      await bound.send('POST', path),
      await bound.send('PUT', path, { offer: 'x', code: '123456' }),
      await bound.send('DELETE', path),
      await bound.send('POST', codesPath),
    ]) {
      assert.equal(refused.status, 403)
    }
  })
})

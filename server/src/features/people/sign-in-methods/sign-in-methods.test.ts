import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'

import { createAccount } from '#/features/people/users/public.ts'
import { type RunningWorker, startWorker } from '#/start/worker.ts'
import { mailsIn } from '#test/invites/test-mails.ts'
import { recordStatement } from '#test/recorded-statements.ts'
import { signIn, type TestSession } from '#test/sessions/test-browser-session.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const password = 'plain words of no use'

describe('the ways to sign in of an account', () => {
  let api: TestApi
  let worker: RunningWorker
  let people = 0
  let mails = 0
  before(async () => {
    api = await startTestApi({ SIGN_IN_LIMIT_MAILS: '4' })
    worker = await startWorker(api.services.config, { onStatement: recordStatement })
  })
  beforeEach(async () => {
    await api.rows('delete from mail_count')
  })
  after(async () => {
    await worker.stop()
    await api.stop()
  })

  async function person(): Promise<{ accountId: string; email: string }> {
    people += 1
    const email = `person${people}@ways.example`
    const accountId = await api.services.db.transaction(async (tx) =>
      createAccount(tx, { displayName: 'Ann', email, isVerified: true }),
    )
    return { accountId, email }
  }

  async function session(): Promise<TestSession & { email: string }> {
    const { accountId, email } = await person()
    return { ...(await signIn(api, accountId)), email }
  }

  const age = async (minutes: number, { id }: TestSession) =>
    api.rows(
      `update browser_session set authenticated_at = now() - $1 * interval '1 minute' where id = $2`,
      [minutes, id],
    )

  async function lastMail(): Promise<{ to: string; subject: string; text: string }> {
    mails += 1
    const [mail] = (await mailsIn(api.mailFolder, mails)).slice(-1)
    assert.ok(mail)
    return mail
  }

  it('are listed, a password is set, changed and removed, and each change is mailed', async () => {
    const browser = await session()
    assert.deepEqual(await types(browser), ['link'])
    const set = await browser.send('PUT', '/user/password', { password })
    assert.equal(set.status, 204)
    const again = { cookie: renewed(browser, set.headers) }
    assert.equal((await lastMail()).to, browser.email)
    const listed = await browser.get('/user/sign-in-methods', again)
    assert.deepEqual(
      listed.body.items.map(({ id }: { id: string }) => id),
      ['link', 'password'],
    )
    const [{ hash: first }] = await storedOf(browser)
    assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)

    const changed = await browser.send(
      'PUT',
      '/user/password',
      { password: `${password}!` },
      again,
    )
    assert.equal(changed.status, 204)
    assert.match(
      (await lastMail()).subject,
      /password of your account was set or changed/,
    )
    const [{ hash: second }] = await storedOf(browser)
    assert.notEqual(second, first)

    const last = { cookie: renewed(browser, changed.headers) }
    const removed = await browser.send(
      'DELETE',
      '/user/sign-in-methods/password',
      undefined,
      last,
    )
    assert.equal(removed.status, 204)
    assert.match((await lastMail()).text, /was removed, on .* UTC\. All other browsers/)
    assert.deepEqual(await storedOf(browser), [])
  })

  const storedOf = async ({ accountId }: TestSession) =>
    api.rows('select hash from account_password where account_id = $1', [accountId])

  it('end all other sessions and links when they change, and give this one another secret', async () => {
    const browser = await session()
    const { accountId } = browser
    const other = await signIn(api, accountId)
    await api.rows(
      `insert into sign_in_link (secret_hash, account_id, expires_at)
       values ('unused ' || $1, $1, now() + interval '5 minutes')`,
      [accountId],
    )
    await api.rows(
      `insert into welcome_link (secret_hash, email, account_id, expires_at)
       values ('unused ' || $1, $2, $1, now() + interval '7 days')`,
      [accountId, browser.email],
    )
    const set = await browser.send('PUT', '/user/password', { password })
    const cookie = renewed(browser, set.headers)
    const open = await api.rows('select id from browser_session where account_id = $1', [
      accountId,
    ])
    assert.deepEqual(open, [{ id: browser.id }])
    const links = await api.rows('select 1 from sign_in_link where account_id = $1', [
      accountId,
    ])
    assert.deepEqual(links, [])
    const offers = await api.rows('select 1 from welcome_link where account_id = $1', [
      accountId,
    ])
    assert.deepEqual(offers, [])
    await new Promise((resolve) => {
      setTimeout(resolve, 600)
    })
    assert.equal((await other.get('/user')).status, 401)
    assert.equal((await browser.get('/user')).status, 401)
    assert.equal((await browser.get('/user', { cookie })).status, 200)
    await lastMail()
  })

  it('change only in a session that was signed in within 10 minutes, and never with a token', async () => {
    const browser = await session()
    await age(11, browser)
    for (const refused of [
      await browser.send('PUT', '/user/password', { password }),
      await browser.send('DELETE', '/user/sign-in-methods/link'),
    ]) {
      assert.equal(refused.status, 403)
      assert.equal(refused.body.error.reason, 'sign_in_again')
    }
    const token = api.as('admin')
    for (const refused of [
      await token.put('/user/password', { password }),
      await token.delete('/user/sign-in-methods/link'),
    ]) {
      assert.equal(refused.status, 403)
      assert.equal(refused.body.error.reason, 'sign_in_again')
    }
    assert.equal((await token.get('/user/sign-in-methods')).status, 200)
    for (const refused of [
      await api.anonymous().get('/user/sign-in-methods'),
      await api.anonymous().put('/user/password', { password }),
      await api.anonymous().delete('/user/sign-in-methods/password'),
    ]) {
      assert.equal(refused.status, 401)
    }
    assert.deepEqual(await storedOf(browser), [])
  })

  it('cannot be changed in a session that an organization made', async () => {
    const { accountId } = await person()
    const organizationId = api.organization
    const bound = await signIn(api, accountId, { organizationId, way: 'saml' })
    for (const refused of [
      await bound.send('PUT', '/user/password', { password }),
      await bound.send('DELETE', '/user/sign-in-methods/password'),
    ]) {
      assert.equal(refused.status, 403)
    }
    assert.deepEqual(await storedOf(bound), [])
  })

  it('keep what everybody has, and take what is gone for removed', async () => {
    const browser = await session()
    const link = await browser.send('DELETE', '/user/sign-in-methods/link')
    assert.equal(link.status, 409)
    assert.equal(link.body.error.reason, 'sign_in_method_needed')
    for (const id of ['password', 'unknown']) {
      const gone = await browser.send('DELETE', `/user/sign-in-methods/${id}`)
      assert.deepEqual([gone.status, gone.headers['set-cookie']], [204, undefined])
    }
  })

  it('are never without a last one', async () => {
    const off = await startTestApi({ SIGN_IN_LINK: 'off' })
    try {
      const browser = await signIn(off, off.users.read)
      const set = await browser.send('PUT', '/user/password', { password })
      const again = { cookie: renewed(browser, set.headers) }
      const listed = await browser.get('/user/sign-in-methods', again)
      assert.deepEqual(listed.body.items[0].isRemovable, false)
      const removed = await browser.send(
        'DELETE',
        '/user/sign-in-methods/password',
        undefined,
        again,
      )
      assert.equal(removed.status, 409)
      assert.equal(removed.body.error.reason, 'sign_in_method_needed')
    } finally {
      await off.stop()
    }
  })

  it('refuse passwords that are short, long, common or no text, and quote none', async () => {
    const browser = await session()
    const refused = [
      'short words',
      '🦉'.repeat(11),
      'x'.repeat(201),
      'Password1234',
      'abcabcabcabc',
      'lkjhgfdsapoi',
      '123456789012',
      'zyxwvutsrqpo',
    ]
    for (const given of refused) {
      const { status, body } = await browser.send('PUT', '/user/password', {
        password: given,
      })
      assert.equal(status, 400, given)
      assert.doesNotMatch(body.error.message, new RegExp(given.slice(0, 6)))
    }
    assert.deepEqual(await storedOf(browser), [])
  })

  it('change only so often in a day', async () => {
    const browser = await session()
    let headers = {}
    for (let turn = 0; turn < 4; turn += 1) {
      const set = await browser.send(
        'PUT',
        '/user/password',
        { password: `${password} ${turn}` },
        headers,
      )
      assert.equal(set.status, 204)
      headers = { cookie: renewed(browser, set.headers) }
      await lastMail()
    }
    const [kept] = await storedOf(browser)
    const more = await browser.send('PUT', '/user/password', { password }, headers)
    assert.equal(more.status, 429)
    assert.equal(more.body.error.reason, 'mail_limit_reached')
    assert.deepEqual(await storedOf(browser), [kept])
  })

  it('keep no digest of a password beside its hash', async () => {
    const browser = await session()
    const key = crypto.randomUUID()
    const set = await browser.send(
      'PUT',
      '/user/password',
      { password },
      { 'idempotency-key': key },
    )
    assert.equal(set.status, 204)
    const [{ fingerprint }] = await api.rows(
      'select fingerprint from idempotency_record where principal_id = $1',
      [browser.accountId],
    )
    const body = digest(JSON.stringify({ password }))
    assert.notEqual(fingerprint, digest(`PUT\n/v1/user/password\n${body}`))
    await lastMail()
  })
})

async function types(browser: TestSession): Promise<string[]> {
  const { status, body } = await browser.get('/user/sign-in-methods')
  assert.equal(status, 200)
  return body.items.map(({ type, isRemovable }: { type: string; isRemovable: boolean }) =>
    isRemovable ? `${type}, removable` : type,
  )
}

/** The session as it goes on after a change gave it another secret. */
function renewed(
  browser: TestSession,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string {
  const [cookie = ''] = [headers['set-cookie'] ?? ''].flat()
  assert.match(cookie, /^__Host-lectern=lec_s_/)
  assert.notEqual(cookie.split(';', 1).join(''), browser.cookie)
  return cookie.split(';', 1).join('')
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url')
}

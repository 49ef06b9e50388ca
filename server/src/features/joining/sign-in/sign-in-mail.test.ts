import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { createAccount } from '#/features/people/users/public.ts'
import { type RunningWorker, startWorker } from '#/start/worker.ts'
import { mailsIn } from '#test/invites/test-mails.ts'
import { recordStatement } from '#test/recorded-statements.ts'
import { openTestBrowser, type TestBrowser } from '#test/sessions/test-form-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const limits = {
  TRUST_PROXY: 'on',
  SIGN_IN_LIMIT_ADDRESS: '6',
  SIGN_IN_LIMIT_ACCOUNT: '4',
  SIGN_IN_LIMIT_MAILS: '5',
}

const ask = async (browser: TestBrowser, email: string, to = '') =>
  browser.post('/~sign-in/mail', { email, to })

describe('a link to sign in that is mailed', () => {
  let api: TestApi
  let worker: RunningWorker
  let people = 0
  let seen = 0
  before(async () => {
    api = await startTestApi(limits)
    worker = await startWorker(api.services.config, { onStatement: recordStatement })
  })
  beforeEach(async () => {
    await api.rows('delete from sign_in_attempt')
    await api.rows('delete from mail_count')
  })
  after(async () => {
    await worker.stop()
    await api.stop()
  })

  async function person(): Promise<{ email: string; accountId: string }> {
    people += 1
    const email = `person${people}@mail.example`
    const accountId = await api.services.db.transaction(async (tx) =>
      createAccount(tx, { displayName: 'Ann', email, isVerified: true }),
    )
    return { email, accountId }
  }

  /** The next mail, by the path of its link. */
  async function mailed(): Promise<{ path: string; to: string }> {
    seen += 1
    const mails = await mailsIn(api.mailFolder, seen)
    assert.equal(mails.length, seen)
    const [mail] = mails.slice(-1)
    assert.ok(mail)
    return { path: `${mail.link.pathname}${mail.link.search}`, to: mail.to }
  }

  /** Waits until no mail is under way. */
  async function quiet(): Promise<void> {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const open = await api.rows(
        `select 1 from pgboss.job where name = 'sign-in.send-mail' and state <> 'completed'`,
      )
      if (open.length === 0) break
      await new Promise((resolve) => {
        setTimeout(resolve, 50)
      })
    }
    assert.equal((await mailsIn(api.mailFolder, seen)).length, seen)
  }

  it('signs in the browser that asked, once, and leads on to where it wanted to go', async () => {
    const { email, accountId } = await person()
    const browser = openTestBrowser(api.url)
    const asked = await ask(browser, ` ${email.toUpperCase()} `, '/o/acme')
    assert.equal(asked.status, 200)
    assert.match(asked.text, /Look into your mail/)
    const { path, to } = await mailed()
    assert.equal(to, email)
    const shown = await browser.get(path)
    assert.equal(shown.status, 200)
    assert.match(shown.text, /<strong>Ann<\/strong>/)
    const done = await browser.post(path.split('?', 1).join(''), { to: '/o/acme' })
    assert.deepEqual(
      [done.status, done.headers['location']],
      [303, 'http://lectern.test/o/acme'],
    )
    assert.equal((await browser.session(accountId).get('/user')).body.id, accountId)
    assert.equal((await browser.post(path)).status, 404)
  })

  it('works in no other browser, and goes on working in its own', async () => {
    const { email } = await person()
    const browser = openTestBrowser(api.url)
    await ask(browser, email)
    const { path } = await mailed()
    const other = openTestBrowser(api.url)
    await ask(other, 'nobody@mail.example')
    for (const stranger of [openTestBrowser(api.url), other]) {
      assert.equal((await stranger.get(path)).status, 404)
      assert.equal((await stranger.post(path)).status, 404)
      assert.equal(stranger.cookies().includes('__Host-lectern='), false)
    }
    assert.equal((await browser.post(path)).status, 303)
  })

  it('is asked for with one answer and one trace, whether the address has an account or not', async () => {
    const { email } = await person()
    const answers = []
    for (const typed of [email, 'unknown@mail.example']) {
      const { status, text, headers } = await ask(openTestBrowser(api.url), typed)
      const names = Object.keys(headers).toSorted()
      answers.push({ status, text, names, length: headers['content-length'] })
    }
    assert.deepEqual(answers[0], answers[1])
    const kept = await api.rows(
      `select count(*)::int as rows from sign_in_mail where email in ($1, $2)`,
      [email, 'unknown@mail.example'],
    )
    assert.deepEqual(kept, [{ rows: 2 }])
    await mailed()
    await quiet()
  })

  it('is not mailed for text that is no address', async () => {
    const browser = openTestBrowser(api.url)
    for (const typed of [
      '',
      'ann',
      'ann@',
      'a b@c.example',
      `${'a'.repeat(300)}@b.example`,
    ]) {
      const { status, text } = await ask(browser, typed)
      assert.equal(status, 400, typed)
      assert.match(text, /role="alert">Type the whole address/)
      assert.doesNotMatch(text, /value="[^"]/)
    }
  })

  it('is bounded for one account, over all network addresses, without anybody being told', async () => {
    const { email } = await person()
    for (let from = 1; from <= 12; from += 1) {
      const { status } = await ask(openTestBrowser(api.url, `192.0.2.${from}`), email)
      assert.equal(status, 200)
    }
    await quietAfter(4)
  })

  async function quietAfter(mails: number): Promise<void> {
    seen += mails
    await mailsIn(api.mailFolder, seen)
    await quiet()
  }

  it('is bounded for one mailbox, whatever tags its address is typed with', async () => {
    const { email } = await person()
    const tagged = Array.from({ length: 6 }, (_, tag) => email.replace('@', `+${tag}@`))
    await api.services.db.transaction(async (tx) => {
      for (const each of tagged) {
        await createAccount(tx, { displayName: 'Ann', email: each, isVerified: true })
      }
    })
    for (const [from, each] of [...tagged, email].entries()) {
      await ask(openTestBrowser(api.url, `192.0.2.${from}`), each)
    }
    await quietAfter(4)
  })

  it('is bounded for one network address, over all accounts, and a network of IPv6 is one', async () => {
    const statuses = []
    for (let host = 1; host <= 8; host += 1) {
      const browser = openTestBrowser(api.url, `2001:db8::${host}`)
      statuses.push((await ask(browser, `nobody${host}@mail.example`)).status)
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 429, 429])
    const other = openTestBrowser(api.url, '192.0.2.99')
    assert.equal((await ask(other, 'nobody@mail.example')).status, 200)
  })

  it('reaches a browser that the account was signed in with, however many others ask', async () => {
    const { email } = await person()
    const known = openTestBrowser(api.url, '192.0.2.1')
    await ask(known, email)
    assert.equal((await known.post((await mailed()).path)).status, 303)
    for (let from = 2; from <= 14; from += 1) {
      await ask(openTestBrowser(api.url, `192.0.2.${from}`), email)
    }
    await quietAfter(3)
    await ask(known, email)
    const { path } = await mailed()
    assert.equal((await known.post(path)).status, 303)
  })

  it('is not mailed where the way is switched off', async () => {
    const off = await startTestApi({
      SIGN_IN_LINK: 'off',
      SIGN_IN_PASSWORD: 'off',
      SIGN_IN_PASSKEY: 'off',
    })
    try {
      const browser = openTestBrowser(off.url)
      assert.doesNotMatch((await browser.get('/~sign-in')).text, /<form/)
      const { status } = await ask(browser, 'ann@mail.example')
      assert.equal(status, 404)
    } finally {
      await off.stop()
    }
  })
})

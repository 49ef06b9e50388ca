import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { createAccount } from '#/features/people/users/public.ts'
import { appCode, beginOfStep } from '#test/sessions/test-app-codes.ts'
import { openTestBrowser, type TestBrowser } from '#test/sessions/test-form-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { sweepSignInLinks } from './sign-in-jobs.ts'
import { createSignInLink } from './sign-in-links.ts'

const password = 'plain words of no use'
const passwordPath = '/~sign-in/password'
const codePath = '/~sign-in/code'
const factorPath = '/~sign-in/methods/second-factor'

interface Person {
  readonly email: string
  readonly accountId: string
  readonly secret: string
  readonly codes: readonly string[]
}

describe('signing in with a second factor', () => {
  let api: TestApi
  let stored: string
  let people = 0
  before(async () => {
    api = await startTestApi({
      TRUST_PROXY: 'on',
      SIGN_IN_LIMIT_ADDRESS: '30',
      SIGN_IN_LIMIT_ACCOUNT: '4',
    })
    stored = await api.services.passwords.hash(password)
  })
  beforeEach(async () => {
    await api.rows('delete from sign_in_attempt')
    await api.rows('delete from mail_count')
    await beginOfStep()
  })
  after(async () => api.stop())

  const at = (address: string) => openTestBrowser(api.url, address)

  async function account(): Promise<{ email: string; accountId: string }> {
    people += 1
    const email = `person${people}@factor.example`
    const accountId = await api.services.db.transaction(async (tx) =>
      createAccount(tx, { displayName: 'Ann', email, isVerified: true }),
    )
    await api.rows('insert into account_password (account_id, hash) values ($1, $2)', [
      accountId,
      stored,
    ])
    return { email, accountId }
  }

  /** Somebody who has set a second factor in a browser, on the pages. */
  async function person(browser = at('192.0.2.250')): Promise<Person> {
    const { email, accountId } = await account()
    await browser.post(passwordPath, { email, password })
    const { text } = await browser.post(`${factorPath}/offer`)
    const secret = field(text, 'secret').replaceAll(' ', '')
    const offer = field(text, 'offer')
    const code = appCode(secret)
    const set = await browser.post(factorPath, { offer, code })
    assert.equal(set.status, 200)
    // The code that set it is used up; tests need not wait for the next one.
    await freeCodes(accountId)
    return { email, accountId, secret, codes: codesOf(set.text) }
  }

  const freeCodes = async (accountId: string) =>
    api.rows('update second_factor set used_step = 0 where account_id = $1', [accountId])

  it('asks for a code after the right password, and leads on with a session of that way', async () => {
    const ann = await person()
    const browser = at('192.0.2.1')
    const asked = await browser.post(passwordPath, {
      email: ann.email,
      password,
      to: '/o/a?b=c',
    })
    assert.equal(asked.status, 303)
    assert.equal(
      asked.headers['location'],
      `http://lectern.test${codePath}?to=%2Fo%2Fa%3Fb%3Dc`,
    )
    assert.match(browser.cookies(), /^__Host-lectern-pending=[\w-]{43}$/)
    assert.equal(await isSignedIn(browser, ann), false)

    const page = await browser.get(`${codePath}?to=%2Fo%2Fa%3Fb%3Dc`)
    assert.equal(page.status, 200)
    assert.doesNotMatch(page.text, new RegExp(ann.email))
    const to = field(page.text, 'to')
    assert.equal(to, '/o/a?b=c')
    const done = await browser.post(codePath, { code: appCode(ann.secret), to })
    assert.deepEqual(
      [done.status, done.headers['location']],
      [303, 'http://lectern.test/o/a?b=c'],
    )
    const session = browser.session(ann.accountId)
    assert.equal((await session.get('/user/session')).body.way, 'password')
    assert.doesNotMatch(browser.cookies(), /-pending/)
    assert.equal((await browser.get(codePath)).status, 303)
  })

  it('takes a code once, of two browsers that send it at the same time too', async () => {
    const ann = await person()
    const browsers = [at('192.0.2.1'), at('192.0.2.2'), at('192.0.2.3')]
    for (const browser of browsers) {
      await browser.post(passwordPath, { email: ann.email, password })
    }
    const code = appCode(ann.secret)
    const replies = await Promise.all(
      browsers.slice(0, 2).map(async (browser) => browser.post(codePath, { code })),
    )
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([303, 403]))
    const [, , last] = browsers
    assert.ok(last)
    const again = await last.post(codePath, { code })
    assert.equal(again.status, 403)
    assert.match(
      again.text,
      /role="alert">This code is wrong, too old, or was used before/,
    )
    await api.rows('delete from sign_in_attempt')
    // Nor one from before the one that was taken.
    assert.equal(
      (await last.post(codePath, { code: appCode(ann.secret, -1) })).status,
      403,
    )
    assert.equal(
      (await last.post(codePath, { code: appCode(ann.secret, 1) })).status,
      303,
    )
  })

  it('does not take the code that the second factor was set with', async () => {
    const owner = at('192.0.2.250')
    const { email, accountId } = await account()
    await owner.post(passwordPath, { email, password })
    const { text } = await owner.post(`${factorPath}/offer`)
    const code = appCode(field(text, 'secret').replaceAll(' ', ''))
    await owner.post(factorPath, { offer: field(text, 'offer'), code })
    const browser = at('192.0.2.1')
    await browser.post(passwordPath, { email, password })
    assert.equal((await browser.post(codePath, { code })).status, 403)
    assert.equal((await browser.session(accountId).get('/user')).status, 401)
  })

  it('takes each recovery code once, however it is typed, and tells of it by mail', async () => {
    const ann = await person()
    const [first = '', second = ''] = ann.codes
    const browser = at('192.0.2.1')
    await browser.post(passwordPath, { email: ann.email, password })
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')}`
    assert.equal((await browser.post(codePath, { code: typed })).status, 303)
    assert.equal(await isSignedIn(browser, ann), true)
    const other = at('192.0.2.2')
    await other.post(passwordPath, { email: ann.email, password })
    assert.equal((await other.post(codePath, { code: first })).status, 403)
    assert.equal((await other.post(codePath, { code: second })).status, 303)
    const page = await other.get('/~sign-in/methods')
    assert.match(page.text, /Recovery codes left: 8\./)
    const jobs = await noticesTo(ann)
    assert.equal(jobs.filter((notice) => notice === 'recovery-code-used').length, 2)
  })

  const noticesTo = async ({ accountId }: Person): Promise<string[]> => {
    const rows = await api.rows(
      `select data from pgboss.job where name = 'sign-in-methods.send-notice'
         and data::text like '%' || $1 || '%'`,
      [accountId],
    )
    return rows.map(
      ({ data }) => JSON.stringify(data).match(/"notice":"([\w-]+)"/)?.[1] ?? '',
    )
  }

  it('asks after a mailed link too, but not after one of the operator', async () => {
    const ann = await person()
    const { db } = api.services
    const browser = at('192.0.2.1')
    await browser.post('/~sign-in/mail', { email: ann.email })
    const [{ flow_hash: flowHash }] = await api.rows(
      'select flow_hash from sign_in_mail where email = $1',
      [ann.email],
    )
    const { accountId } = ann
    const mailed = await db.transaction(async (tx) =>
      createSignInLink(tx, { accountId, flowHash }),
    )
    const opened = await browser.post(mailed)
    assert.equal(opened.headers['location'], `http://lectern.test${codePath}`)
    assert.equal(await isSignedIn(browser, ann), false)
    assert.equal((await browser.post(mailed)).status, 404)
    assert.equal(
      (await browser.post(codePath, { code: appCode(ann.secret) })).status,
      303,
    )
    const session = browser.session(accountId)
    assert.equal((await session.get('/user/session')).body.way, 'link')

    const link = await db.transaction(async (tx) => createSignInLink(tx, { accountId }))
    const other = at('192.0.2.2')
    assert.equal(
      (await other.post(link)).headers['location'],
      'http://lectern.test/~sign-in',
    )
    assert.equal(await isSignedIn(other, ann), true)
    assert.equal((await other.post(`${factorPath}/remove`)).status, 303)
    const plain = at('192.0.2.3')
    await plain.post(passwordPath, { email: ann.email, password })
    assert.equal(await isSignedIn(plain, ann), true)
  })

  it('answers a wrong password alike whether an account has a second factor or not', async () => {
    const ann = await person()
    const plain = await account()
    const answers = []
    for (const email of [ann.email, plain.email, 'nobody@factor.example']) {
      const browser = at('192.0.2.1')
      const { status, text, headers } = await browser.post(passwordPath, {
        email,
        password: 'wrong',
      })
      assert.equal(browser.cookies(), '')
      answers.push({ status, text, names: Object.keys(headers).toSorted() })
      assert.equal((await browser.get(codePath)).status, 303)
      assert.equal((await browser.post(codePath, { code: '123456' })).status, 303)
    }
    for (const answer of answers) assert.deepEqual(answer, answers[0])
  })

  it('bounds the codes for one account over all addresses, and tells its owner', async () => {
    const ann = await person()
    const statuses = []
    for (let from = 1; from <= 6; from += 1) {
      await api.rows(`delete from sign_in_attempt where subject like 'password-%'`)
      const browser = at(`192.0.2.${from}`)
      await browser.post(passwordPath, { email: ann.email, password })
      const code = from > 4 ? appCode(ann.secret) : '000000'
      statuses.push((await browser.post(codePath, { code })).status)
      assert.equal(await isSignedIn(browser, ann), false)
    }
    assert.deepEqual(statuses, [403, 403, 403, 403, 429, 429])
    const jobs = await noticesTo(ann)
    assert.equal(jobs.filter((notice) => notice === 'codes-guessed').length, 1)
  })

  it('goes on in a browser that signed in before, however many codes others guess', async () => {
    const known = at('192.0.2.1')
    const ann = await person(known)
    await known.post('/~sign-in/out')
    const stranger = at('192.0.2.2')
    await stranger.post(passwordPath, { email: ann.email, password })
    for (let guess = 0; guess < 5; guess += 1) {
      await stranger.post(codePath, { code: '000000' })
    }
    await known.post(passwordPath, { email: ann.email, password })
    assert.equal((await known.post(codePath, { code: appCode(ann.secret) })).status, 303)
    assert.equal(await isSignedIn(known, ann), true)
  })

  it('bounds the codes from one network address', async () => {
    const ann = await person()
    const browser = at('192.0.2.9')
    await browser.post(passwordPath, { email: ann.email, password })
    await api.rows('update sign_in_attempt set attempts = 30')
    const { status, headers } = await browser.post(codePath, {
      code: appCode(ann.secret),
    })
    assert.deepEqual([status, headers['retry-after']], [429, '900'])
  })

  it('ends a sign-in that waits with its time, with a change of the ways in and in other browsers', async () => {
    const owner = at('192.0.2.250')
    const ann = await person(owner)
    const waiting = async () => {
      const browser = at('192.0.2.1')
      await api.rows('delete from sign_in_attempt')
      await browser.post(passwordPath, { email: ann.email, password })
      return browser
    }
    const isOver = async (browser: TestBrowser) => {
      const code = appCode(ann.secret)
      const { headers } = await browser.post(codePath, { code })
      assert.equal(headers['location'], 'http://lectern.test/~sign-in')
      assert.equal(await isSignedIn(browser, ann), false)
    }
    const late = await waiting()
    await api.rows(
      `update pending_sign_in set expires_at = now() - interval '1 second' where account_id = $1`,
      [ann.accountId],
    )
    await isOver(late)
    await sweepSignInLinks.run({}, api.services)
    assert.deepEqual(
      await api.rows('select 1 from pending_sign_in where account_id = $1', [
        ann.accountId,
      ]),
      [],
    )
    const changed = await waiting()
    assert.equal(
      (await owner.post('/~sign-in/methods/password', { password: `${password}!` }))
        .status,
      303,
    )
    await isOver(changed)
    const elsewhere = at('192.0.2.2')
    elsewhere.take('__Host-lectern-pending', 'x'.repeat(43))
    await isOver(elsewhere)
  })

  it('is set, changed and removed on the page, in a session that is fresh and by our own forms', async () => {
    const { email, accountId } = await account()
    const browser = at('192.0.2.1')
    await browser.post(passwordPath, { email, password })
    assert.match((await browser.get('/~sign-in/methods')).text, /Set a second factor/)
    const { text } = await browser.post(`${factorPath}/offer`)
    assert.match(text, /<svg[^>]*role="img"[^>]*aria-label="QR code/)
    const offer = field(text, 'offer')
    const secret = field(text, 'secret').replaceAll(' ', '')
    const wrong = await browser.post(factorPath, { offer, code: '12345' })
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /role="alert">This is not the code/)
    assert.equal(field(wrong.text, 'offer'), offer)
    const over = await browser.post(factorPath, { offer: 'x', code: appCode(secret) })
    assert.equal(over.status, 400)
    assert.match(over.text, /How you sign in/)

    const former = browser.cookies()
    const forged = { 'sec-fetch-site': 'cross-site' }
    const code = appCode(secret)
    assert.equal((await browser.post(factorPath, { offer, code }, forged)).status, 403)
    const set = await browser.post(factorPath, { offer, code })
    assert.equal(codesOf(set.text).length, 10)
    assert.notEqual(browser.cookies(), former)
    assert.match(
      (await browser.get('/~sign-in/methods')).text,
      /Recovery codes left: 10\./,
    )
    const renewed = await browser.post(`${factorPath}/codes`)
    assert.equal(new Set([...codesOf(renewed.text), ...codesOf(set.text)]).size, 20)

    await api.rows(
      `update browser_session set authenticated_at = now() - interval '11 minutes' where account_id = $1`,
      [accountId],
    )
    const stale = await browser.get('/~sign-in/methods')
    assert.match(stale.text, /asked for a code of your app[^]*sign in again/)
    assert.doesNotMatch(stale.text, /<form/)
    assert.equal((await browser.post(`${factorPath}/remove`)).status, 303)
    const kept = await api.rows('select 1 from second_factor where account_id = $1', [
      accountId,
    ])
    assert.equal(kept.length, 1)
  })
})

async function isSignedIn(browser: TestBrowser, { accountId }: Person): Promise<boolean> {
  return (await browser.session(accountId).get('/user')).status === 200
}

/** The value of a field of a page. */
function field(text: string, name: string): string {
  const tag = new RegExp(`<input[^>]*(?:name|id)="${name}"[^>]*>`).exec(text)?.[0] ?? ''
  const value = /value="([^"]*)"/.exec(tag)?.[1]
  assert.ok(value, `no ${name}`)
  return value.replaceAll('&amp;', '&')
}

function codesOf(text: string): string[] {
  return text.match(/\b[2-9a-z]{4}(?:-[2-9a-z]{4}){3}\b/g) ?? []
}

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { createAccount } from '#/features/people/users/public.ts'
import { openTestBrowser, type TestBrowser } from '#test/sessions/test-form-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { sweepSignInAttempts } from './sign-in-jobs.ts'

const password = 'plain words of no use'
const path = '/~sign-in/password'

describe('signing in with a password', () => {
  let api: TestApi
  let stored: string
  let people = 0
  before(async () => {
    api = await startTestApi({
      TRUST_PROXY: 'on',
      SIGN_IN_LIMIT_ADDRESS: '12',
      SIGN_IN_LIMIT_ACCOUNT: '4',
    })
    stored = await api.services.passwords.hash(password)
  })
  beforeEach(async () => {
    await api.rows('delete from sign_in_attempt')
  })
  after(async () => api.stop())

  async function person(has = true): Promise<{ email: string; accountId: string }> {
    people += 1
    const email = `person${people}@password.example`
    const accountId = await api.services.db.transaction(async (tx) =>
      createAccount(tx, { displayName: 'Ann', email, isVerified: true }),
    )
    if (has) {
      await api.rows('insert into account_password (account_id, hash) values ($1, $2)', [
        accountId,
        stored,
      ])
    }
    return { email, accountId }
  }

  const at = (address: string) => openTestBrowser(api.url, address)

  it('leads on with a session of that way', async () => {
    const { email, accountId } = await person()
    const browser = at('192.0.2.1')
    const { status, headers } = await browser.post(path, { email, password, to: '/o/a' })
    assert.deepEqual([status, headers['location']], [303, 'http://lectern.test/o/a'])
    const session = browser.session(accountId)
    assert.equal((await session.get('/user')).body.id, accountId)
    assert.equal((await session.get('/user/session')).body.way, 'password')
  })

  it('takes the same letters however a keyboard spells them', async () => {
    const { email, accountId } = await person()
    const spelled = await api.services.passwords.hash('größe über alles'.normalize('NFC'))
    await api.rows('update account_password set hash = $2 where account_id = $1', [
      accountId,
      spelled,
    ])
    const typed = 'größe über alles'.normalize('NFD')
    const { status } = await at('192.0.2.1').post(path, { email, password: typed })
    assert.equal(status, 303)
  })

  it('answers alike for a wrong password, an account without one and an unknown address', async () => {
    const [own, without] = [await person(), await person(false)]
    const guesses = [
      [own.email, `${password}.`],
      [own.email, ''],
      [without.email, password],
      ['nobody@password.example', password],
      ['no address', password],
      ['', ''],
    ]
    const answers = []
    for (const [email = '', guess = ''] of guesses) {
      const browser = at('192.0.2.1')
      const { status, text, headers } = await browser.post(path, {
        email,
        password: guess,
      })
      assert.equal(browser.cookies(), '')
      answers.push({ status, text, names: Object.keys(headers).toSorted() })
    }
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    assert.equal(answers[0]?.status, 403)
    assert.match(answers[0]?.text ?? '', /do not belong together/)
  })

  it('takes as long for an unknown address: it hashes once whoever is meant', async () => {
    const { email } = await person()
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let turn = 0; turn < 4; turn += 1) {
      for (const [kind, address] of [
        ['known', email],
        ['unknown', `nobody${turn}@password.example`],
      ] as const) {
        const begun = performance.now()
        await at(`192.0.2.${turn + 1}`).post(path, { email: address, password: 'wrong' })
        times[kind].push(performance.now() - begun)
      }
    }
    const least = Math.min(...times.unknown) / Math.min(...times.known)
    assert.ok(least > 0.4, String(least))
  })

  it('bounds the guesses at one account over all network addresses, also with the right one', async () => {
    const { email, accountId } = await person()
    const statuses = []
    for (let from = 1; from <= 6; from += 1) {
      const guess = from > 4 ? password : `guess ${from}`
      const reply = await at(`192.0.2.${from}`).post(path, { email, password: guess })
      statuses.push(reply.status)
      if (reply.status === 429) assert.equal(reply.headers['retry-after'], '900')
    }
    assert.deepEqual(statuses, [403, 403, 403, 403, 429, 429])
    const open = await api.rows('select 1 from browser_session where account_id = $1', [
      accountId,
    ])
    assert.deepEqual(open, [])
  })

  it('bounds the guesses of one network address over all accounts', async () => {
    const statuses = []
    for (let turn = 0; turn < 14; turn += 1) {
      const email = `nobody${turn}@password.example`
      statuses.push((await at('192.0.2.9').post(path, { email, password })).status)
    }
    assert.deepEqual(
      statuses.slice(0, 12),
      Array.from({ length: 12 }, () => 403),
    )
    assert.deepEqual(statuses.slice(12), [429, 429])
  })

  it('goes on in a browser that signed in before, however many others guess', async () => {
    const { email, accountId } = await person()
    const known = at('192.0.2.1')
    assert.equal((await known.post(path, { email, password })).status, 303)
    await known.post('/~sign-in/out')
    await flood(email)
    assert.equal((await at('192.0.2.77').post(path, { email, password })).status, 429)
    assert.equal((await known.post(path, { email, password })).status, 303)
    assert.equal((await known.session(accountId).get('/user')).status, 200)
  })

  it('does not go on in a browser that is known to another account', async () => {
    const [own, other] = [await person(), await person()]
    const browser = at('192.0.2.1')
    await browser.post(path, { email: other.email, password })
    await flood(own.email)
    const { status } = await browser.post(path, { email: own.email, password })
    assert.equal(status, 429)
  })

  async function flood(email: string): Promise<void> {
    const flooding: TestBrowser[] = Array.from({ length: 5 }, (_, n) => at(`10.0.0.${n}`))
    for (const stranger of flooding) {
      await stranger.post(path, { email, password: 'guess' })
    }
  }

  it('is set, changed and removed on a page, in a session that is fresh', async () => {
    const { email, accountId } = await person()
    const browser = at('192.0.2.1')
    const away = await browser.get('/~sign-in/methods')
    assert.equal(away.status, 303)
    await browser.post(path, { email, password })
    const page = await browser.get('/~sign-in/methods')
    assert.match(page.text, /How you sign in[^]*Your password[^]*Change your password/)

    const short = await browser.post('/~sign-in/methods/password', { password: 'short' })
    assert.equal(short.status, 400)
    assert.match(short.text, /role="alert">The password must have at least 12/)
    const former = browser.cookies()
    const next = { password: 'other words of no use' }
    assert.equal((await browser.post('/~sign-in/methods/password', next)).status, 303)
    assert.notEqual(browser.cookies(), former)
    const old = await at('192.0.2.2').post(path, { email, password })
    assert.equal(old.status, 403)
    const now = await at('192.0.2.2').post(path, { email, ...next })
    assert.equal(now.status, 303)

    const forged = { 'sec-fetch-site': 'cross-site' }
    const remove = { method: 'password' }
    const refused = await browser.post('/~sign-in/methods/remove', remove, forged)
    assert.equal(refused.status, 403)
    assert.equal((await browser.post('/~sign-in/methods/remove', remove)).status, 303)
    assert.equal((await at('192.0.2.2').post(path, { email, ...next })).status, 403)

    await api.rows(
      `update browser_session set authenticated_at = now() - interval '11 minutes' where account_id = $1`,
      [accountId],
    )
    const stale = await browser.get('/~sign-in/methods')
    assert.match(stale.text, /sign in again/)
    assert.doesNotMatch(stale.text, /<form/)
    await browser.post('/~sign-in/methods/password', next)
    const kept = await api.rows('select 1 from account_password where account_id = $1', [
      accountId,
    ])
    assert.deepEqual(kept, [])
    assert.match((await browser.get('/~sign-in?again=1')).text, /name="password"/)
  })

  it('counts for nothing where it is switched off', async () => {
    const off = await startTestApi({ SIGN_IN_PASSWORD: 'off' })
    try {
      const browser = openTestBrowser(off.url)
      assert.doesNotMatch((await browser.get('/~sign-in')).text, /type="password"/)
      const { status } = await browser.post(path, { email: 'a@b.example', password })
      assert.equal(status, 404)
    } finally {
      await off.stop()
    }
  })

  it('forgets attempts and browsers that are over', async () => {
    const { email, accountId } = await person()
    await at('192.0.2.1').post(path, { email, password })
    await sweepSignInAttempts.run({}, api.services)
    const kept = async () =>
      api.rows(
        `select (select count(*)::int from sign_in_attempt) as attempts,
           (select count(*)::int from known_device where account_id = $1) as devices`,
        [accountId],
      )
    assert.deepEqual(await kept(), [{ attempts: 2, devices: 1 }])
    await api.rows(`update sign_in_attempt set starts_at = now() - interval '2 hours'`)
    await api.rows(
      `update known_device set last_used_at = now() - interval '401 days' where account_id = $1`,
      [accountId],
    )
    await sweepSignInAttempts.run({}, api.services)
    assert.deepEqual(await kept(), [{ attempts: 0, devices: 0 }])
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { createAccount } from '#/features/people/users/public.ts'
import { startApi } from '#/start/api.ts'
import { type RunningWorker, startWorker } from '#/start/worker.ts'
import { until } from '#test/database/test-until.ts'
import {
  openPostOffice,
  type PostOffice,
  type ReceivedMail,
} from '#test/notifications/test-post-office.ts'
import { recordStatement } from '#test/recorded-statements.ts'
import { appCode, beginOfStep } from '#test/sessions/test-app-codes.ts'
import { sessionAt, signIn } from '#test/sessions/test-browser-session.ts'
import { notesOf } from '#test/sessions/test-sign-in-notes.ts'
import { makeIdentity } from '#test/sso/test-certificates.ts'
import { TestIdp } from '#test/sso/test-idp.ts'
import {
  makeProvider,
  SamlBrowser,
  type TestProvider,
} from '#test/sso/test-saml-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { sweepSamlSignIns } from './saml-sign-in-jobs.ts'

const identity = makeIdentity()

function pathIn({ text }: ReceivedMail): string {
  return new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '').pathname
}

describe('a link that is mailed to whom an identity provider names', () => {
  let api: TestApi
  let office: PostOffice
  let worker: RunningWorker
  const idp = new TestIdp('https://idp.example/metadata', identity)
  let provider: TestProvider
  let people = 0
  let seen = 0
  before(async () => {
    office = await openPostOffice()
    api = await startTestApi({ MAIL_URL: office.url, SIGN_IN_LIMIT_ADDRESS: '0' })
    worker = await startWorker(api.services.config, { onStatement: recordStatement })
    provider = await makeProvider(api, idp, { defaultRole: 'edit' })
  })
  after(async () => {
    await worker.stop()
    await api.stop()
    await office.stop()
  })

  function person() {
    people += 1
    const email = `person${people}@elsewhere.example`
    return {
      email,
      said: { subject: `person ${people}`, attributes: { email: [email] } },
    }
  }

  async function accountWith(email: string, isVerified = true): Promise<string> {
    return api.services.db.transaction(async (tx) =>
      createAccount(tx, { displayName: 'Owner', email, isVerified }),
    )
  }

  /** The path of the next link that is mailed. */
  async function mailed(email: string): Promise<string> {
    seen += 1
    const mail = await until('a link is mailed', () => links()[seen - 1])
    assert.deepEqual([mail.to, links().length], [email, seen])
    return pathIn(mail)
  }

  /** Other mails tell of changes of the ways in. */
  const links = () => office.received.filter(({ text }) => text.includes('/sso/saml/'))

  async function begun(said: object): Promise<SamlBrowser> {
    const browser = new SamlBrowser(api)
    const reply = await browser.signIn(provider, idp, said)
    assert.equal(reply.status, 200, reply.text)
    assert.match(reply.text, /Look into your mail/)
    assert.equal(browser.cookies.get('__Host-lectern'), undefined)
    return browser
  }

  function sessionOf(browser: SamlBrowser) {
    const secret = browser.cookies.get('__Host-lectern') ?? ''
    assert.notEqual(secret, '', 'nobody is signed in')
    const cookie = `__Host-lectern=${secret}`
    return sessionAt(api.url, { id: '', accountId: '', cookie })
  }

  const accountsWith = async (email: string) =>
    api.rows('select account_id, verified_at from account_email where email = $1', [
      email,
    ])

  it('makes the account of who opens it, verified, a member here and signed in here alone', async () => {
    const { email, said } = person()
    const browser = await begun(said)
    assert.deepEqual(await accountsWith(email), [])
    const path = await mailed(email)
    const shown = await browser.get(path)
    assert.equal(shown.status, 200)
    assert.match(shown.text, /has no\s+account yet[^]*Go on/)
    assert.deepEqual(await accountsWith(email), [])
    const opened = await browser.post(path)
    assert.equal(opened.status, 303, opened.text)
    const [address] = await accountsWith(email)
    assert.notEqual(address.verified_at, null)
    const session = sessionOf(browser)
    assert.equal((await session.get('/user')).body.id, address.account_id)
    assert.equal((await session.get('/user/session')).body.organization, api.organization)
    const member = `/orgs/${api.organization}/members/${address.account_id}`
    const { body } = await session.get(member)
    assert.deepEqual([body.role, body.sso], ['edit', true])
    // From then on the provider's word is enough.
    const again = new SamlBrowser(api)
    assert.equal((await again.signIn(provider, idp, said)).status, 303)
  })

  it('is answered alike, and mailed, whether the address has an account or not', async () => {
    const statements: string[] = []
    const watched = await startApi(api.services.config, {
      onStatement: (statement) => statements.push(statement),
    })
    try {
      const [first, known, unverified, unknown] = [person(), person(), person(), person()]
      await accountWith(known.email)
      await accountWith(unverified.email, false)
      const answers = []
      for (const { email, said } of [first, known, unverified, unknown]) {
        statements.splice(0)
        const browser = new SamlBrowser(watched)
        const { status, text, headers } = await browser.signIn(provider, idp, said)
        answers.push({
          status,
          text: text.replaceAll(email, 'the address'),
          names: Object.keys(headers).toSorted(),
          statements: statements.splice(0),
        })
        await mailed(email)
      }
      // The first answer of a process prepares what later ones use.
      assert.deepEqual(answers[1], answers[3])
      assert.deepEqual(answers[2], answers[3])
    } finally {
      await watched.stop()
    }
  })

  it('joins the account of who opens it, once they agree', async () => {
    const { email, said } = person()
    const owner = await accountWith(email)
    const browser = await begun(said)
    const path = await mailed(email)
    const shown = await browser.get(path)
    assert.match(shown.text, /From now on it can\s+sign you in with this account/)
    const joined = 'select provider from account_identity where account_id = $1'
    assert.deepEqual(await api.rows(joined, [owner]), [])
    assert.equal((await browser.post(path)).status, 303)
    assert.equal((await sessionOf(browser).get('/user')).body.id, owner)
    assert.equal((await api.rows(joined, [owner])).length, 1)
  })

  it('asks for a code where the account has a second factor, and joins after it alone', async () => {
    const { email, said } = person()
    const owner = await accountWith(email)
    const own = await signIn(api, owner)
    await beginOfStep()
    const { secret, offer } = (await own.send('POST', '/user/second-factor')).body
    const set = { offer, code: appCode(secret) }
    assert.equal((await own.send('PUT', '/user/second-factor', set)).status, 200)
    await api.rows('update second_factor set used_step = 0 where account_id = $1', [
      owner,
    ])
    const browser = await begun(said)
    const path = await mailed(email)
    const asked = await browser.post(path)
    assert.equal(asked.status, 303)
    const location = asked.headers.location ?? ''
    assert.ok(location.startsWith('http://lectern.test/~sign-in/code?to=%2Fsso%2F'))
    assert.equal(browser.cookies.get('__Host-lectern'), undefined)
    const wrong = await browser.post('/~sign-in/code', { code: '000000', to: path })
    assert.equal(wrong.status, 403)
    const code = appCode(secret)
    const passed = await browser.post('/~sign-in/code', { code, to: path })
    assert.equal(passed.headers.location, `http://lectern.test${path}`)
    assert.equal((await browser.post(path)).status, 303)
    const { body } = await sessionOf(browser).get('/user/session')
    assert.equal(body.organization, api.organization)
    assert.equal((await sessionOf(browser).get('/user')).body.id, owner)
  })

  it('works in no other browser, once, and for as long as it says', async () => {
    const { email, said } = person()
    const browser = await begun(said)
    const path = await mailed(email)
    const stranger = new SamlBrowser(api)
    await stranger.begin(provider)
    for (const other of [new SamlBrowser(api), stranger]) {
      for (const reply of [await other.get(path), await other.post(path)]) {
        assert.equal(reply.status, 403)
        assert.doesNotMatch(reply.text, /elsewhere\.example/)
      }
      assert.equal(other.cookies.get('__Host-lectern'), undefined)
    }
    const guessed = `${path.slice(0, -43)}${'a'.repeat(43)}`
    assert.equal((await browser.post(guessed)).status, 403)
    assert.equal((await browser.post(path)).status, 303)
    assert.equal((await browser.post(path)).status, 403)

    const late = person()
    const slow = await begun(late.said)
    const latePath = await mailed(late.email)
    const [left] = await api.rows(
      `select extract(epoch from expires_at - now())::int as seconds from saml_request
       where email = $1`,
      [late.email],
    )
    assert.ok(left.seconds > 800 && left.seconds <= 900, String(left.seconds))
    await api.rows(
      `update saml_request set expires_at = now() - interval '1 second' where email = $1`,
      [late.email],
    )
    assert.equal((await slow.post(latePath)).status, 403)
    assert.deepEqual(await accountsWith(late.email), [])
    await api.rows(`update saml_link set expires_at = now() - interval '1 second'`)
    await sweepSamlSignIns.run({}, api.services)
    assert.deepEqual(await api.rows('select hash from saml_link'), [])
  })

  it('works at the provider that it was mailed for, while that is there', async () => {
    const { email, said } = person()
    const browser = await begun(said)
    const path = await mailed(email)
    const other = await makeProvider(api, new TestIdp('https://other.example', identity))
    const elsewhere = path.replace(provider.id, other.id)
    assert.equal((await browser.post(elsewhere)).status, 403)
    const gone = await makeProvider(api, idp)
    const next = person()
    const late = new SamlBrowser(api)
    await late.signIn(gone, idp, next.said)
    const latePath = await mailed(next.email)
    await api.as('admin').delete(`/orgs/${api.organization}/saml/${gone.id}`)
    for (const reply of [await late.get(latePath), await late.post(latePath)]) {
      assert.equal(reply.status, 404)
    }
    assert.deepEqual(await accountsWith(next.email), [])
  })

  it('works in two tabs of a browser that began twice', async () => {
    const { email, said } = person()
    const browser = await begun(said)
    const again = await browser.signIn(provider, idp, said)
    assert.match(again.text, /Look into your mail/)
    const [one, other] = [await mailed(email), await mailed(email)]
    assert.equal((await browser.post(one)).status, 303)
    const { id } = (await sessionOf(browser).get('/user')).body
    assert.equal((await browser.post(other)).status, 303)
    assert.equal((await sessionOf(browser).get('/user')).body.id, id)
    assert.equal((await accountsWith(email)).length, 1)
  })

  it('makes one account of two that are opened at once', async () => {
    const { email, said } = person()
    const other = { ...said, subject: `${said.subject} b` }
    const browsers = [await begun(said), await begun(other)]
    const paths = [await mailed(email), await mailed(email)]
    // Either may have been mailed first.
    const all = browsers.flatMap((browser) =>
      paths.map(async (path) => browser.post(path)),
    )
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [303, 303, 403, 403],
    )
    const [address, ...more] = await accountsWith(email)
    assert.deepEqual(more, [])
    const identities = await api.rows(
      'select subject from account_identity where account_id = $1',
      [address.account_id],
    )
    assert.equal(identities.length, 2)
  })

  it('is mailed once for each sign-in, however often the page is looked at', async () => {
    const { email, said } = person()
    const browser = new SamlBrowser(api)
    const inResponseTo = await browser.begin(provider)
    const { acsURL, entityID: audience } = provider
    const xml = idp.answer(idp.says({ acsURL, audience, inResponseTo }, said))
    const brought = await browser.bring(new URL(acsURL).pathname, xml)
    const finish = new URL(brought.headers.location ?? '').pathname
    for (const _look of [1, 2, 3]) {
      assert.match((await browser.get(finish)).text, /Look into your mail/)
    }
    await mailed(email)
    const [jobs] = await api.rows(
      `select count(*)::int as n from pgboss.job
       where name = 'saml-sign-in.send-link' and data->>'requestId' = $1`,
      [inResponseTo],
    )
    assert.equal(jobs.n, 1)
  })

  it('says nothing that an organization or its provider made up', async () => {
    const { email, said } = person()
    await begun({
      ...said,
      attributes: { ...said.attributes, displayName: ['Free money'] },
    })
    await mailed(email)
    const mail = links().at(-1)
    assert.ok(mail)
    assert.doesNotMatch(`${mail.subject} ${mail.text} ${mail.html}`, /Acme|Free money/)
  })
})

describe('what providers of an organization bring in a day', () => {
  const idp = new TestIdp('https://idp.example/metadata', identity)

  it('is bounded, in accounts and in mails, by a page that says so', async () => {
    const api = await startTestApi({ SSO_LIMIT_ORGANIZATION: '2' })
    try {
      const provider = await makeProvider(api, idp)
      await api.rows(
        `update organization set email_domains = '{own.example}',
           proven_email_domains = '{own.example}' where organization_id = $1`,
        [api.organization],
      )
      const come = async (name: string) => {
        const said = { subject: name, attributes: { email: [name] } }
        return new SamlBrowser(api).signIn(provider, idp, said)
      }
      for (const [domain, status] of [
        ['own.example', 303],
        ['elsewhere.example', 200],
      ] as const) {
        for (const name of ['a', 'b']) {
          assert.equal((await come(`${name}@${domain}`)).status, status)
        }
        const refused = await come(`c@${domain}`)
        assert.equal(refused.status, 429)
        assert.match(refused.text, /as many new\s+people today as it may in a day/)
      }
      const reasons = (await notesOf(api, provider.id)).map((one) => one.details.reason)
      assert.deepEqual(reasons, ['too_many_new_people', 'too_many_new_people'])
      // Whoever is known comes in as before.
      assert.equal((await come('a@own.example')).status, 303)
      const made = await api.rows(
        `select email from account_email where email like '_@own.example'`,
      )
      assert.equal(made.length, 2)
    } finally {
      await api.stop()
    }
  })

  it('is bounded for a mailbox, whatever follows a plus sign, without anybody being told', async () => {
    const api = await startTestApi({ SIGN_IN_LIMIT_ACCOUNT: '2' })
    try {
      const provider = await makeProvider(api, idp)
      for (const tag of ['', '+a', '+b', '+c']) {
        const email = `one${tag}@elsewhere.example`
        const said = { subject: email, attributes: { email: [email] } }
        const { text } = await new SamlBrowser(api).signIn(provider, idp, said)
        assert.match(text, /Look into your mail/)
      }
      const jobs = `select 1 from pgboss.job where name = 'saml-sign-in.send-link'`
      assert.equal((await api.rows(jobs)).length, 2)
    } finally {
      await api.stop()
    }
  })

  it('joins no account by a mailed link where links let nobody in', async () => {
    const office = await openPostOffice()
    const api = await startTestApi({ MAIL_URL: office.url, SIGN_IN_LINK: 'off' })
    const worker = await startWorker(api.services.config, {
      onStatement: recordStatement,
    })
    try {
      const provider = await makeProvider(api, idp)
      const email = 'owner@elsewhere.example'
      const owner = await api.services.db.transaction(async (tx) =>
        createAccount(tx, { displayName: 'Owner', email, isVerified: true }),
      )
      const browser = new SamlBrowser(api)
      await browser.signIn(provider, idp, {
        subject: 'o',
        attributes: { email: [email] },
      })
      const path = pathIn(await until('a link is mailed', () => office.received[0]))
      const { status, headers } = await browser.post(path)
      assert.equal(status, 303)
      const to = new URL(headers.location ?? '')
      assert.deepEqual([to.pathname, to.searchParams.get('to')], ['/~sign-in', path])
      assert.equal(browser.cookies.get('__Host-lectern'), undefined)
      browser.cookies.set('__Host-lectern', (await signIn(api, owner)).secret)
      assert.equal((await browser.post(path)).status, 303)
      const joined = await api.rows(
        'select 1 from account_identity where account_id = $1',
        [owner],
      )
      assert.equal(joined.length, 1)
    } finally {
      await worker.stop()
      await api.stop()
      await office.stop()
    }
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { createAccount } from '#/features/people/users/public.ts'
import { send } from '#test/http/test-wire.ts'
import { proveOwn } from '#test/organizations/prove-domains.ts'
import { ownHost, sessionAt, signIn } from '#test/sessions/test-browser-session.ts'
import { makeIdentity } from '#test/sso/test-certificates.ts'
import { answerOfSamlp } from '#test/sso/test-samlp.ts'
import { TestIdp } from '#test/sso/test-idp.ts'
import {
  makeProvider,
  pathOf,
  SamlBrowser,
  type TestProvider,
} from '#test/sso/test-saml-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { sweepSamlSignIns } from './saml-sign-in-jobs.ts'

const identity = makeIdentity()

function isSignedIn({ cookies }: SamlBrowser): boolean {
  return (cookies.get('__Host-lectern') ?? '') !== ''
}

describe('signing in with an identity provider', () => {
  let api: TestApi
  const idp = new TestIdp('https://idp.example/metadata', identity)
  let provider: TestProvider
  let team: string
  let people = 0
  before(async () => {
    api = await startTestApi()
    const made = await api
      .as('admin')
      .put(`/orgs/${api.organization}/teams`, { title: 'Engineers' })
    team = made.body.id
    provider = await makeProvider(api, idp, { defaultRole: 'edit', defaultTeam: team })
    await proveOwn(api, 'idp.example')
  })
  after(async () => api.stop())

  function person(said: object = {}) {
    people += 1
    const email = `person${people}@idp.example`
    return { subject: `person ${people}`, attributes: { email: [email] }, ...said, email }
  }

  async function accountWith(email: string): Promise<string> {
    return api.services.db.transaction(async (tx) =>
      createAccount(tx, { displayName: 'Owner', email, isVerified: true }),
    )
  }

  function sessionOf(browser: SamlBrowser) {
    const secret = browser.cookies.get('__Host-lectern')
    assert.ok(secret !== undefined && secret !== '', 'nobody is signed in')
    return sessionAt(api.url, {
      id: '',
      accountId: '',
      cookie: `__Host-lectern=${secret}`,
    })
  }

  it('makes who is new a member with the role and the team of the provider, in this organization alone', async () => {
    const browser = new SamlBrowser(api)
    const { email, ...said } = person({
      attributes: { email: [`Person1@IDP.example`], givenName: ['Ann'], sn: ['Archer'] },
    })
    const reply = await browser.signIn(provider, idp, said)
    assert.equal(reply.status, 303, reply.text)
    assert.equal(reply.headers.location, 'http://lectern.test/~sign-in')
    const session = sessionOf(browser)
    const { body } = await session.get('/user/session')
    assert.deepEqual([body.way, body.organization], ['saml', api.organization])
    const user = await session.get('/user')
    assert.deepEqual(
      [user.body.displayName, user.body.email],
      ['Ann Archer', email.toLowerCase()],
    )
    const member = await session.get(`/orgs/${api.organization}/members/${user.body.id}`)
    assert.deepEqual(
      [member.body.role, member.body.teams, member.body.sso],
      ['edit', 1, true],
    )
    const audited = await api.rows(
      `select action from audit_event where actor_id = $1 order by id`,
      [user.body.id],
    )
    assert.deepEqual(
      audited.map(({ action }) => action),
      ['member_joined', 'team_members_changed', 'member_signed_in'],
    )
    const [address] = await api.rows(
      'select verified_at from account_email where email = $1',
      [email.toLowerCase()],
    )
    assert.notEqual(address.verified_at, null)
    assert.equal((await session.send('POST', '/user/tokens', { label: 'X' })).status, 403)
  })

  it('knows a person again by the name id, whatever address comes with it', async () => {
    const { email: _email, ...said } = person()
    const first = new SamlBrowser(api)
    await first.signIn(provider, idp, said)
    const { id } = (await sessionOf(first).get('/user')).body
    const again = new SamlBrowser(api)
    await again.signIn(provider, idp, {
      ...said,
      attributes: { email: ['somebody.else@idp.example'] },
    })
    assert.equal((await sessionOf(again).get('/user')).body.id, id)
    const stranger = new SamlBrowser(api)
    await stranger.signIn(provider, idp, { ...said, subject: `${said.subject} x` })
    assert.equal(isSignedIn(stranger), false)
  })

  it('never takes an account that exists on the word of a provider', async () => {
    const { email, ...said } = person()
    const owner = await accountWith(email)
    const browser = new SamlBrowser(api)
    const reply = await browser.signIn(provider, idp, said)
    assert.equal(reply.status, 200)
    assert.match(reply.text, /Look into your mail[^]*\/~sign-in\?to=%2Fsso%2Fsaml/)
    assert.equal(isSignedIn(browser), false)
    assert.deepEqual(
      await api.rows('select 1 from account_identity where account_id = $1', [owner]),
      [],
    )
    assert.deepEqual(
      await api.rows('select 1 from member where user_id = $1', [owner]),
      [],
    )
  })

  it('joins an account that the browser is freshly signed in to, once the person agrees', async () => {
    const { email, ...said } = person()
    const owner = await accountWith(email)
    const browser = new SamlBrowser(api)
    const own = await signIn(api, owner)
    browser.cookies.set('__Host-lectern', own.secret)
    const inResponseTo = await browser.begin(provider, '?to=/o/acme')
    const { acsURL, entityID: audience } = provider
    const xml = idp.answer(idp.says({ acsURL, audience, inResponseTo }, said))
    const finish = pathOf(await browser.bring(new URL(acsURL).pathname, xml))
    const asked = await browser.get(finish)
    assert.equal(asked.status, 200)
    assert.match(asked.text, /says that you are person\d+@idp\.example[^]*Go on/)
    assert.deepEqual(
      await api.rows('select 1 from account_identity where account_id = $1', [owner]),
      [],
    )
    const forged = await send(api.url, 'POST', finish, {
      headers: {
        host: ownHost,
        'sec-fetch-site': 'cross-site',
        cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
      },
    })
    assert.equal(forged.status, 403)
    const joined = await browser.post(finish)
    assert.equal(joined.headers.location, 'http://lectern.test/o/acme')
    const session = sessionOf(browser)
    assert.equal((await session.get('/user')).body.id, owner)
    assert.equal((await session.get('/user/session')).body.organization, api.organization)
    const next = new SamlBrowser(api)
    await next.signIn(provider, idp, said)
    assert.equal((await sessionOf(next).get('/user')).body.id, owner)
  })

  it('does not join an account whose sign-in is old, or that another organization vouches for', async () => {
    const { email, ...said } = person()
    const owner = await accountWith(email)
    const old = await signIn(api, owner)
    await api.rows(
      `update browser_session set authenticated_at = now() - interval '11 minutes'
       where id = $1`,
      [old.id],
    )
    const bound = await signIn(api, owner, { organizationId: 'elsewhere' })
    for (const { secret } of [old, bound, await signIn(api, api.users.read)]) {
      const browser = new SamlBrowser(api)
      browser.cookies.set('__Host-lectern', secret)
      const reply = await browser.signIn(provider, idp, said)
      assert.match(reply.text, /Look into your mail/)
      assert.equal(browser.cookies.get('__Host-lectern'), secret)
    }
  })

  it('refuses suspended members in words', async () => {
    const { email: _email, ...said } = person()
    const browser = new SamlBrowser(api)
    await browser.signIn(provider, idp, said)
    const { id } = (await sessionOf(browser).get('/user')).body
    await api.rows('update member set disabled = true where user_id = $1', [id])
    const again = new SamlBrowser(api)
    const reply = await again.signIn(provider, idp, said)
    assert.equal(reply.status, 403)
    assert.match(reply.text, /is suspended/)
    assert.equal(isSignedIn(again), false)
  })

  it('wants an address of who is new, and a name that lasts', async () => {
    const nameless = new SamlBrowser(api)
    const { text } = await nameless.signIn(provider, idp, {
      subject: 'no one',
      attributes: {},
    })
    assert.match(text, /does not say your e-mail address/)
    const byName = new SamlBrowser(api)
    const said = { subject: 'by.name@idp.example', attributes: {} }
    assert.equal((await byName.signIn(provider, idp, said)).status, 303)
    const transient = new SamlBrowser(api)
    const reply = await transient.signIn(provider, idp, {
      ...person(),
      subjectFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
    })
    assert.match(reply.text, /must send a name id that is not transient/)
  })

  it('signs in the browser alone that both began and brought the answer', async () => {
    const [ann, eve] = [new SamlBrowser(api), new SamlBrowser(api)]
    const { acsURL, entityID: audience } = provider
    const { email: _email, ...said } = person()
    await ann.begin(provider)
    const inResponseTo = await eve.begin(provider)
    const xml = idp.answer(idp.says({ acsURL, audience, inResponseTo }, said))
    // Ann is led to answer the request of Eve: neither of them gets in.
    const brought = await ann.bring(new URL(acsURL).pathname, xml)
    const finish = pathOf(brought)
    assert.equal(brought.headers['set-cookie'], undefined)
    assert.match((await ann.get(finish)).text, /was not begun in this browser/)
    const guessed = `${finish.slice(0, -43)}${'a'.repeat(43)}`
    assert.match((await eve.get(guessed)).text, /was not begun in this browser/)
    assert.deepEqual([isSignedIn(ann), isSignedIn(eve)], [false, false])
    const other = await makeProvider(api, new TestIdp('https://other.example', identity))
    const elsewhere = finish.replace(provider.id, other.id)
    assert.equal((await eve.get(elsewhere)).status, 403)
    assert.equal((await eve.get(finish)).status, 303)
    assert.equal((await eve.get(finish)).status, 403)
  })

  it('takes each answer once, for a request that waits for it', async () => {
    const browser = new SamlBrowser(api)
    const { acsURL, entityID: audience } = provider
    const path = new URL(acsURL).pathname
    const inResponseTo = await browser.begin(provider)
    const { email: _email, ...said } = person()
    const says = idp.says({ acsURL, audience, inResponseTo }, said)
    const xml = idp.answer(says)
    const replies = await Promise.all([1, 2, 3].map(async () => browser.bring(path, xml)))
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [303, 403, 403],
    )
    const next = await browser.begin(provider)
    const sameAssertion = { ...says, inResponseTo: next }
    assert.equal((await browser.bring(path, idp.answer(sameAssertion))).status, 403)
    const unasked = { ...says, inResponseTo: '_unknown', assertionId: '_new' }
    const refused = await browser.bring(path, idp.answer(unasked))
    assert.match(refused.text, /belongs to no sign-in that was begun here/)
    const late = await browser.begin(provider)
    await api.rows(
      `update saml_request set expires_at = now() - interval '1 second' where id = $1`,
      [late],
    )
    const tooLate = { ...says, inResponseTo: late, assertionId: '_late' }
    assert.equal((await browser.bring(path, idp.answer(tooLate))).status, 403)
    await api.rows(`update saml_answer set expires_at = now() - interval '1 second'`)
    await sweepSamlSignIns.run({}, api.services)
    const [left] = await api.rows(
      `select (select count(*) from saml_request where id = $1)::int as requests,
         (select count(*) from saml_answer)::int as answers`,
      [late],
    )
    assert.deepEqual(left, { requests: 0, answers: 0 })
  })

  it('refuses what is not proven, in words that show nothing of it', async () => {
    const foreign = new TestIdp('https://idp.example/metadata')
    const said = person({ subject: 'secret-subject' })
    const tries = {
      'another certificate': [foreign, {}, {}, /does not fit its certificate/],
      'no signature': [idp, {}, { assertion: false }, /not built as it should be/],
      'sha-1': [idp, {}, { hash: 'sha1' }, /signs in a way that is not accepted/],
      audience: [idp, { audience: 'https://other.example' }, {}, /the audience differs/],
      issuer: [idp, { issuer: 'https://other.example' }, {}, /the entity ids differ/],
      recipient: [idp, { recipient: 'https://x.example' }, {}, /another address/],
      destination: [idp, { destination: 'https://x.example' }, {}, /another address/],
      late: [
        idp,
        { confirmedUntilMs: Date.now() - 120_000 },
        {},
        /not valid at this time/,
      ],
      early: [idp, { notBeforeMs: Date.now() + 120_000 }, {}, /not valid at this time/],
      status: [
        idp,
        { status: 'urn:oasis:names:tc:SAML:2.0:status:Requester' },
        {},
        /did not let you in/,
      ],
    } as const
    for (const [name, [from, wrong, how, words]] of Object.entries(tries)) {
      const browser = new SamlBrowser(api)
      const reply = await browser.signIn(provider, from, { ...said, ...wrong }, how)
      assert.equal(reply.status, 403, name)
      assert.match(reply.text, words, name)
      assert.doesNotMatch(reply.text, /secret-subject|other\.example|x\.example/)
    }
  })

  it('takes signatures of the assertion, of the answer and of both, by either certificate', async () => {
    const next = makeIdentity()
    const rotated = new TestIdp('https://rotating.example', identity)
    const both = await makeProvider(api, rotated, {
      certificate: `${identity.certificate}${next.certificate}`,
    })
    const ways = [
      {},
      { response: true },
      { response: true, assertion: false },
      { hash: 'sha512' },
      { identity: next },
    ] as const
    for (const how of ways) {
      const { email: _email, ...said } = person()
      const reply = await new SamlBrowser(api).signIn(both, rotated, said, how)
      assert.equal(reply.status, 303, `${JSON.stringify(Object.keys(how))} ${reply.text}`)
    }
  })

  it('takes what another implementation answers', async () => {
    for (const options of [{}, { signResponse: true }]) {
      const browser = new SamlBrowser(api)
      const begun = await browser.open(`/sso/saml/${provider.id}/start`)
      const { subject, email } = person()
      const xml = await answerOfSamlp({
        identity,
        issuer: idp.entityId,
        audience: provider.entityID,
        acsURL: provider.acsURL,
        request:
          new URL(begun.headers.location ?? '').searchParams.get('SAMLRequest') ?? '',
        subject,
        claims: { email, displayName: 'Ann Archer' },
        options,
      })
      const brought = await browser.bring(new URL(provider.acsURL).pathname, xml)
      assert.equal(brought.status, 303, brought.text)
      assert.equal((await browser.get(pathOf(brought))).status, 303)
      const { body } = await sessionOf(browser).get('/user')
      assert.deepEqual([body.displayName, body.email], ['Ann Archer', email])
    }
  })

  it('shows where to begin for an organization, and nothing for others', async () => {
    const { status, text } = await new SamlBrowser(api).get(`/sso/${api.organization}`)
    assert.equal(status, 200)
    assert.ok(text.includes(`/sso/saml/${provider.id}/start`))
    for (const path of ['/sso/nowhere', '/sso/saml/nowhere/start', '/sso/saml/nowhere']) {
      assert.equal((await new SamlBrowser(api).get(path)).status, 404)
    }
    const foreign = await send(api.url, 'GET', `/sso/saml/${provider.id}/start`, {
      headers: { host: 'files.lectern.test' },
    })
    assert.equal(foreign.status, 404)
  })

  it('reads forms of 256 KB at most', async () => {
    const browser = new SamlBrowser(api)
    const path = new URL(provider.acsURL).pathname
    assert.equal((await browser.bring(path, 'x'.repeat(260_000))).status, 413)
    assert.equal((await browser.bring(path, 'x'.repeat(100_000))).status, 403)
  })
})

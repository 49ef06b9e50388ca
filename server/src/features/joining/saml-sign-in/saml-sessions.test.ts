import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { proveOwn } from '#test/organizations/prove-domains.ts'
import { sessionAt, signIn, untilEnded } from '#test/sessions/test-browser-session.ts'
import { makeIdentity } from '#test/sso/test-certificates.ts'
import { TestIdp } from '#test/sso/test-idp.ts'
import {
  makeProvider,
  pathOf,
  SamlBrowser,
  type TestProvider,
} from '#test/sso/test-saml-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const person = (name: string) => ({
  subject: name,
  attributes: { email: [`${name}@idp.example`] },
})

describe('a sign-in with an identity provider', () => {
  let api: TestApi
  const idp = new TestIdp('https://idp.example/metadata', makeIdentity())
  let provider: TestProvider
  before(async () => {
    api = await startTestApi()
    provider = await makeProvider(api, idp)
    await proveOwn(api, 'idp.example')
  })
  after(async () => api.stop())

  function sessionOf(browser: SamlBrowser) {
    const cookie = `__Host-lectern=${browser.cookies.get('__Host-lectern')}`
    return sessionAt(api.url, { id: '', accountId: '', cookie })
  }

  it('ends another sign-in of the browser only once the person agrees', async () => {
    const said = person('ann')
    const browser = new SamlBrowser(api)
    const former = await signIn(api, api.users.read)
    browser.cookies.set('__Host-lectern', former.secret)
    const inResponseTo = await browser.begin(provider)
    const { acsURL, entityID: audience } = provider
    const xml = idp.answer(idp.says({ acsURL, audience, inResponseTo }, said))
    const finish = pathOf(await browser.bring(new URL(acsURL).pathname, xml))
    const accounts = await api.rows('select count(*)::int as n from account')
    const asked = await browser.get(finish)
    assert.equal(asked.status, 200)
    assert.match(asked.text, /signed in already[^]*Go on/)
    assert.deepEqual(await api.rows('select count(*)::int as n from account'), accounts)
    assert.equal((await former.get('/user')).body.id, api.users.read)
    assert.equal((await browser.post(finish)).status, 303)
    await untilEnded(former)
    // Whoever is signed in here already is asked nothing.
    assert.equal((await browser.signIn(provider, idp, said)).status, 303)
  })

  it('pushes out no other session and no known browser of the account', async () => {
    const said = person('ben')
    const browser = new SamlBrowser(api)
    await browser.signIn(provider, idp, said)
    const { id } = (await sessionOf(browser).get('/user')).body
    const own = await signIn(api, id)
    for (let count = 0; count < 100; count += 1) {
      await signIn(api, id, { organizationId: api.organization })
    }
    assert.equal((await own.get('/user')).status, 200)
    assert.deepEqual(
      await api.rows('select hash from known_device where account_id = $1', [id]),
      [],
    )
  })

  it('counts those who begin from one network address', async () => {
    const small = await startTestApi({ SIGN_IN_LIMIT_ADDRESS: '1' })
    try {
      const { id } = await makeProvider(small, idp)
      const browser = new SamlBrowser(small)
      const statuses: number[] = []
      for (let count = 0; count < 42; count += 1) {
        statuses.push((await browser.open(`/sso/saml/${id}/start`)).status)
      }
      assert.deepEqual(statuses, [...Array.from({ length: 40 }, () => 303), 429, 429])
    } finally {
      await small.stop()
    }
  })
})

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'

import {
  mention,
  requestToTellOf,
  startTelling,
  type Telling,
} from '#test/notifications/test-telling.ts'
import { signIn } from '#test/sessions/test-browser-session.ts'
import { makeIdentity } from '#test/sso/test-certificates.ts'
import { TestIdp } from '#test/sso/test-idp.ts'
import {
  makeProvider,
  pathOf,
  SamlBrowser,
  type TestProvider,
} from '#test/sso/test-saml-browser.ts'

describe('mails go as far as the door of single sign-on', () => {
  let telling: Telling
  let provider: TestProvider
  const idp = new TestIdp('https://idp.example/metadata', makeIdentity())
  before(async () => {
    telling = await startTelling()
    provider = await makeProvider(telling.api, idp)
  })
  after(async () => telling.stop())
  afterEach(async () => {
    await telling.api.rows('delete from account_identity')
    await telling.api.rows('update member set sso = false, needs_sso = false')
  })

  async function hold(): Promise<void> {
    const { api } = telling
    const path = `/orgs/${api.organization}/members/${api.users.edit}/sso`
    const { status, body } = await api.as('admin').post(path)
    assert.deepEqual([status, body.sso], [200, true])
  }

  /** The editor signs in through the provider, and agrees that it joins their account. */
  async function comeThrough(): Promise<void> {
    const { api } = telling
    const browser = new SamlBrowser(api)
    const own = await signIn(api, api.users.edit)
    browser.cookies.set('__Host-lectern', own.secret)
    const inResponseTo = await browser.begin(provider)
    const { acsURL, entityID: audience } = provider
    const said = { subject: 'editor', attributes: { email: ['edit@acme.example'] } }
    const xml = idp.answer(idp.says({ acsURL, audience, inResponseTo }, said))
    const finish = pathOf(await browser.bring(new URL(acsURL).pathname, xml))
    assert.equal((await browser.post(finish)).status, 303)
  }

  it('who must use it and never came through it is told nothing', async () => {
    const { comment } = await requestToTellOf(telling)
    await hold()
    await comment('review', 'Secret plans')
    assert.deepEqual(await telling.tell(), [])
    assert.deepEqual(await telling.api.rows('select 1 from notification'), [])
  })

  it('nor what was collected before they had to', async () => {
    const { comment } = await requestToTellOf(telling)
    await comment('review', 'Secret plans')
    await telling.deliver()
    await hold()
    assert.deepEqual(await telling.send(), [])
  })

  it('who came through it is told again, and who need not use it always', async () => {
    const { comment } = await requestToTellOf(telling)
    await hold()
    await comeThrough()
    await comment('review', `Shorter, please. ${mention(telling.api, 'read')}`)
    const told = await telling.tell()
    assert.deepEqual(
      told.map(({ to }) => to),
      ['edit@acme.example', 'read@acme.example'],
    )
    for (const { text } of told) assert.match(text, /> Shorter, please\./)
  })

  it('nobody by what a provider of another organization says of them', async () => {
    const { api } = telling
    const { comment } = await requestToTellOf(telling)
    await hold()
    await api.rows(
      `insert into account_identity (provider, subject, account_id)
       values ('saml:elsewhere', 'editor', $1)`,
      [api.users.edit],
    )
    await comment('review', 'Secret plans')
    assert.deepEqual(await telling.tell(), [])
  })

  it('all again when no provider is left', async () => {
    const { api } = telling
    const { comment } = await requestToTellOf(telling)
    await hold()
    await api.rows('update organization set sso_provided = false')
    await api.rows('update member set needs_sso = false')
    await comment('review', 'Hello')
    const told = await telling.tell()
    assert.deepEqual(
      told.map(({ to }) => to),
      ['edit@acme.example'],
    )
    await api.rows('update organization set sso_provided = true')
  })
})

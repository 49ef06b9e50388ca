import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { lockMailInvite } from '#/features/joining/invites/public.ts'
import { createInviteSecret } from '#/features/joining/welcome-links/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import { sessionAt } from '#test/sessions/test-browser-session.ts'
import { openTestBrowser } from '#test/sessions/test-form-browser.ts'
import { makeIdentity } from '#test/sso/test-certificates.ts'
import { TestIdp } from '#test/sso/test-idp.ts'
import {
  makeProvider,
  pathOf,
  SamlBrowser,
  type TestProvider,
} from '#test/sso/test-saml-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('an invitation of an SSO member', () => {
  let api: TestApi
  let provider: TestProvider
  let organizationId: string
  const idp = new TestIdp('https://idp.example/metadata', makeIdentity())
  before(async () => {
    api = await startTestApi()
    organizationId = api.organization
    provider = await makeProvider(api, idp, { defaultRole: 'read' })
  })
  after(async () => api.stop())
  beforeEach(async () => {
    await api.rows('update organization set sso_provided = true, sso = false')
  })

  const invite = async (body: object) =>
    api.as('admin').post(`/orgs/${organizationId}/invites`, body)

  async function inviteIdOf(email: string): Promise<string> {
    const [{ id }] = await api.rows('select id from mail_invite where email = $1', [
      email,
    ])
    return id
  }

  /** The path of a fresh link for an address that is invited. */
  async function linkFor(email: string): Promise<string> {
    const inviteId = await inviteIdOf(email)
    return api.services.db.transaction(async (tx) => {
      const found = await lockMailInvite(tx, { organizationId, inviteId })
      assert.ok(found)
      return (await createInviteSecret(tx, found)).path
    })
  }

  const memberWith = async (email: string) =>
    api.rows(
      `select m.role, m.sso, m.needs_sso, m.user_id as id from member m
       join account_email e on e.account_id = m.user_id
       where m.organization_id = $1 and e.email = $2`,
      [organizationId, email],
    )

  it('invites whoever is no member yet, and says of members that they stay as they are', async () => {
    const emails = ['Ann@New.example', 'Read@acme.example']
    const reply = await invite({ emails, sso: true, role: 'edit' })
    assert.equal(reply.status, 200)
    assert.deepEqual(reply.body, {
      users: [api.users.read],
      invited: 1,
      failedSSOEmails: ['Read@acme.example'],
    })
    const [member] = await memberWith('read@acme.example')
    assert.deepEqual([member.sso, member.needs_sso], [false, false])

    const alone = await invite({ emails: ['ann@new.example'], sso: true })
    assert.deepEqual(alone.body, { users: [], invited: 1 })
    await api.as('admin').post(`/orgs/${organizationId}/members/${api.users.read}/sso`)
    const again = await invite({ emails: ['read@acme.example'], sso: true })
    assert.deepEqual(again.body, { users: [api.users.read], invited: 0 })
  })

  it('lets nobody else invite, and tells an outsider nothing', async () => {
    const body = { emails: ['mallory@new.example'], sso: true }
    const path = `/orgs/${organizationId}/invites`
    const replies = await Promise.all([
      api.as('create').post(path, body),
      api.as('outsider').post(path, body),
      api.anonymous().post(path, body),
    ])
    assert.deepEqual(
      replies.map(({ status }) => status),
      [403, 404, 401],
    )
  })

  it('leads from the page of the link to the provider, and holds the new member to it', async () => {
    const email = 'new@sso.example'
    await invite({ emails: [{ email, role: 'review' }], sso: true })
    const browser = openTestBrowser(api.url)
    const page = await browser.post(await linkFor(email), { displayName: 'Nina' })
    assert.equal(page.status, 200)
    assert.ok(page.text.includes(`href="http://lectern.test/sso/${organizationId}"`))
    assert.doesNotMatch(page.text, /lec_u_/)
    const [member] = await memberWith(email)
    assert.deepEqual([member.role, member.sso, member.needs_sso], ['review', true, true])
    const outside = await browser.session(member.id).get(`/orgs/${organizationId}`)
    assert.deepEqual([outside.status, outside.body.error.reason], [403, 'sso_required'])

    const cookie = /__Host-lectern=([\w-]+)/.exec(browser.cookies())?.[1] ?? ''
    const saml = new SamlBrowser(api)
    saml.cookies.set('__Host-lectern', cookie)
    const inResponseTo = await saml.begin(provider)
    const { acsURL, entityID: audience } = provider
    const said = { subject: 'nina', attributes: { email: [email] } }
    const xml = idp.answer(idp.says({ acsURL, audience, inResponseTo }, said))
    const finish = pathOf(await saml.bring(new URL(acsURL).pathname, xml))
    assert.equal((await saml.post(finish)).status, 303)
    const inside = sessionAt(api.url, {
      id: '',
      accountId: member.id,
      cookie: `__Host-lectern=${saml.cookies.get('__Host-lectern')}`,
    })
    assert.equal((await inside.get(`/orgs/${organizationId}`)).status, 200)
    assert.equal((await memberWith(email))[0].role, 'review')
  })

  it('leads somebody who has an account to the provider as well', async () => {
    const email = 'owner@sso.example'
    await api.services.db.transaction(async (tx) =>
      createAccount(tx, { displayName: 'Owner', email, isVerified: true }),
    )
    await invite({ emails: [email], sso: true })
    const page = await openTestBrowser(api.url).post(await linkFor(email), {})
    assert.ok(page.text.includes(`/sso/${organizationId}"`), page.text)
    assert.equal((await memberWith(email))[0].needs_sso, true)
  })

  it('leads there all who are invited where the organization wants it of everybody', async () => {
    await api.rows('update organization set sso = true where organization_id = $1', [
      organizationId,
    ])
    await api.rows('update member set needs_sso = false')
    const email = 'plain@sso.example'
    await invite({ emails: [email] })
    const page = await openTestBrowser(api.url).post(await linkFor(email), {
      displayName: 'Plain',
    })
    assert.ok(page.text.includes(`/sso/${organizationId}"`), page.text)
    const [member] = await memberWith(email)
    assert.deepEqual([member.sso, member.needs_sso], [false, true])
  })

  it('is an invitation like others once no provider is active, until one is again', async () => {
    const email = 'late@sso.example'
    await invite({ emails: [email], sso: true })
    await api.rows('update organization set sso_provided = false')
    const page = await openTestBrowser(api.url).post(await linkFor(email), {
      displayName: 'Late',
    })
    assert.match(page.text, /lec_u_/)
    assert.doesNotMatch(page.text, /\/sso\//)
    const [member] = await memberWith(email)
    assert.deepEqual([member.sso, member.needs_sso], [true, false])
  })

  it('is one without single sign-on when the address is invited again without it', async () => {
    const email = 'again@sso.example'
    await invite({ emails: [email], sso: true })
    await invite({ emails: [email] })
    await openTestBrowser(api.url).post(await linkFor(email), { displayName: 'Again' })
    assert.equal((await memberWith(email))[0].sso, false)
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { createAccount } from '#/features/people/users/public.ts'
import { openLogger } from '#/platform/logging/logger.ts'
import { noteRefusedAtProvider } from '#/features/joining/sign-in-notes/public.ts'
import { proveOwn } from '#test/organizations/prove-domains.ts'
import { notesOf, writeNotes } from '#test/sessions/test-sign-in-notes.ts'
import { makeIdentity } from '#test/sso/test-certificates.ts'
import { TestIdp } from '#test/sso/test-idp.ts'
import {
  makeProvider,
  pathOf,
  SamlBrowser,
  type TestProvider,
} from '#test/sso/test-saml-browser.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

const identity = makeIdentity()
const place = { address: '127.0.0.1', device: 'A browser' }

const reasonsOf = (entries: TestBody[]) => entries.map(({ details }) => details.reason)
const said = (name: string) => ({
  subject: name,
  attributes: { email: [`${name}@idp.example`] },
})

describe('what the audit log says of sign-ins with an identity provider', () => {
  let api: TestApi
  let provider: TestProvider
  const idp = new TestIdp('https://idp.example/metadata', identity)
  before(async () => {
    api = await startTestApi()
    await proveOwn(api, 'idp.example')
    provider = await makeProvider(api, idp, { defaultRole: 'edit' })
  })
  after(async () => api.stop())

  it('names the provider, the network address and the browser, in the transaction of the sign-in', async () => {
    const reply = await new SamlBrowser(api).signIn(provider, idp, said('ann'))
    assert.equal(reply.status, 303)
    const [{ account_id: accountId }] = await api.rows(
      `select account_id from account_identity where subject = 'ann'`,
    )
    const [entry, ...more] = await notesOf(api, accountId)
    assert.deepEqual(more, [])
    assert.equal(entry.action, 'member_signed_in')
    assert.deepEqual(entry.details, { by: 'saml', provider: provider.id, ...place })
    assert.equal(entry.requestId, reply.headers['x-request-id'])
    assert.deepEqual(await writeNotes(api), [])
  })

  it('names why an answer was refused, five times for each reason, and nothing that came', async () => {
    const acs = new URL(provider.acsURL).pathname
    for (let turn = 0; turn < 7; turn += 1) {
      const junk = await new SamlBrowser(api).bring(acs, `<junk>secret text ${turn}`)
      assert.equal(junk.status, 403)
    }
    const wrong = { audience: 'https://secret.example', ...said('secret-subject') }
    const reply = await new SamlBrowser(api).signIn(provider, idp, wrong)
    assert.equal(reply.status, 403)
    const entries = await notesOf(api, provider.id)
    assert.deepEqual(reasonsOf(entries), [
      ...Array.from({ length: 5 }, () => 'unreadable'),
      'audience',
    ])
    for (const { actor, target, action } of entries) {
      assert.equal(action, 'member_sign_in_refused')
      assert.deepEqual(actor, { object: 'user', id: 'lectern:unknown' })
      assert.deepEqual(target, { object: 'saml-provider', id: provider.id })
    }
    assert.deepEqual(entries.at(-1)?.details, {
      by: 'saml',
      provider: provider.id,
      reason: 'audience',
      ...place,
    })
    assert.doesNotMatch(JSON.stringify(entries), /secret/)
  })

  it('names why nobody came in although the answer was good', async () => {
    const own = await makeProvider(api, new TestIdp('https://own.example', identity))
    const from = new TestIdp('https://own.example', identity)
    await api.services.db.transaction(async (tx) =>
      createAccount(tx, {
        displayName: 'Zoe',
        email: 'zoe@idp.example',
        isVerified: true,
      }),
    )
    // Whoever has an account goes on by a mailed link, which is no refusal.
    const mailed = await new SamlBrowser(api).signIn(own, from, said('zoe'))
    assert.match(mailed.text, /Look into your mail/)
    await new SamlBrowser(api).signIn(own, from, { subject: 'nameless', attributes: {} })
    const { pathname } = new URL(own.entityID)
    const foreign = `${pathname}/finish/${'a'.repeat(43)}`
    assert.equal((await new SamlBrowser(api).get(foreign)).status, 403)
    const link = `${pathname}/link/${'a'.repeat(43)}`
    const stranger = new SamlBrowser(api)
    // Looking at a link is not noted, because programs do that.
    assert.equal((await stranger.get(link)).status, 403)
    assert.equal((await stranger.post(link)).status, 403)
    const entries = await notesOf(api, own.id)
    assert.deepEqual(reasonsOf(entries), [
      'no_address',
      'not_begun_here',
      'link_not_valid',
    ])
    assert.doesNotMatch(JSON.stringify(entries), /zoe|nameless/)
  })

  it('names the member who is suspended', async () => {
    await new SamlBrowser(api).signIn(provider, idp, said('sue'))
    const [{ account_id: accountId }] = await api.rows(
      `update member set disabled = true where user_id = (
         select account_id from account_identity where subject = 'sue'
       ) returning user_id as account_id`,
    )
    const reply = await new SamlBrowser(api).signIn(provider, idp, said('sue'))
    assert.match(reply.text, /is suspended/)
    const entry = (await notesOf(api, accountId)).at(-1)
    assert.equal(entry.action, 'member_sign_in_refused')
    assert.deepEqual([entry.actor.id, entry.target.id], [accountId, accountId])
    assert.equal(entry.details.reason, 'member_disabled')
  })

  it('notes nothing where somebody is only asked', async () => {
    const browser = new SamlBrowser(api)
    await browser.signIn(provider, idp, said('first'))
    const kept = await api.rows('select count(*) from audit_event')
    const inResponseTo = await browser.begin(provider)
    const { acsURL, entityID: audience } = provider
    const xml = idp.answer(idp.says({ acsURL, audience, inResponseTo }, said('second')))
    const finish = pathOf(await browser.bring(new URL(acsURL).pathname, xml))
    assert.equal((await browser.get(finish)).status, 200)
    assert.deepEqual(await api.rows('select count(*) from audit_event'), kept)
  })

  it('is not the only place: each refusal is in the log of the server', async () => {
    const written: string[] = []
    const log = openLogger('info', 'test', { write: (line) => written.push(line) })
    const origin = { address: '192.0.2.1', userAgent: undefined, requestId: 'asked' }
    const refused = {
      organizationId: api.organization,
      by: 'saml',
      provider: 'of-nobody',
      providerKind: 'saml-provider',
      reason: 'time',
    } as const
    for (let turn = 0; turn < 7; turn += 1) {
      await noteRefusedAtProvider({ db: api.services.db, log }, origin, refused)
    }
    assert.equal(written.length, 7)
    for (const line of written) {
      assert.match(line, /"reason":"time".*"address":"192\.0\.2\.1","requestId":"asked"/)
    }
    assert.equal((await notesOf(api, 'of-nobody')).length, 5)
  })
})

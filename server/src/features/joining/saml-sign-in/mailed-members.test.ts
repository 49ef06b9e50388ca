import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { createAccount } from '#/features/people/users/public.ts'
import { type RunningWorker, startWorker } from '#/start/worker.ts'
import { until } from '#test/database/test-until.ts'
import { openPostOffice, type PostOffice } from '#test/notifications/test-post-office.ts'
import { recordStatement } from '#test/recorded-statements.ts'
import { notesOf } from '#test/sessions/test-sign-in-notes.ts'
import { makeIdentity } from '#test/sso/test-certificates.ts'
import { TestIdp } from '#test/sso/test-idp.ts'
import {
  makeProvider,
  SamlBrowser,
  type TestProvider,
} from '#test/sso/test-saml-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('a mailed link that joins an account with an identity provider', () => {
  let api: TestApi
  let office: PostOffice
  let worker: RunningWorker
  let provider: TestProvider
  const idp = new TestIdp('https://idp.example/metadata', makeIdentity())
  let people = 0
  before(async () => {
    office = await openPostOffice()
    api = await startTestApi({ MAIL_URL: office.url, SIGN_IN_LIMIT_MAILS: '3' })
    worker = await startWorker(api.services.config, { onStatement: recordStatement })
    provider = await makeProvider(api, idp)
  })
  after(async () => {
    await worker.stop()
    await api.stop()
    await office.stop()
  })

  async function person() {
    people += 1
    const email = `person${people}@elsewhere.example`
    const accountId = await api.services.db.transaction(async (tx) =>
      createAccount(tx, { displayName: 'Owner', email, isVerified: true }),
    )
    const said = { subject: `person ${people}`, attributes: { email: [email] } }
    return { accountId, email, said }
  }

  type Person = Awaited<ReturnType<typeof person>>

  const mailsTo = ({ email }: Person) => office.received.filter(({ to }) => to === email)

  const linksTo = (of: Person) =>
    mailsTo(of).flatMap(({ text }) => /https?:\/\/\S+\/link\/\S+/.exec(text) ?? [])

  /** Goes through the provider, and opens the link that is mailed. */
  async function openLink(of: Person) {
    const sent = linksTo(of).length
    const browser = new SamlBrowser(api)
    const { text } = await browser.signIn(provider, idp, of.said)
    assert.match(text, /Look into your mail/)
    const url = await until('a link is mailed', () => linksTo(of)[sent])
    const reply = await browser.post(new URL(url).pathname)
    return { ...reply, isSignedIn: browser.cookies.has('__Host-lectern') }
  }

  const identitiesOf = async ({ accountId }: Person) =>
    api.rows('select organization_id from account_identity where account_id = $1', [
      accountId,
    ])

  const reasonsAt = async (target: string) =>
    (await notesOf(api, target)).map(({ details }) => details.reason)

  it('has its owner told, and notes the sign-in', async () => {
    const ann = await person()
    assert.equal((await openLink(ann)).status, 303)
    assert.deepEqual(await identitiesOf(ann), [{ organization_id: api.organization }])
    await until('the owner is told', () =>
      mailsTo(ann).find(({ subject }) => subject.includes('was joined with')),
    )
    const [{ action, details }] = await notesOf(api, ann.accountId)
    assert.equal(action, 'member_signed_in')
    assert.deepEqual([details.by, details.provider], ['saml', provider.id])
  })

  it('joins nothing for a suspended member, who is told so', async () => {
    const ann = await person()
    await openLink(ann)
    await api.rows('update member set disabled = true where user_id = $1', [
      ann.accountId,
    ])
    await api.rows('delete from account_identity where account_id = $1', [ann.accountId])
    const { status, text, isSignedIn } = await openLink(ann)
    assert.deepEqual([status, isSignedIn], [403, false])
    assert.match(text, /is suspended/)
    assert.deepEqual(await identitiesOf(ann), [])
    assert.deepEqual((await reasonsAt(ann.accountId)).at(-1), 'member_disabled')
  })

  it('is needed again by whoever was removed, and lets them back in', async () => {
    const ann = await person()
    await openLink(ann)
    const path = `/orgs/${api.organization}/members/${ann.accountId}`
    assert.equal((await api.as('admin').delete(path)).status, 204)
    assert.deepEqual(await identitiesOf(ann), [])
    assert.equal((await openLink(ann)).status, 303)
    assert.equal((await identitiesOf(ann)).length, 1)
    assert.equal((await api.as('admin').get(path)).status, 200)
  })

  it('joins nothing where its owner would not be told', async () => {
    const ann = await person()
    for (const _time of [1, 2, 3]) {
      await openLink(ann)
      await api.rows('delete from account_identity where account_id = $1', [
        ann.accountId,
      ])
      await api.rows(`delete from mail_count where subject like 'sign-in-%'`)
    }
    const { status, text, isSignedIn } = await openLink(ann)
    assert.deepEqual([status, isSignedIn], [429, false])
    assert.match(text, /changed so often today/)
    assert.deepEqual(await identitiesOf(ann), [])
    assert.deepEqual(await reasonsAt(provider.id), ['methods_changed_too_often'])
  })
})

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { createSignInLink } from '#/features/joining/sign-in/public.ts'
import { addMember } from '#/features/people/members/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import { appCode, beginOfStep } from '#test/sessions/test-app-codes.ts'
import { openTestBrowser, type TestBrowser } from '#test/sessions/test-form-browser.ts'
import { addTestPasskey } from '#test/sessions/test-passkey.ts'
import { setTestFactor } from '#test/sessions/test-second-factor.ts'
import { notesOf, writeNotes } from '#test/sessions/test-sign-in-notes.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { visitorOf } from '#test/welcome/test-welcome.ts'

const password = 'plain words of no use'
const path = '/~sign-in/password'
const address = '192.0.2.77'
const firefox = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
}
const place = { address, device: 'Firefox on Linux' }

interface Person {
  readonly email: string
  readonly accountId: string
}

const detailsOf = (entries: TestBody[]) => entries.map(({ details }) => details)

describe('what audit logs say of sign-ins', () => {
  let api: TestApi
  let stored: string
  let people = 0
  before(async () => {
    api = await startTestApi({ TRUST_PROXY: 'on', SIGN_IN_LIMIT_ACCOUNT: '4' })
    stored = await api.services.passwords.hash(password)
  })
  beforeEach(async () => {
    await api.rows('delete from sign_in_attempt')
    await api.rows(`delete from pgboss.job where name = 'sign-in.write-note'`)
  })
  after(async () => api.stop())

  const at = (from = address): TestBrowser => {
    const browser = openTestBrowser(api.url, from)
    return {
      ...browser,
      post: async (to, fields, headers) =>
        browser.post(to, fields, { ...firefox, ...headers }),
    }
  }

  /** Somebody with a password who is a member of the sample organization. */
  async function person(): Promise<Person> {
    people += 1
    const email = `person${people}@notes.example`
    const accountId = await api.services.db.transaction(async (tx) => {
      const userId = await createAccount(tx, {
        displayName: 'Ann',
        email,
        isVerified: true,
      })
      const member = { organizationId: api.organization, userId, role: null, sso: false }
      await addMember(tx, member)
      return userId
    })
    await api.rows('insert into account_password (account_id, hash) values ($1, $2)', [
      accountId,
      stored,
    ])
    return { email, accountId }
  }

  async function joinOther({ accountId: userId }: Person): Promise<void> {
    await api.services.db.transaction(async (tx) =>
      addMember(tx, {
        organizationId: api.otherOrganization,
        userId,
        role: null,
        sso: false,
      }),
    )
  }

  const notes = async ({ accountId }: Pick<Person, 'accountId'>): Promise<TestBody[]> =>
    notesOf(api, accountId)
  const elsewhere = () =>
    ({ organization: api.otherOrganization, admin: 'outsider' }) as const

  it('name the way, the network address and the browser, with the id of the request', async () => {
    const ann = await person()
    const { status, headers } = await at().post(path, { email: ann.email, password })
    assert.equal(status, 303)
    await writeNotes(api)
    const [entry, ...more] = await notes(ann)
    assert.deepEqual(more, [])
    assert.equal(entry.action, 'member_signed_in')
    assert.equal(entry.actor.id, ann.accountId)
    assert.deepEqual(entry.target, { object: 'member', id: ann.accountId })
    assert.deepEqual(entry.details, { by: 'password', ...place })
    assert.equal(entry.requestId, headers['x-request-id'])
    assert.ok(Math.abs(Date.parse(entry.occurredAt) - Date.now()) < 60_000)
  })

  it('tell the links of mails and of the operator apart', async () => {
    const ann = await person()
    const flow = '/~sign-in/mail'
    const browser = at()
    await browser.post(flow, { email: ann.email })
    const [{ flow_hash: flowHash }] = await api.rows(
      'select flow_hash from sign_in_mail where email = $1',
      [ann.email],
    )
    for (const given of [{ flowHash }, {}]) {
      const link = await api.services.db.transaction(async (tx) =>
        createSignInLink(tx, { accountId: ann.accountId, ...given }),
      )
      assert.equal((await browser.post(link)).status, 303)
    }
    await writeNotes(api)
    assert.deepEqual(detailsOf(await notes(ann)), [
      { by: 'link', ...place },
      { by: 'operator-link', ...place },
    ])
  })

  it('say which code was given besides', async () => {
    const ann = await person()
    const { secret, recovery } = await setTestFactor(api, ann.accountId)
    await beginOfStep()
    for (const code of [appCode(secret), recovery]) {
      const browser = at()
      await browser.post(path, { email: ann.email, password })
      assert.equal((await browser.post('/~sign-in/code', { code })).status, 303)
    }
    const jobs = await writeNotes(api)
    assert.deepEqual(detailsOf(await notes(ann)), [
      { by: 'password', secondFactor: 'app', ...place },
      { by: 'password', secondFactor: 'recovery-code', ...place },
    ])
    assert.ok(!jobs.join().includes(recovery))
  })

  it('tell of passkeys, right and wrong ones', async () => {
    const ann = await person()
    const passkey = await addTestPasskey(api, ann.accountId)
    assert.equal(await passkey.use(at()), 303)
    assert.equal(await passkey.use(at(), { isForged: true }), 403)
    await writeNotes(api)
    assert.deepEqual(detailsOf(await notes(ann)), [
      { by: 'passkey', ...place },
      { by: 'passkey', reason: 'passkey_refused', ...place },
    ])
  })

  it('tell of the first sign-in, by the link of an invitation', async () => {
    const link = await visitorOf(api).invited('welcome@notes.example')
    assert.equal((await at().post(link, { displayName: 'Wendy' })).status, 200)
    await writeNotes(api)
    const [{ account_id: accountId }] = await api.rows(
      'select account_id from account_email where email = $1',
      ['welcome@notes.example'],
    )
    assert.deepEqual(detailsOf(await notes({ accountId })), [{ by: 'welcome', ...place }])
  })

  it('are told in each organization of the account, once however often the job runs', async () => {
    const ann = await person()
    await joinOther(ann)
    await at().post(path, { email: ann.email, password })
    await writeNotes(api)
    const [here] = await notes(ann)
    const there = await notesOf(api, ann.accountId, elsewhere())
    assert.deepEqual(there, [here])
  })

  it('say that an organization which wants its own sign-in was not opened', async () => {
    const ann = await person()
    await joinOther(ann)
    await api.rows(
      'update member set needs_sso = true where organization_id = $1 and user_id = $2',
      [api.organization, ann.accountId],
    )
    await at().post(path, { email: ann.email, password })
    await writeNotes(api)
    const [entry] = await notes(ann)
    assert.equal(entry.action, 'member_sign_in_refused')
    assert.equal(entry.actor.id, ann.accountId)
    assert.deepEqual(entry.details, { by: 'password', ...place, reason: 'sso_required' })
    const [opened] = await notesOf(api, ann.accountId, elsewhere())
    assert.equal(opened.action, 'member_signed_in')
  })

  it('say nothing of members who are suspended or gone', async () => {
    const ann = await person()
    await joinOther(ann)
    const of = [api.organization, ann.accountId]
    await api.rows(
      'update member set disabled = true where organization_id = $1 and user_id = $2',
      of,
    )
    await at().post(path, { email: ann.email, password })
    await at().post(path, { email: ann.email, password: 'wrong' })
    await writeNotes(api)
    assert.deepEqual(await notes(ann), [])
    assert.equal((await notesOf(api, ann.accountId, elsewhere())).length, 2)
  })

  it('tell of wrong passwords, and once in a quarter of an hour that there were too many', async () => {
    const ann = await person()
    for (let turn = 0; turn < 7; turn += 1) {
      await at(`192.0.2.${turn + 1}`).post(path, {
        email: ann.email,
        password: `secret guess ${turn}`,
      })
    }
    const jobs = await writeNotes(api)
    const entries = await notes(ann)
    assert.deepEqual(
      entries.map(({ details }) => [details.reason, details.address]),
      [
        ['password_wrong', '192.0.2.1'],
        ['password_wrong', '192.0.2.2'],
        ['password_wrong', '192.0.2.3'],
        ['password_wrong', '192.0.2.4'],
        ['too_many_attempts', '192.0.2.5'],
      ],
    )
    for (const { actor, action } of entries) {
      assert.deepEqual(actor, { object: 'user', id: 'lectern:unknown' })
      assert.equal(action, 'member_sign_in_refused')
    }
    assert.doesNotMatch(
      `${jobs.join()}${JSON.stringify(entries)}`,
      /guess|notes\.example/,
    )
  })

  it('tell nothing of addresses that nobody has, for which as much is done', async () => {
    const kept = await api.rows('select count(*) from audit_event')
    for (let turn = 0; turn < 7; turn += 1) {
      const typed = { email: 'typed.by.mistake@nobody.example', password }
      await at().post(path, typed)
      await at().post('/~sign-in/mail', typed)
    }
    const jobs = await writeNotes(api)
    assert.equal(jobs.length, 6)
    assert.doesNotMatch(jobs.join(), /typed|nobody/)
    assert.deepEqual(await api.rows('select count(*) from audit_event'), kept)
  })

  it('tell of wrong codes, of too many, and of links that are asked for too often', async () => {
    const ann = await person()
    await setTestFactor(api, ann.accountId)
    const browser = at()
    await browser.post(path, { email: ann.email, password })
    for (let turn = 0; turn < 6; turn += 1) {
      await browser.post('/~sign-in/code', { code: 'wrong1' })
      await browser.post('/~sign-in/mail', { email: ann.email })
    }
    await writeNotes(api)
    const reasons = (await notes(ann)).map(
      ({ details: { by, reason } }) => `${by} ${reason}`,
    )
    assert.deepEqual(reasons.toSorted(), [
      'link too_many_attempts',
      'password code_wrong',
      'password code_wrong',
      'password code_wrong',
      'password code_wrong',
      'password too_many_attempts',
    ])
  })

  it('tell of a link that is used in another browser, or too late', async () => {
    const ann = await person()
    const link = async (flowHash?: string) =>
      api.services.db.transaction(async (tx) =>
        createSignInLink(tx, { accountId: ann.accountId, flowHash }),
      )
    const [foreign, late] = [await link('a'.repeat(64)), await link()]
    await api.rows(
      `update sign_in_link set expires_at = now() - interval '1 second'
       where account_id = $1 and flow_hash is null`,
      [ann.accountId],
    )
    for (const dead of [foreign, late]) assert.equal((await at().post(dead)).status, 404)
    await at().post(`/~sign-in/link/${'a'.repeat(43)}`)
    assert.equal((await writeNotes(api)).length, 2)
    assert.deepEqual(detailsOf(await notes(ann)), [
      { by: 'link', reason: 'link_not_valid', ...place },
      { by: 'operator-link', reason: 'link_not_valid', ...place },
    ])
    for (let turn = 0; turn < 6; turn += 1) await at().post(foreign)
    assert.equal((await writeNotes(api)).length, 2)
  })

  it('have room for twenty refusals of a kind in a quarter of an hour, whatever the limits are', async () => {
    const ann = await person()
    await at().post(path, { email: ann.email, password: 'wrong' })
    const [{ data }] = await api.rows(
      `select data from pgboss.job where name = 'sign-in.write-note'`,
    )
    await api.rows(
      `insert into pgboss.job (name, data)
       select 'sign-in.write-note', $1::jsonb || jsonb_build_object('id', 'more' || n)
       from generate_series(1, 30) as n`,
      [data],
    )
    assert.equal((await writeNotes(api)).length, 31)
    assert.equal((await notes(ann)).length, 20)
  })
})

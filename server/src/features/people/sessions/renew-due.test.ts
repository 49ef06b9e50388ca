import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, it } from 'node:test'

import { suspendMember } from '#/features/people/members/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import {
  type BrowserReply,
  sessionAt,
  signIn,
  type TestSession,
  untilEnded,
} from '#test/sessions/test-browser-session.ts'
import { openTestBrowser } from '#test/sessions/test-form-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { sweepSessions } from './session-jobs.ts'

describe('a session whose person has other rights', () => {
  let api: TestApi
  let people = 0
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  async function account(): Promise<string> {
    people += 1
    const email = `person${people}@renewed.example`
    return api.services.db.transaction(async (tx) =>
      createAccount(tx, { displayName: 'Ann', email, isVerified: true }),
    )
  }

  async function inviteLink(): Promise<string> {
    const invites = `/orgs/${api.organization}/link-invites`
    const { status, body } = await api.as('admin').post(invites, { role: 'read' })
    assert.equal(status, 201)
    return `/orgs/${api.organization}/invites/${body.id}`
  }

  /** The session as the browser has it after an answer; undefined where that gave no other secret. */
  function renewedBy(reply: BrowserReply, session: TestSession): TestSession | undefined {
    const [cookie] = [reply.headers['set-cookie'] ?? []].flat()
    return cookie === undefined ? undefined : sessionAt(api.url, { ...session, cookie })
  }

  async function joined(): Promise<TestSession> {
    const session = await signIn(api, await account())
    const reply = await session.send('POST', await inviteLink())
    assert.equal(reply.status, 200)
    // What was known of the session before is known for half a second.
    await sleep(550)
    return session
  }

  const endGrace = async () =>
    api.rows(`update former_session set expires_at = now() - interval '1 second'`)

  const storedOf = async ({ accountId }: TestSession) =>
    api.rows('select id, hash from browser_session where account_id = $1', [accountId])

  it('by joining an organization has another secret with the next request, and stays itself', async () => {
    const session = await joined()
    const [former] = await storedOf(session)
    const next = await session.get('/user/session')
    const renewed = renewedBy(next, session)
    assert.ok(renewed)
    assert.notEqual(renewed.secret, session.secret)
    const [stored] = await storedOf(session)
    assert.equal(stored.id, former.id)
    assert.notEqual(stored.hash, former.hash)
    const again = await renewed.get('/user/session')
    const { lastUsedAt: _, expiresAt: __, ...same } = again.body
    assert.equal(same.id, next.body.id)
    assert.equal(same.createdAt, next.body.createdAt)
    assert.equal(renewedBy(again, session), undefined)
  })

  it('is renewed by one of several requests, and none of those under way is refused', async () => {
    const session = await joined()
    const replies = await Promise.all(
      Array.from({ length: 8 }, async (_, index) =>
        index % 2 === 0
          ? session.get('/user')
          : session.send('POST', '/user/tokens', { label: `T${index}` }),
      ),
    )
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 201, 200, 201, 200, 201, 200, 201],
    )
    const given = replies.filter((reply) => renewedBy(reply, session) !== undefined)
    assert.equal(given.length, 1)
    assert.equal((await storedOf(session)).length, 1)
  })

  it('has its former secret refused after half a minute', async () => {
    const session = await joined()
    const renewed = renewedBy(await session.get('/user'), session)
    await sleep(550)
    assert.equal((await session.get('/user')).status, 200)
    const [{ seconds }] = await api.rows(
      `select max(extract(epoch from expires_at - now()))::int as seconds from former_session`,
    )
    assert.ok(seconds > 20 && seconds <= 30, String(seconds))
    await endGrace()
    await untilEnded(session)
    assert.equal((await renewed?.get('/user'))?.status, 200)
    await sweepSessions.run({}, api.services)
    assert.deepEqual(await api.rows('select 1 from former_session'), [])
  })

  it('is ended by signing out with its former secret too', async () => {
    const session = await joined()
    const browser = openTestBrowser(api.url)
    browser.take('__Host-lectern', session.secret)
    const renewed = renewedBy(await session.get('/user'), session)
    assert.ok(renewed)
    assert.equal((await browser.post('/~sign-in/out')).status, 200)
    assert.deepEqual(await storedOf(session), [])
    await untilEnded(renewed)
    await untilEnded(session)
  })

  it('is each one of the person, when an admin gives another role', async () => {
    const userId = api.users.comment
    const member = `/orgs/${api.organization}/members/${userId}`
    const sessions = [await signIn(api, userId), await signIn(api, userId)]
    const bound = await signIn(api, userId, {
      organizationId: api.organization,
      way: 'saml',
    })
    const elsewhere = await signIn(api, userId, {
      organizationId: 'another',
      way: 'saml',
    })
    const admin = api.as('admin')
    assert.equal((await admin.patch(member, { role: 'admin' })).status, 200)
    for (const session of [...sessions, bound]) {
      assert.ok(renewedBy(await session.get('/user'), session))
    }
    assert.equal(renewedBy(await elsewhere.get('/user'), elsewhere), undefined)
    const own = await signIn(api, userId)
    assert.equal((await admin.patch(member, { role: 'admin' })).status, 200)
    assert.equal(renewedBy(await own.get('/user'), own), undefined)
    await admin.patch(member, { role: 'comment' })
    await sleep(550)
    assert.ok(renewedBy(await own.get('/user'), own))
  })

  it('is renewed when a suspension is taken back', async () => {
    const userId = api.users.edit
    const session = await signIn(api, userId)
    const by = { caller: { userId: api.users.admin }, requestId: 'test' }
    const organizationId = api.organization
    for (const isSuspended of [true, false]) {
      await api.services.db.transaction(async (tx) =>
        suspendMember(tx, by, { organizationId, userId, isSuspended }),
      )
      const isRenewed = renewedBy(await session.get('/user'), session) !== undefined
      assert.equal(isRenewed, !isSuspended)
      await sleep(550)
    }
  })

  it('is renewed once in half a minute at most, and then catches up', async () => {
    const session = await joined()
    const first = renewedBy(await session.get('/user'), session)
    assert.ok(first)
    await api.rows('update browser_session set renewal_due = true where id = $1', [
      session.id,
    ])
    await sleep(550)
    assert.equal(renewedBy(await first.get('/user'), first), undefined)
    await api.rows(
      `update browser_session set renewed_at = now() - interval '31 seconds' where id = $1`,
      [session.id],
    )
    await sleep(550)
    assert.ok(renewedBy(await first.get('/user'), first))
  })

  it('is not renewed by what pages of other origins ask', async () => {
    const session = await joined()
    const foreign = { 'sec-fetch-site': 'cross-site' }
    for (const reply of [
      await session.get('/user', foreign),
      await session.send('PATCH', `/users/${session.accountId}`, {}, foreign),
    ]) {
      assert.equal(renewedBy(reply, session), undefined)
    }
    assert.ok(renewedBy(await session.get('/user'), session))
  })
})

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, it } from 'node:test'

import {
  sessionAt,
  signIn,
  type TestSession,
} from '#test/sessions/test-browser-session.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { endSessionsOf, renewSession, type SignIn } from './public.ts'

describe('a session that is renewed', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  async function set(session: TestSession, columns: string): Promise<void> {
    await api.rows(`update browser_session set ${columns} where id = $1`, [session.id])
  }

  async function hashOf({ id }: TestSession): Promise<string> {
    const [row] = await api.rows('select hash from browser_session where id = $1', [id])
    return row.hash
  }

  async function renew(session: TestSession, hash: string, again?: SignIn) {
    const renewed = await api.services.db.transaction(async (tx) =>
      renewSession(tx, api.services.config, { hash, ...(again && { signIn: again }) }),
    )
    return renewed && sessionAt(api.url, { ...session, cookie: renewed.cookie })
  }

  it('has another secret, and the old one is nobody’s', async () => {
    const session = await signIn(api, api.users.read)
    await set(session, `authenticated_at = now() - interval '1 hour'`)
    const { body: known } = await session.get('/user/session')
    const renewed = await renew(session, await hashOf(session))
    assert.notEqual(renewed?.secret, session.secret)
    await sleep(600)
    assert.equal((await session.get('/user')).status, 401)
    const { body: now } = (await renewed?.get('/user/session')) ?? {}
    const { lastUsedAt, expiresAt } = now
    assert.ok(lastUsedAt >= known.lastUsedAt && expiresAt >= known.expiresAt)
    assert.deepEqual(now, { ...known, lastUsedAt, expiresAt })
  })

  it('by signing in again is fresh and lasts as long as a new one', async () => {
    const session = await signIn(api, api.users.read)
    await set(
      session,
      `authenticated_at = now() - interval '1 hour', expires_at = now() + interval '1 hour'`,
    )
    const again: SignIn = { way: 'passkey', address: '192.0.2.8', userAgent: undefined }
    const renewed = await renew(session, await hashOf(session), again)
    const { body } = (await renewed?.get('/user/session')) ?? {}
    assert.deepEqual(
      [body.id, body.isFresh, body.way, body.address],
      [session.id, true, 'passkey', '192.0.2.8'],
    )
    assert.ok(Date.parse(body.expiresAt) > Date.now() + 300 * 3_600_000)
  })

  it('stays ended', async () => {
    const session = await signIn(api, api.users.comment)
    const hash = await hashOf(session)
    const other = await signIn(api, api.users.comment)
    await api.services.db.transaction(async (tx) =>
      endSessionsOf(tx, session.accountId, { exceptId: other.id }),
    )
    assert.equal(await renew(session, hash), undefined)
    assert.equal((await other.get('/user')).status, 200)
  })

  it('and was signed in more than 10 minutes ago makes and ends no API token', async () => {
    const session = await signIn(api, api.users.edit)
    const make = async () => session.send('POST', '/user/tokens', { label: 'X' })
    const { id } = (await make()).body
    await set(session, `authenticated_at = now() - interval '9 minutes 30 seconds'`)
    assert.equal((await make()).status, 201)
    await set(session, `authenticated_at = now() - interval '10 minutes 1 second'`)
    const { status, body } = await make()
    assert.deepEqual([status, body.error.reason], [403, 'sign_in_again'])
    const ended = await session.send('DELETE', `/user/tokens/${id}`)
    assert.deepEqual([ended.status, ended.body.error.reason], [403, 'sign_in_again'])
    assert.equal((await session.get('/user/session')).body.isFresh, false)
    const renewed = await renew(session, await hashOf(session))
    const refused = await renewed?.send('POST', '/user/tokens', { label: 'X' })
    assert.equal(refused?.status, 403)
  })
})

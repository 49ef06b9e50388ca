import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, it } from 'node:test'

import { mintSessionSecret } from '#/access/session.ts'
import { issueToken } from '#/features/people/api-tokens/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import { startApi } from '#/start/api.ts'
import { askAs, signIn, type TestSession } from '#test/sessions/test-browser-session.ts'
import { untilAllIdle } from '#test/database/test-until.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { sweepSessions } from './session-jobs.ts'

const nowhere = '0AbsentAbsentAbsent0'

/** Long enough for every process to have forgotten what it knew. */
const forgotten = async () => sleep(600)

describe('sessions of browsers', () => {
  let api: TestApi
  let people = 0
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  async function account(): Promise<string> {
    people += 1
    const email = `person${people}@sessions.example`
    return api.services.db.transaction(async (tx) =>
      createAccount(tx, { displayName: 'Person', email, isVerified: true }),
    )
  }

  async function tokenOf(accountId: string, more: object = {}) {
    const { secret } = await api.services.db.transaction(async (tx) =>
      issueToken(tx, { accountId, label: 'Program', ...more }),
    )
    return api.withToken(secret)
  }

  async function set(session: TestSession, columns: string): Promise<void> {
    await api.rows(`update browser_session set ${columns} where id = $1`, [session.id])
  }

  it('let their person read and write', async () => {
    const session = await signIn(api, await account())
    const user = await session.get('/user')
    assert.deepEqual([user.status, user.body.id], [200, session.accountId])
    const path = `/users/${session.accountId}`
    const renamed = await session.send('PATCH', path, { displayName: 'New' })
    assert.deepEqual([renamed.status, renamed.body.displayName], [200, 'New'])
  })

  it('are stored as a hash, and no answer or row holds their secret', async () => {
    const session = await signIn(api, await account())
    assert.match(session.secret, /^lec_s_[0-9A-Za-z]{49}$/)
    const replies = [
      await session.get('/user/session'),
      await session.get('/user/sessions'),
    ]
    const rows = await api.rows(
      'select s::text as row from browser_session s where id = $1',
      [session.id],
    )
    for (const text of [
      ...replies.map(({ body }) => JSON.stringify(body)),
      rows[0].row,
    ]) {
      assert.ok(text.includes(session.id))
      assert.ok(!text.includes(session.secret))
    }
  })

  it('keep answers to themselves, by the cookie and the token', async () => {
    const session = await signIn(api, await account())
    const read = await session.get('/user')
    assert.match(String(read.headers['cache-control']), /^private/)
    assert.equal(read.headers['vary'], 'Authorization, Cookie, Origin')
    assert.equal(read.headers['access-control-allow-credentials'], undefined)
    const path = `/users/${session.accountId}`
    const written = await session.send('PATCH', path, { displayName: 'New' })
    assert.equal(written.headers['cache-control'], 'no-store')
  })

  it('give way to a token that comes with them, whether it is good or not', async () => {
    const session = await signIn(api, await account())
    const other = await account()
    const { secret } = await api.services.db.transaction(async (tx) =>
      issueToken(tx, { accountId: other, label: 'Program' }),
    )
    const both = await session.get('/user', { authorization: `Bearer ${secret}` })
    assert.equal(both.body.id, other)
    const bad = await session.get('/user', { authorization: 'Bearer lec_u_wrong' })
    assert.equal(bad.status, 401)
  })

  it('are refused when malformed, unknown, several or in the wrong header', async () => {
    const session = await signIn(api, await account())
    const unknown = `${session.cookie.slice(0, -7)}0000000`
    const wrong = [
      '__Host-lectern=',
      '__Host-lectern=x',
      unknown,
      `${session.cookie}x`,
      `${session.cookie}; ${session.cookie}`,
      `__Host-lectern="${session.secret}"`,
      `__host-lectern=${session.secret}`,
      `lectern=${session.secret}`,
      `__Host-lectern2=${session.secret}`,
      `x__Host-lectern=${session.secret}`,
      // To browsers a space that does not break is a part of the name, which then has no prefix.
      `\u00A0__Host-lectern=${session.secret}`,
      `\u00A0${session.cookie}; a=b`,
    ]
    for (const cookie of wrong) {
      const reply = await askAs(api.url, { cookie }, { method: 'GET', path: '/user' })
      assert.deepEqual(
        [reply.status, reply.body.error.reason],
        [401, 'unauthenticated'],
        cookie,
      )
    }
    const asBearer = await api.withToken(session.secret).get('/user')
    assert.equal(asBearer.status, 401)
    for (const cookie of [
      `a=b;${session.cookie};c=d`,
      `a=b; \t${session.cookie}\t; c=d`,
      // Another host of the domain can set such a cookie, and signs nobody out by it.
      `${session.cookie}; \u00A0__Host-lectern=${mintSessionSecret()}`,
    ]) {
      const reply = await askAs(api.url, { cookie }, { method: 'GET', path: '/user' })
      assert.equal(reply.status, 200, cookie)
    }
  })

  it('are nobody to what pages of other origins read', async () => {
    const { cookie } = await signIn(api, await account())
    const statusFrom = async (site: string, method = 'GET') => {
      const headers = { cookie, 'sec-fetch-site': site }
      return (await askAs(api.url, headers, { method, path: '/user' })).status
    }
    for (const own of ['same-origin', 'none']) assert.equal(await statusFrom(own), 200)
    for (const foreign of ['cross-site', 'same-site', 'x']) {
      assert.equal(await statusFrom(foreign), 401, foreign)
      assert.equal(await statusFrom(foreign, 'HEAD'), 401, foreign)
    }
  })

  it('of two people in one browser share no answer that it kept', async () => {
    const path = '/user/notifications'
    const [ann, bob] = [await account(), await account()]
    const kept = (await (await signIn(api, ann)).get(path)).headers['etag']
    const known = { 'if-none-match': String(kept) }
    assert.equal((await (await signIn(api, ann)).get(path, known)).status, 304)
    assert.equal((await (await signIn(api, bob)).get(path, known)).status, 200)
  })

  it('are looked at on the host of PUBLIC_URL alone', async () => {
    const { cookie } = await signIn(api, await account())
    const statusAt = async (host: string) =>
      (await askAs(api.url, { cookie, host }, { method: 'GET', path: '/user' })).status
    const own = ['lectern.test', 'LECTERN.test', 'lectern.test:80']
    for (const host of own) assert.equal(await statusAt(host), 200, host)
    const others = [
      'files.lectern.test',
      'lectern.test.evil.example',
      'lectern.test:8080',
      'lectern.test.',
      'evil@lectern.test',
      'acme.localhost:3001',
      '127.0.0.1',
    ]
    for (const host of others) assert.notEqual(await statusAt(host), 200, host)
  })

  it('that have ended are like none where anyone may ask', async () => {
    const cookie = '__Host-lectern=gone'
    const identity = { cookie, 'sec-fetch-site': 'cross-site' }
    const asked = { method: 'GET', path: '/' }
    const [with_, without] = [
      await askAs(api.url, identity, asked),
      await askAs(api.url, {}, asked),
    ]
    assert.equal(without.status, 200)
    assert.deepEqual(with_.body, without.body)
  })

  it('end when they are not used for SESSION_IDLE_HOURS, and after SESSION_HOURS at last', async () => {
    const session = await signIn(api, await account())
    const [row] = await api.rows(
      `select extract(epoch from expires_at - created_at)::int / 3600 as hours
       from browser_session where id = $1`,
      [session.id],
    )
    assert.equal(row.hours, 2160)
    await set(session, `last_used_at = now() - interval '335 hours 59 minutes'`)
    assert.equal((await session.get('/user')).status, 200)
    // The use is noted after the answer: it must not come after what is set here.
    await untilAllIdle(api.services.db)
    await set(session, `last_used_at = now() - interval '336 hours 1 second'`)
    await forgotten()
    assert.equal((await session.get('/user')).status, 401)
    await set(session, `last_used_at = now(), expires_at = now() - interval '1 second'`)
    await forgotten()
    assert.equal((await session.get('/user')).status, 401)
    await sweepSessions.run({}, api.services)
    const left = await api.rows('select 1 from browser_session where id = $1', [
      session.id,
    ])
    assert.deepEqual(left, [])
  })

  it('are swept by the same limits, and what is open stays', async () => {
    const accountId = await account()
    const open = await signIn(api, accountId)
    const idle = await signIn(api, accountId)
    await set(idle, `last_used_at = now() - interval '336 hours 1 second'`)
    await sweepSessions.run({}, api.services)
    const rows = await api.rows('select id from browser_session where account_id = $1', [
      accountId,
    ])
    assert.deepEqual(rows, [{ id: open.id }])
  })

  it('are at most a hundred per account: the oldest ends', async () => {
    const accountId = await account()
    const first = await signIn(api, accountId)
    await api.rows(
      `insert into browser_session (hash, id, account_id, way, device, address, expires_at)
       select $2 || i, $2 || i, $1, 'link', 'Filler', '192.0.2.1', now() + interval '1 day'
       from generate_series(100, 198) i`,
      [accountId, first.id],
    )
    await signIn(api, accountId)
    const rows = await api.rows(
      'select count(*)::int as count from browser_session where account_id = $1',
      [accountId],
    )
    assert.equal(rows[0].count, 100)
    assert.equal((await first.get('/user')).status, 401)
  })

  describe('when shown', () => {
    it('tell device, address, way and times of the one that asks', async () => {
      const session = await signIn(api, await account())
      const { status, body } = await session.get('/user/session')
      assert.equal(status, 200)
      const { createdAt, authenticatedAt, lastUsedAt, expiresAt, ...rest } = body
      assert.deepEqual(rest, {
        object: 'user-session',
        id: session.id,
        isCurrent: true,
        device: 'Chrome on Linux',
        address: '192.0.2.7',
        way: 'link',
        isFresh: true,
      })
      assert.equal(authenticatedAt, createdAt)
      const hours = (Date.parse(expiresAt) - Date.parse(lastUsedAt)) / 3_600_000
      assert.equal(hours, 336)
    })

    it('are none to a token', async () => {
      const { status, body } = await (await tokenOf(await account())).get('/user/session')
      assert.deepEqual([status, body.error.reason], [404, 'no_session'])
    })

    it('are the own ones, newest first, in pages, and never those of others', async () => {
      const accountId = await account()
      await signIn(api, await account())
      const ids: string[] = []
      for (let made = 0; made < 5; made += 1) {
        ids.unshift((await signIn(api, accountId)).id)
      }
      const caller = await tokenOf(accountId)
      const seen: string[] = []
      let page = ''
      for (;;) {
        const { body } = await caller.get(`/user/sessions?limit=2${page}`)
        assert.equal(body.count, 5)
        for (const { id, isCurrent } of body.items) {
          assert.equal(isCurrent, false)
          seen.push(id)
        }
        if (body.next === undefined) break
        page = `&page=${encodeURIComponent(body.next.page)}`
      }
      assert.deepEqual(seen, ids)
      assert.deepEqual((await caller.get('/user/sessions?limit=0')).body.items, [])
    })

    it('refuse the anonymous caller', async () => {
      const replies = await Promise.all([
        api.anonymous().get('/user/session'),
        api.anonymous().get('/user/sessions'),
        api.anonymous().delete('/user/sessions'),
        api.anonymous().delete(`/user/sessions/${nowhere}`),
      ])
      assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([401]))
    })
  })

  describe('when ended', () => {
    it('sign out, clear the cookie, and are refused within a second by other processes too', async () => {
      const session = await signIn(api, await account())
      const other = await startApi(api.services.config)
      try {
        const elsewhere = session.at(other.url)
        assert.equal((await elsewhere.get('/user')).status, 200)
        const ended = await session.send('DELETE', `/user/sessions/${session.id}`)
        assert.equal(ended.status, 204)
        assert.deepEqual(ended.headers['set-cookie'], [
          '__Host-lectern=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
          '__Host-lectern-flow=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
          '__Host-lectern-pending=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
        ])
        await sleep(900)
        // Whoever kept the cookie has nothing in it any more.
        assert.equal((await elsewhere.get('/user')).status, 401)
        assert.equal((await session.get('/user')).status, 401)
      } finally {
        await other.stop()
      }
    })

    it('one of several leaves the others, and the cookie of who asks', async () => {
      const accountId = await account()
      const [here, there] = [await signIn(api, accountId), await signIn(api, accountId)]
      const ended = await here.send('DELETE', `/user/sessions/${there.id}`)
      assert.deepEqual([ended.status, ended.headers['set-cookie']], [204, undefined])
      assert.deepEqual(await idsOf(here), [here.id])
    })

    it('answer the same when already gone, unknown or of somebody else, and nothing happens', async () => {
      const session = await signIn(api, await account())
      const other = await signIn(api, await account())
      for (const id of [nowhere, other.id]) {
        const { status } = await session.send('DELETE', `/user/sessions/${id}`)
        assert.equal(status, 204)
      }
      await forgotten()
      assert.equal((await other.get('/user')).status, 200)
    })

    it('all others end at once, by a session but for itself, by a token all', async () => {
      const accountId = await account()
      const [here, there] = [await signIn(api, accountId), await signIn(api, accountId)]
      const stranger = await signIn(api, await account())
      assert.equal((await here.send('DELETE', '/user/sessions')).status, 204)
      assert.deepEqual(await idsOf(here), [here.id])
      await forgotten()
      assert.equal((await there.get('/user')).status, 401)
      assert.equal(
        (await (await tokenOf(accountId)).delete('/user/sessions')).status,
        204,
      )
      await forgotten()
      assert.equal((await here.get('/user')).status, 401)
      assert.equal((await stranger.get('/user')).status, 200)
    })

    it('cannot be by a token that may do less', async () => {
      const session = await signIn(api, api.users.read)
      const narrow = [
        await tokenOf(api.users.read, { scopes: ['read'] }),
        await tokenOf(api.users.read, { organizationId: api.organization }),
      ]
      for (const caller of narrow) {
        const replies = [
          await caller.delete('/user/sessions'),
          await caller.delete(`/user/sessions/${session.id}`),
        ]
        for (const { status, body } of replies) {
          assert.deepEqual([status, body.error.reason], [403, 'token_too_narrow'])
        }
      }
      assert.equal((await session.get('/user')).status, 200)
    })
  })

  describe('for one organization', () => {
    it('see no other, and change neither the account nor what it is signed in with', async () => {
      const organizationId = api.organization
      const session = await signIn(api, api.users.read, { organizationId, way: 'saml' })
      const whole = await signIn(api, api.users.read)
      assert.equal((await session.get(`/orgs/${organizationId}`)).status, 200)
      const foreign = await session.get(`/orgs/${api.otherOrganization}`)
      assert.equal(foreign.status, 404)
      const { body } = await session.get('/user/session')
      assert.deepEqual([body.organization, body.way], [organizationId, 'saml'])
      assert.deepEqual(await idsOf(session), [session.id])
      const refused = [
        await session.send('PATCH', `/users/${api.users.read}`, { displayName: 'X' }),
        await session.send('POST', '/user/tokens', { label: 'X' }),
        await session.send('DELETE', '/user/sessions'),
        await session.send('DELETE', `/user/sessions/${whole.id}`),
      ]
      for (const { status, body: answer } of refused) {
        assert.deepEqual([status, answer.error.reason], [403, 'token_too_narrow'])
        assert.match(answer.error.message, /signed in through an organization/)
      }
    })
  })
})

async function idsOf(session: TestSession): Promise<string[]> {
  const { body } = await session.get('/user/sessions')
  return body.items.map(({ id }: { id: string }) => id)
}

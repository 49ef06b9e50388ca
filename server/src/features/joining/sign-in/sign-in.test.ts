import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { hashSecret, newSecret } from '#/features/joining/welcome-links/public.ts'
import { addMember } from '#/features/people/members/public.ts'
import { noteSsoProvided } from '#/features/people/organizations/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import { send, type WireReply } from '#test/http/test-wire.ts'
import {
  ownHost,
  sessionAt,
  signIn,
  type TestSession,
} from '#test/sessions/test-browser-session.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { sweepSignInLinks } from './sign-in-jobs.ts'
import { createSignInLink } from './sign-in-links.ts'

const own = { host: ownHost, 'sec-fetch-site': 'same-origin' }
const unknown = `/~sign-in/link/${'a'.repeat(43)}`
const form = 'application/x-www-form-urlencoded'

describe('signing in by a link', () => {
  let api: TestApi
  let people = 0
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  async function account(displayName = 'Ann <Archer>'): Promise<string> {
    people += 1
    const email = `person${people}@sign-in.example`
    return api.services.db.transaction(async (tx) =>
      createAccount(tx, { displayName, email, isVerified: true }),
    )
  }

  async function linkOf(accountId: string): Promise<string> {
    return api.services.db.transaction(async (tx) => createSignInLink(tx, { accountId }))
  }

  const get = async (path: string, headers: Record<string, string> = {}) =>
    send(api.url, 'GET', path, { headers: { ...own, ...headers } })

  async function post(
    path: string,
    headers: Record<string, string> = {},
    fields: Record<string, string> = {},
  ): Promise<WireReply> {
    const body = new URLSearchParams(fields).toString()
    const length = { 'content-type': form, 'content-length': String(body.length) }
    return send(api.url, 'POST', path, {
      headers: { ...own, ...length, ...headers },
      body,
    })
  }

  function sessionFrom(reply: WireReply, accountId: string): TestSession {
    assert.equal(reply.status, 303, reply.text)
    const [cookie = ''] = reply.headers['set-cookie'] ?? []
    return sessionAt(api.url, { id: '', accountId, cookie })
  }

  async function counts(accountId: string): Promise<unknown> {
    const [row] = await api.rows(
      `select (select count(*)::int from sign_in_link where account_id = $1) as links,
         (select count(*)::int from browser_session where account_id = $1) as sessions`,
      [accountId],
    )
    return row
  }

  it('asks first, however often the link is opened, and then gives a cookie and shows who it is', async () => {
    const accountId = await account()
    const path = await linkOf(accountId)
    for (let opened = 0; opened < 3; opened += 1) {
      const { status, text } = await get(path)
      assert.equal(status, 200)
      assert.match(
        text,
        /<strong>Ann &lt;Archer&gt;<\/strong>, person\d+@sign-in\.example/,
      )
      await send(api.url, 'HEAD', path, { headers: own })
    }
    assert.deepEqual(await counts(accountId), { links: 1, sessions: 0 })

    const reply = await post(path, { 'user-agent': 'Firefox/127.0 Linux' })
    assert.equal(reply.headers['location'], 'http://lectern.test/~sign-in')
    assert.match(
      String(reply.headers['set-cookie']?.[0]),
      /^__Host-lectern=lec_s_\w{49}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const session = sessionFrom(reply, accountId)
    const shown = await get('/~sign-in', { cookie: session.cookie })
    assert.match(shown.text, /You are signed in[^]*Ann &lt;Archer&gt;[^]*Sign out/)
    const { body } = await session.get('/user/session')
    assert.deepEqual([body.way, body.device], ['link', 'Firefox on Linux'])
    assert.equal((await session.get('/user')).body.id, accountId)
  })

  it('works once, even when sent at the same time', async () => {
    const accountId = await account()
    const path = await linkOf(accountId)
    const replies = await Promise.all(Array.from({ length: 4 }, async () => post(path)))
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [303, 404, 404, 404])
    assert.deepEqual(await counts(accountId), { links: 0, sessions: 1 })
  })

  it('answers unknown, malformed, used and expired links with the same page', async () => {
    const accountId = await account()
    const used = await linkOf(accountId)
    await post(used)
    const late = await linkOf(accountId)
    const [{ minutes }] = await api.rows(
      `select round(extract(epoch from expires_at - now()) / 60)::int as minutes
       from sign_in_link where account_id = $1`,
      [accountId],
    )
    assert.equal(minutes, 15)
    await api.rows(
      `update sign_in_link set expires_at = now() - interval '1 second' where account_id = $1`,
      [accountId],
    )
    const gone = await get(unknown)
    assert.equal(gone.status, 404)
    assert.match(gone.text, /This link does not work/)
    for (const path of [used, late, `${unknown}a`, '/~sign-in/link/x']) {
      for (const reply of [await get(path), await post(path)]) {
        assert.deepEqual([reply.status, reply.text], [404, gone.text], path)
        assert.equal(reply.headers['set-cookie'], undefined)
      }
    }
    assert.deepEqual(await counts(accountId), { links: 1, sessions: 1 })
    await sweepSignInLinks.run({}, api.services)
    assert.deepEqual(await counts(accountId), { links: 0, sessions: 1 })
  })

  it('is not done for a page of another origin, and the link goes on working', async () => {
    const accountId = await account()
    const path = await linkOf(accountId)
    const forged = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://lectern.test' },
      { 'sec-fetch-site': 'none' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json' },
      { 'content-type': 'multipart/form-data; boundary=x' },
    ]
    for (const headers of forged) {
      const reply = await post(path, headers, { to: '/' })
      assert.equal(reply.status, 403, JSON.stringify(headers))
      assert.match(reply.text, /That did not work/)
      assert.match(reply.headers['content-type'] ?? '', /^text\/html/)
    }
    const bare = await send(api.url, 'POST', path, { headers: { host: ownHost } })
    assert.equal(bare.status, 403)
    assert.deepEqual(await counts(accountId), { links: 1, sessions: 0 })
    const origin = { host: ownHost, origin: 'http://lectern.test' }
    assert.equal((await send(api.url, 'POST', path, { headers: origin })).status, 303)
  })

  it('leads back to a path of ours, and nowhere else', async () => {
    const accountId = await account()
    const lead = async (to: string) => {
      const path = await linkOf(accountId)
      const shown = await get(`${path}?to=${encodeURIComponent(to)}`)
      const field = /name="to" value="([^"]*)"/.exec(shown.text)?.[1]
      const given = field === undefined ? {} : { to: field }
      const replies = [await post(path, {}, given)]
      // Whatever the page says, its form can be sent with anything.
      replies.push(await post(await linkOf(accountId), {}, { to }))
      return replies.map(({ headers }) => headers['location'])
    }
    const there = 'http://lectern.test/o/acme?a=1'
    assert.deepEqual(await lead('/o/acme?a=1'), [there, there])
    const here = 'http://lectern.test/~sign-in'
    for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example', '']) {
      assert.deepEqual(await lead(to), [here, here], to)
    }
    const { cookie } = sessionFrom(await post(await linkOf(accountId)), accountId)
    const own_ = await get('/~sign-in?to=/o/acme', { cookie })
    assert.match(own_.text, /href="\/o\/acme"/)
    const foreign = await get('/~sign-in?to=//evil.example', { cookie })
    assert.doesNotMatch(foreign.text, /evil/)
  })

  it('renews the session of the same account, and takes the place of any other', async () => {
    const accountId = await account()
    const first = sessionFrom(await post(await linkOf(accountId)), accountId)
    const { id } = (await first.get('/user/session')).body
    const again = sessionFrom(
      await post(await linkOf(accountId), { cookie: first.cookie }),
      accountId,
    )
    assert.notEqual(again.cookie, first.cookie)
    assert.equal((await again.get('/user/session')).body.id, id)
    assert.deepEqual(await counts(accountId), { links: 0, sessions: 1 })

    const other = await account('Bob')
    const second = sessionFrom(
      await post(await linkOf(other), { cookie: again.cookie }),
      other,
    )
    assert.equal((await second.get('/user')).body.id, other)
    assert.deepEqual(await counts(accountId), { links: 0, sessions: 0 })
  })

  it('says who somebody is signed in as before another takes that place', async () => {
    const [ann, bob] = [await account('Ann'), await account('Bob')]
    const { cookie } = sessionFrom(await post(await linkOf(ann)), ann)
    const { text: ofBob } = await get(await linkOf(bob), { cookie })
    assert.match(ofBob, /signed in as <strong>Ann<\/strong>[^]*Sign in as Bob/)
    const { text: again } = await get(await linkOf(ann), { cookie })
    assert.doesNotMatch(again, /signed in as/)
  })

  it('uses up all links of the account, and so does ending its other sessions', async () => {
    const accountId = await account()
    const [first, second] = [await linkOf(accountId), await linkOf(accountId)]
    const session = sessionFrom(await post(first), accountId)
    assert.equal((await post(second)).status, 404)
    const third = await linkOf(accountId)
    assert.equal((await session.send('DELETE', '/user/sessions')).status, 204)
    assert.equal((await post(third)).status, 404)
    assert.deepEqual(await counts(accountId), { links: 0, sessions: 1 })
  })

  it('is done at PUBLIC_URL and at no other host', async () => {
    const accountId = await account()
    const path = await linkOf(accountId)
    for (const host of ['files.lectern.test', '127.0.0.1', 'lectern.test:8080']) {
      const replies = [await get(path, { host }), await post(path, { host })]
      replies.push(await get('/~sign-in', { host }))
      for (const { status, headers } of replies) {
        assert.deepEqual([status, headers['set-cookie']], [404, undefined], host)
      }
    }
    assert.deepEqual(await counts(accountId), { links: 1, sessions: 0 })
  })

  it('ends with the button, which other origins cannot press', async () => {
    const accountId = await account()
    const { cookie } = sessionFrom(await post(await linkOf(accountId)), accountId)
    const forged = await post('/~sign-in/out', { cookie, 'sec-fetch-site': 'cross-site' })
    assert.equal(forged.status, 403)
    assert.deepEqual(await counts(accountId), { links: 0, sessions: 1 })
    const out = await post('/~sign-in/out', { cookie })
    assert.equal(out.status, 200)
    assert.match(out.text, /You are not signed in/)
    assert.match(String(out.headers['set-cookie']), /^__Host-lectern=; Max-Age=0/)
    assert.deepEqual(await counts(accountId), { links: 0, sessions: 0 })
    assert.equal((await post('/~sign-in/out')).status, 200)
  })

  it('ends with what the browser has begun and not finished', async () => {
    const accountId = await account()
    const secret = newSecret()
    await api.rows(
      `insert into pending_sign_in (hash, account_id, way, expires_at)
       values ($1, $2, 'link', now() + interval '10 minutes')`,
      [hashSecret(secret), accountId],
    )
    for (const cookie of [`__Host-lectern-pending=${secret}`, '']) {
      const { headers } = await post('/~sign-in/out', cookie === '' ? {} : { cookie })
      for (const ending of ['', '-flow', '-pending']) {
        const gone = `__Host-lectern${ending}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`
        assert.ok(headers['set-cookie']?.includes(gone), ending)
      }
      // Browsers that an account was signed in with go on being known.
      assert.ok(!String(headers['set-cookie']).includes('-device'))
    }
    const waiting = await api.rows(
      'select 1 from pending_sign_in where account_id = $1',
      [accountId],
    )
    assert.deepEqual(waiting, [])
  })

  it('tells who is not signed in how to, also with a cookie that is none', async () => {
    for (const headers of [{}, { cookie: '__Host-lectern=x' }]) {
      const { status, text } = await get('/~sign-in', headers)
      assert.equal(status, 200)
      assert.match(text, /Sign in to Lectern[^]*lectern-server admin link/)
    }
  })

  const shownTo = async (cookie: string) => (await get('/~sign-in', { cookie })).text

  it('says which organizations want their own single sign-on, and where that is', async () => {
    const accountId = await account()
    await api.services.db.transaction(async (tx) => {
      const { organization: organizationId } = api
      await noteSsoProvided(tx, { organizationId, isProvided: true })
      const member = { userId: accountId, role: 'read' } as const
      await addMember(tx, { ...member, organizationId, sso: true })
      const elsewhere = { organizationId: api.otherOrganization, sso: false }
      await addMember(tx, { ...member, ...elsewhere })
    })
    const { cookie } = sessionFrom(await post(await linkOf(accountId)), accountId)
    const told = /<strong>Acme<\/strong> wants you to sign in with its single sign-on/
    assert.match(await shownTo(cookie), told)
    assert.match(
      await shownTo(cookie),
      new RegExp(`href="[^"]*/sso/${api.organization}"`),
    )
    assert.ok(!(await shownTo(cookie)).includes(api.otherOrganization))

    const organizationId = api.otherOrganization
    const bound = await signIn(api, accountId, { organizationId })
    assert.doesNotMatch(await shownTo(bound.cookie), told)
    await api.rows('update member set disabled = true where user_id = $1', [accountId])
    assert.doesNotMatch(await shownTo(cookie), told)
  })

  it('keeps every page out of caches, frames and referrers of others, and scripts out of it', async () => {
    const path = await linkOf(await account())
    const pages = [
      await get('/~sign-in'),
      await get(path),
      await get(unknown),
      await post(path, { 'sec-fetch-site': 'cross-site' }),
      await post('/~sign-in/out'),
    ]
    for (const { headers, text } of pages) {
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['referrer-policy'], 'same-origin')
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none'; style-src 'sha256-[^;]+; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; script-src 'sha256-[^;']+'; connect-src 'self'$/,
      )
      assert.ok(!text.includes(path.split('/').at(-1) ?? ''))
    }
    const signedIn = await post(path)
    assert.equal(signedIn.headers['cache-control'], 'no-store')
    assert.equal((await post(path, {}, { x: 'x'.repeat(20_000) })).status, 413)
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { endSessionsOf } from '#/features/people/sessions/public.ts'
import { send } from '#test/http/test-wire.ts'
import { newPerson } from '#test/members/test-members.ts'
import { ownHost, signIn, type TestSession } from '#test/sessions/test-browser-session.ts'
import { makeIdentity } from '#test/sso/test-certificates.ts'
import { TestIdp } from '#test/sso/test-idp.ts'
import { makeProvider } from '#test/sso/test-saml-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import {
  newSite,
  newSpace,
  ok,
  type PublishedScene,
  resolve,
} from '#test/test-published.ts'
import {
  askToRead,
  exchangeCode,
  flowHash,
  ledTo,
  openToMembers,
  visitAs,
} from '#test/test-visits.ts'

function codeIn(reply: Parameters<typeof ledTo>[0]): string {
  return ledTo(reply).searchParams.get('code') ?? ''
}

describe('signing in to a site for members', () => {
  let api: TestApi
  let space: string
  let scene: PublishedScene
  let people = 0
  before(async () => {
    api = await startTestApi()
    space = await newSpace(api, 'Inside', { Start: 'For members.' })
    scene = await newSite(api, 'Inside', [space], { visibility: 'visitor-auth' })
    await openToMembers(api, scene.site)
  })
  after(async () => api.stop())

  async function somebody(role?: 'read' | 'admin' | null): Promise<TestSession> {
    people += 1
    const name = `Reader ${people}`
    const { userId } = await newPerson(api, {
      name,
      ...(role !== undefined && { role }),
    })
    return signIn(api, userId)
  }

  const reads = async (memberToken: string) =>
    (await resolve(api, scene.url, { visitor: { memberToken } })).status

  it('leads a member back to the host of the site, to the page they wanted', async () => {
    const session = await somebody('read')
    const to = `${new URL(scene.url).pathname}start?a=b`
    const reply = await askToRead(api, scene, session, { to })
    const url = ledTo(reply)
    assert.equal(url.origin, new URL(scene.url).origin)
    assert.equal(url.pathname, `${new URL(scene.url).pathname}~enter/${scene.site}`)
    assert.equal(url.searchParams.get('to'), to)
    assert.equal(reply.headers['cache-control'], 'no-store')
    assert.equal(reply.headers['referrer-policy'], 'same-origin')
    const code = url.searchParams.get('code') ?? ''
    const { status, secret } = await exchangeCode(api, scene, { code })
    assert.equal(status, 200)
    assert.equal(await reads(secret), 200)
  })

  it('stores neither the code nor what a member reads with', async () => {
    const session = await somebody('read')
    const code =
      ledTo(await askToRead(api, scene, session)).searchParams.get('code') ?? ''
    const { secret } = await exchangeCode(api, scene, { code })
    const again =
      ledTo(await askToRead(api, scene, session)).searchParams.get('code') ?? ''
    for (const table of ['site_visit', 'site_visit_code']) {
      const rows = await api.rows(`select t::text as row from ${table} as t`)
      assert.ok(rows.length > 0, table)
      for (const { row } of rows) {
        for (const each of [code, again, secret, session.secret]) {
          assert.ok(!row.includes(each), table)
        }
      }
    }
  })

  it('takes a code once, from the browser and at the host that it was made for', async () => {
    const session = await somebody('read')
    const other = await newSite(api, 'Other', [space], { visibility: 'visitor-auth' })
    const code =
      ledTo(await askToRead(api, scene, session)).searchParams.get('code') ?? ''
    const refused = [
      await exchangeCode(api, scene, { code, flow: 'g'.repeat(43) }),
      await exchangeCode(api, scene, { code, flow: '' }),
      await exchangeCode(api, scene, { code, host: 'elsewhere.localhost:3001' }),
      await exchangeCode(api, other, { code }),
      await exchangeCode(api, scene, { code: `${code.slice(0, -1)}x` }),
      await exchangeCode(api, scene, { code: '' }),
    ]
    assert.deepEqual([...new Set(refused.map(({ status }) => status))], [404])
    assert.equal((await exchangeCode(api, scene, { code })).status, 200)
    assert.equal((await exchangeCode(api, scene, { code })).status, 404)
  })

  it('takes no code after a minute', async () => {
    const session = await somebody('read')
    const code =
      ledTo(await askToRead(api, scene, session)).searchParams.get('code') ?? ''
    const [{ seconds }] = await api.rows(
      `select extract(epoch from max(expires_at) - now())::integer as seconds
       from site_visit_code`,
    )
    assert.ok(seconds > 50 && seconds <= 60, String(seconds))
    await api.rows(`update site_visit_code set expires_at = now() - interval '1 second'`)
    assert.equal((await exchangeCode(api, scene, { code })).status, 404)
  })

  it('keeps twenty codes of an account at most, for all its sessions and sites', async () => {
    const session = await somebody('read')
    const other = await somebody('read')
    const kept = await askToRead(api, scene, other)
    const again = await signIn(api, session.accountId)
    const second = await newSite(api, 'Second', [space], { visibility: 'visitor-auth' })
    await openToMembers(api, second.site)
    const first = codeIn(await askToRead(api, scene, session))
    const replies = await Promise.all(
      Array.from({ length: 24 }, async (_, at) =>
        at % 2 === 0 ? askToRead(api, scene, session) : askToRead(api, second, again),
      ),
    )
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    const last = codeIn(await askToRead(api, scene, session))
    const rows = `select count(*)::int as codes from site_visit_code where account_id = $1`
    assert.deepEqual(await api.rows(rows, [session.accountId]), [{ codes: 20 }])
    assert.equal((await exchangeCode(api, scene, { code: last })).status, 200)
    assert.equal((await exchangeCode(api, scene, { code: first })).status, 404)
    assert.equal((await exchangeCode(api, scene, { code: codeIn(kept) })).status, 200)
  })

  it('exchanges codes for the renderer alone', async () => {
    const reply = await fetch(`${api.url}/~render/sites/${scene.site}/visits`, {
      method: 'POST',
      headers: { authorization: 'Bearer something', 'content-type': 'application/json' },
      body: '{}',
    })
    assert.equal(reply.status, 401)
  })

  it('tells whoever is no member that the site is for members, and nothing else', async () => {
    const reply = await askToRead(api, scene, await somebody())
    assert.equal(reply.status, 403)
    assert.match(reply.text, /This site is for members/)
    assert.match(reply.text, /You are signed in as Reader \d+/)
    assert.match(reply.text, /href="[^"]+again=1"/)
    const [{ title }] = await api.rows(
      'select title from organization where organization_id = $1',
      [api.organization],
    )
    for (const word of ['Inside', title, 'Start', space]) {
      assert.ok(!reply.text.includes(word), word)
    }
    assert.equal(reply.headers['refresh'], undefined)
  })

  it('lets a guest in who has a role on the site, and no other', async () => {
    const session = await somebody(null)
    assert.equal((await askToRead(api, scene, session)).status, 403)
    await ok(
      api.as('admin').post(`/orgs/${api.organization}/sites/${scene.site}/permissions`, {
        role: 'read',
        users: [session.accountId],
      }),
    )
    assert.equal(await reads(await visitAs(api, scene, session)), 200)
  })

  it('tells a suspended member so', async () => {
    const session = await somebody('read')
    await api.rows('update member set disabled = true where user_id = $1', [
      session.accountId,
    ])
    const reply = await askToRead(api, scene, session)
    assert.equal(reply.status, 403)
    assert.match(reply.text, /suspended/)
  })

  it('takes a session of another organization for that of an outsider', async () => {
    const { accountId } = await somebody('read')
    const [{ organization_id: organizationId }] = await api.rows(
      'select organization_id from organization where organization_id <> $1 limit 1',
      [api.organization],
    )
    const bound = await signIn(api, accountId, { organizationId })
    assert.equal((await askToRead(api, scene, bound)).status, 403)
  })

  it('sends whoever is not signed in to the way in, and back', async () => {
    const reply = await askToRead(api, scene, undefined, { to: '/inside/start' })
    assert.equal(reply.status, 303)
    const url = new URL(reply.headers.location ?? '')
    assert.equal(url.pathname, '/~sign-in')
    const back = url.searchParams.get('to') ?? ''
    const session = await somebody('read')
    const again = await fetchPage(back, session)
    assert.equal(ledTo(again).searchParams.get('to'), '/inside/start')
  })

  it('shows the organization’s single sign-on beside the way in, where it has one', async () => {
    const own = await startTestApi()
    try {
      const its = await newSite(own, 'Inside', [await newSpace(own, 'Inside', {})], {
        visibility: 'visitor-auth',
      })
      await openToMembers(own, its.site)
      const provider = await makeProvider(
        own,
        new TestIdp('https://idp.example/metadata', makeIdentity()),
      )
      const reply = await askToRead(own, its, undefined)
      assert.equal(reply.status, 200)
      assert.match(
        reply.text,
        new RegExp(`/sso/saml/${provider.id}/start\\?to=%2F~sign-in`),
      )
      assert.match(reply.text, /\/~sign-in\?to=/)
      const member = own.users.read
      await own.rows('update member set needs_sso = true where user_id = $1', [member])
      const stopped = await askToRead(own, its, await signIn(own, member))
      assert.equal(stopped.status, 403)
      assert.match(stopped.text, /single sign-on/)
      assert.match(stopped.text, new RegExp(`/sso/saml/${provider.id}/start\\?to=`))
      const bound = await signIn(own, member, {
        way: 'saml',
        organizationId: own.organization,
      })
      ledTo(await askToRead(own, its, bound))
    } finally {
      await own.stop()
    }
  })

  it('sends browsers to no other host, port or scheme than the site has', async () => {
    const session = await somebody('read')
    const { host, pathname } = new URL(scene.url)
    const [name = ''] = host.split(':')
    const unlisted = await newSite(api, 'Open', [space], { visibility: 'unlisted' })
    const byToken = await newSite(api, 'Tokens', [space], { visibility: 'visitor-auth' })
    const ats = [
      `http://elsewhere.example${pathname}`,
      `http://${name}.elsewhere.example${pathname}`,
      `http://${name}:4444${pathname}`,
      `https://${host}${pathname}`,
      `javascript://${host}${pathname}`,
      `//${host}${pathname}`,
      `http://${host}/nothing/`,
      unlisted.url,
      byToken.url,
      '',
    ]
    const first = await askToRead(api, scene, session, { at: 'http://none.example/' })
    for (const at of ats) {
      const reply = await askToRead(api, scene, session, { at })
      assert.deepEqual([reply.status, reply.text], [404, first.text], at)
    }
    const wrong = await askToRead(api, scene, session, { siteId: byToken.site })
    assert.equal(wrong.status, 404)
    for (const flow of ['', 'short', `${flowHash}x`]) {
      assert.equal((await askToRead(api, scene, session, { flow })).status, 404)
    }
    for (const to of [
      '//elsewhere.example/',
      'https://elsewhere.example/',
      '/\\e.example',
    ]) {
      const led = ledTo(await askToRead(api, scene, session, { to }))
      assert.equal(led.searchParams.get('to'), null, to)
    }
  })

  it('is no way in for what comes without the cookie of our own host', async () => {
    const session = await somebody('read')
    const path = `/~sign-in/site/${scene.site}?at=${scene.url}&flow=${flowHash}`
    const reply = await fetch(`${api.url}${path}`, {
      headers: { cookie: session.cookie },
      redirect: 'manual',
    })
    assert.equal(reply.status, 404)
  })

  it('ends what a member reads with when the account goes', async () => {
    const session = await somebody('read')
    const secret = await visitAs(api, scene, session)
    await askToRead(api, scene, session)
    assert.equal(await reads(secret), 200)
    await api.services.db.transaction(async (tx) => endSessionsOf(tx, session.accountId))
    assert.equal(await reads(secret), 404)
  })

  async function fetchPage(path: string, session: TestSession) {
    return send(api.url, 'GET', path, {
      headers: { host: ownHost, cookie: session.cookie },
    })
  }
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { hashOfSecret } from '#/access/secret-form.ts'
import { renewSession } from '#/features/people/sessions/public.ts'
import { sweepSiteVisits } from '#/features/publishing/site-visits/public.ts'
import { signJwt } from '#/platform/secrets/jwt.ts'
import { newPerson } from '#test/members/test-members.ts'
import { signIn, type TestSession } from '#test/sessions/test-browser-session.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import {
  newSite,
  newSpace,
  ok,
  type PublishedScene,
  resolve,
} from '#test/test-published.ts'
import { openToMembers, visitAs } from '#test/test-visits.ts'

const conditional = [
  'For all members.\n',
  '{% if visitor.claims.member.role == "admin" %}\nFor admins.\n{% endif %}\n',
  '{% if visitor.claims.member.emailDomain == "people.example" %}\nFor people.\n{% endif %}\n',
  '{% if visitor.claims.member.teams.includes("TEAM") %}\nFor the team.\n{% endif %}\n',
].join('\n')

describe('members who read a site', () => {
  let api: TestApi
  let team: string
  let space: string
  let scene: PublishedScene
  let people = 0
  before(async () => {
    api = await startTestApi()
    const made = await ok(
      api.as('admin').put(`/orgs/${api.organization}/teams`, { title: 'Support' }),
    )
    team = made.id
    space = await newSpace(api, 'Inside', { Start: conditional.replace('TEAM', team) })
    scene = await newMembersSite('Inside')
  })
  after(async () => api.stop())

  const at = (site: string) => `/orgs/${api.organization}/sites/${site}`

  async function newMembersSite(title: string): Promise<PublishedScene> {
    const site = await newSite(api, title, [space], { visibility: 'visitor-auth' })
    await openToMembers(api, site.site)
    return site
  }

  interface Reader {
    readonly session: TestSession
    readonly memberToken: string
    readonly userId: string
  }

  async function newReader(role: 'read' | 'admin' = 'read', of = scene): Promise<Reader> {
    people += 1
    const { userId } = await newPerson(api, { name: `Reader ${people}`, role })
    const session = await signIn(api, userId)
    return { session, userId, memberToken: await visitAs(api, of, session) }
  }

  const opened = async (memberToken: string, of = scene): Promise<TestBody> =>
    ok(resolve(api, of.url, { visitor: { memberToken } }))

  async function textFor(apiToken: string): Promise<string> {
    const caller = api.withToken(apiToken)
    const { pages } = await ok(caller.get(`/spaces/${space}/content`))
    const page = pages.find((one: TestBody) => one.path === 'start')
    const target = `/spaces/${space}/content/page/${page.id}?format=markdown`
    return (await ok(caller.get(target))).markdown
  }

  /** Waits until neither the cookie nor the token made of it reads any more: for a second at most. */
  async function untilClosed(reader: Reader, apiToken: string, of = scene) {
    const { status } = await resolve(api, of.url, {
      visitor: { memberToken: reader.memberToken },
    })
    assert.equal(status, 404)
    const deadline = Date.now() + 1000
    const caller = api.withToken(apiToken)
    const path = `${at(of.site)}/published`
    while ((await caller.get(path)).status === 200) {
      assert.ok(Date.now() < deadline, 'the token still reads')
      await sleep(50)
    }
    assert.notEqual((await caller.get(`/spaces/${space}/content`)).status, 200)
  }

  it('read it with what they got for signing in, and nobody else does', async () => {
    const { memberToken } = await newReader()
    const found = await opened(memberToken)
    assert.equal(found.site, scene.site)
    assert.match(await textFor(found.apiToken), /For all members/)
    const redirectOnError = true
    const sent = await ok(resolve(api, scene.url, { redirectOnError }))
    assert.deepEqual(sent, {
      target: 'application',
      redirect: `${api.services.config.PUBLIC_URL}/~sign-in/site/${scene.site}`,
      signIn: scene.site,
    })
    assert.equal((await resolve(api, scene.url)).status, 404)
    const auth = await ok(api.as('admin').get(`${at(scene.site)}/publishing/auth`))
    assert.deepEqual([auth.backend, auth.signIn], ['custom', 'members'])
    const jwtToken = signJwt(Buffer.from(auth.privateKey), {
      exp: Math.floor(Date.now() / 1000) + 3600,
    })
    for (const visitor of [{ jwtToken }, { memberToken: 'nothing' }]) {
      const refused = await resolve(api, scene.url, { visitor })
      assert.equal(refused.status, 404)
    }
  })

  it('read that one site and no other', async () => {
    const other = await newMembersSite('Other')
    const { memberToken } = await newReader()
    const { status } = await resolve(api, other.url, { visitor: { memberToken } })
    assert.equal(status, 404)
  })

  const closings: Readonly<Record<string, (reader: Reader) => Promise<unknown>>> = {
    'signed out': async ({ session }) =>
      api.rows('delete from browser_session where id = $1', [session.id]),
    'signed in anew': async ({ session }) =>
      api.services.db.transaction(async (tx) =>
        renewSession(tx, api.services.config, { hash: hashOfSecret(session.secret) }),
      ),
    'rested too long': async ({ session }) =>
      api.rows(
        `update browser_session set last_used_at = now() - interval '400 days' where id = $1`,
        [session.id],
      ),
    'left the organization': async ({ userId }) =>
      ok(api.as('admin').delete(`/orgs/${api.organization}/members/${userId}`)),
    'were suspended': async ({ userId }) =>
      api.rows('update member set disabled = true where user_id = $1', [userId]),
    'have to use single sign-on': async ({ userId }) =>
      api.rows('update member set needs_sso = true where user_id = $1', [userId]),
  }
  for (const [name, close] of Object.entries(closings)) {
    it(`read no more within a second once they ${name}`, async () => {
      const reader = await newReader()
      const { apiToken } = await opened(reader.memberToken)
      assert.match(await textFor(apiToken), /For all members/)
      await close(reader)
      await untilClosed(reader, apiToken)
    })
  }

  it('read no more once the site is for others, and tokens only then', async () => {
    const own = await newMembersSite('Changing')
    const reader = await newReader('read', own)
    const first = await opened(reader.memberToken, own)
    const auth = `${at(own.site)}/publishing/auth`
    const { privateKey } = await ok(api.as('admin').patch(auth, { signIn: 'token' }))
    await untilClosed(reader, first.apiToken, own)
    const jwtToken = signJwt(Buffer.from(privateKey), {
      exp: Math.floor(Date.now() / 1000) + 3600,
    })
    const visitor = { jwtToken }
    const byToken = await ok(resolve(api, own.url, { visitor }))
    await ok(api.as('admin').patch(auth, { signIn: 'members' }))
    await sleep(600)
    const refused = await api.withToken(byToken.apiToken).get(`${at(own.site)}/published`)
    assert.equal(refused.status, 404)
    const again = await opened(reader.memberToken, own)
    await ok(api.as('admin').post(`${at(own.site)}/unpublish`))
    await untilClosed(reader, again.apiToken, own)
  })

  it('have a token and files of their own', async () => {
    const [one, two] = [await newReader(), await newReader()]
    const [first, second] = [await opened(one.memberToken), await opened(two.memberToken)]
    assert.notEqual(first.apiToken, second.apiToken)
    assert.notEqual(first.reader, second.reader)
    assert.equal(first.audience, second.audience)
    assert.equal((await opened(one.memberToken)).apiToken, first.apiToken)
  })

  it('are known to conditions by role, teams and mail domain, as they are now', async () => {
    const own = await newMembersSite('Adaptive')
    const [reader, admin] = [await newReader('read', own), await newReader('admin', own)]
    const shown = async ({ memberToken }: Reader) =>
      textFor((await opened(memberToken, own)).apiToken)
    const nothing = await shown(admin)
    assert.match(nothing, /For all members/)
    assert.doesNotMatch(nothing, /For (?:admins|people|the team)/)
    await ok(api.as('admin').patch(at(own.site), { adaptiveContent: { enabled: true } }))
    assert.match(await shown(admin), /For admins[^]*For people/)
    const first = await opened(reader.memberToken, own)
    const text = await textFor(first.apiToken)
    assert.match(text, /For people/)
    assert.doesNotMatch(text, /For (?:admins|the team)/)
    await ok(
      api.as('admin').put(`/orgs/${api.organization}/teams/${team}/members`, {
        add: [reader.userId],
      }),
    )
    assert.match(await shown(reader), /For the team/)
    // A token that says something else of them is refused.
    await sleep(600)
    const former = api.withToken(first.apiToken)
    assert.equal((await former.get(`${at(own.site)}/published`)).status, 404)
    await api.rows('update account_email set verified_at = null where account_id = $1', [
      reader.userId,
    ])
    assert.doesNotMatch(await shown(reader), /For people/)
  })

  it('are there in previews and among the conditions to choose from', async () => {
    const admin = api.as('admin')
    const conditions = `${at(scene.site)}/adaptive-schema/template-conditions`
    const { items } = await ok(admin.get(conditions))
    assert.ok(
      items.some(
        ({ condition }: TestBody) =>
          condition === 'visitor.claims.member.role == "admin"',
      ),
    )
    const preview = (claims: string) =>
      admin.get(
        `${at(scene.site)}/publishing/preview?claims=${encodeURIComponent(claims)}`,
      )
    const { url } = await ok(preview(`(member:(role:admin,teams:!(${team})))`))
    const { apiToken } = await ok(resolve(api, url))
    const text = await textFor(apiToken)
    assert.match(text, /For admins[^]*For the team/)
    assert.doesNotMatch(text, /For people/)
    assert.equal((await preview('(member:(role:owner))')).status, 400)
    const byToken = await newSite(api, 'By token', [space], {
      visibility: 'visitor-auth',
    })
    const none = await ok(
      admin.get(`${at(byToken.site)}/adaptive-schema/template-conditions`),
    )
    assert.deepEqual(none.items, [])
  })

  it('use their session while they read, and it lasts', async () => {
    const { session, memberToken } = await newReader()
    await api.rows(
      `update browser_session set last_used_at = now() - interval '10 minutes' where id = $1`,
      [session.id],
    )
    await opened(memberToken)
    for (let turn = 0; ; turn += 1) {
      const [{ rested }] = await api.rows(
        `select last_used_at < now() - interval '1 minute' as rested
         from browser_session where id = $1`,
        [session.id],
      )
      if (rested === false) return
      assert.ok(turn < 100, 'the session was not touched')
      await sleep(20)
    }
  })

  it('leave nothing behind but what has not ended', async () => {
    const [gone, here] = [await newReader(), await newReader()]
    await api.rows(
      `update site_visit set expires_at = now() - interval '1 second' where account_id = $1`,
      [gone.userId],
    )
    assert.equal(
      (await resolve(api, scene.url, { visitor: { memberToken: gone.memberToken } }))
        .status,
      404,
    )
    await sweepSiteVisits.run({}, api.services)
    const left = await api.rows(
      'select account_id from site_visit where account_id = any($1)',
      [[gone.userId, here.userId]],
    )
    assert.deepEqual(left, [{ account_id: here.userId }])
  })
})

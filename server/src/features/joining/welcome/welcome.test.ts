import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'

import { createAccount } from '#/features/people/users/public.ts'
import { startApi } from '#/start/api.ts'
import { openTestBrowser } from '#test/sessions/test-form-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import { type Page, type Visitor, visitorOf } from '#test/welcome/test-welcome.ts'

const unknown = `/~welcome/${'a'.repeat(43)}`

describe('the welcome page', () => {
  let api: TestApi
  let visitor: Visitor
  before(async () => {
    api = await startTestApi()
    visitor = visitorOf(api)
  })
  after(async () => api.stop())
  beforeEach(async () => {
    await api.rows('delete from event')
    await api.rows('delete from audit_event')
    await api.rows('update organization set title = $2 where organization_id = $1', [
      api.organization,
      'Acme',
    ])
  })

  const expire = async () => {
    await api.rows(
      `update welcome_link set expires_at = now() - interval '1 millisecond'`,
    )
  }

  async function newAccount(displayName: string, email: string): Promise<string> {
    return api.services.db.transaction(async (tx) =>
      createAccount(tx, { displayName, email, isVerified: false }),
    )
  }

  const accountRow = async (accountId: string) =>
    api.rows(
      `select a.display_name as name, e.verified_at is not null as verified
        from account a join account_email e on e.account_id = a.id where a.id = $1`,
      [accountId],
    )

  const refreshes = async (userId: string) =>
    api.rows(`select 1 from pgboss.job where data ->> 'userId' = $1`, [userId])

  describe('for a new address', () => {
    it('shows who invites whom to what, and asks for a name', async () => {
      const { status, text } = await visitor.get(
        await visitor.invited('form@new.example'),
      )
      assert.equal(status, 200)
      assert.match(text, /<html lang="en" dir="ltr">/)
      assert.match(text, /<title>Join Acme – Lectern<\/title>/)
      assert.match(text, /<strong>Admin of acme<\/strong> invites you to join/)
      assert.match(text, /<strong>form@new\.example<\/strong>/)
      assert.match(text, /<form method="post">/)
      assert.match(text, /<label for="name">/)
      assert.match(text, /<input\s+id="name"\s+name="displayName"\s+value=""\s+required/)
      assert.doesNotMatch(text, /<script|onclick|javascript:/i)
    })

    it('opens the account, joins with the role of the invite and shows a token once', async () => {
      const path = await visitor.invited('Ann@New.example', 'review')
      const page = await visitor.post(path, { displayName: '  Ann   Archer ' })
      assert.equal(page.status, 200)
      assert.match(page.text, /You are a member of Acme/)
      const { token = '' } = page
      const command = `curl -H &quot;Authorization: Bearer ${token}&quot; http://lectern.test/v1/user`
      assert.ok(page.text.includes(command))

      const member = { role: 'review', email: 'ann@new.example', verified: true }
      assert.deepEqual(await visitor.membersNamed('Ann Archer'), [member])
      const organization = await api.withToken(token).get(`/orgs/${api.organization}`)
      assert.equal(organization.status, 200)
      const labels = await api.rows('select label from api_token where hash = $1', [
        hash('sha256', token, 'hex'),
      ])
      assert.deepEqual(labels, [{ label: 'First token' }])
      assert.deepEqual(await left('ann@new.example'), { invites: 0, links: 0 })
    })

    it('writes the joining into both logs, by the new member and without any secret', async () => {
      const path = await visitor.invited('logged@new.example', 'edit')
      const [{ id: inviteId }] = await api.rows(
        `select id from mail_invite where email = 'logged@new.example'`,
      )
      const { token = '' } = await visitor.post(path, { displayName: 'Logged' })
      const [{ id }] = await api.rows(
        `select id from account where display_name = 'Logged'`,
      )
      const events = await api.rows(`select * from event where type = 'member_joined'`)
      assert.equal(events.length, 1)
      assert.equal(events[0].subject, `member:${id}`)
      assert.deepEqual(events[0].payload, { userId: id, role: 'edit' })
      const audits = await api.rows(
        `select * from audit_event where action = 'member_joined'`,
      )
      assert.equal(audits.length, 1)
      assert.equal(audits[0].actor_id, id)
      assert.equal(audits[0].target_id, id)
      assert.deepEqual(audits[0].details, { role: 'edit', inviteId })
      const logs = JSON.stringify([events, audits])
      assert.ok(!logs.includes(path.slice('/~welcome/'.length)))
      assert.ok(!logs.includes(token))
    })

    it('asks again for a name that cannot be one, keeps what was typed, and keeps the link', async () => {
      const path = await visitor.invited('retry@new.example')
      for (const typed of ['', '   ', 'x'.repeat(65), `"><b>${'x'.repeat(64)}`]) {
        const page = await visitor.post(path, { displayName: typed })
        assert.equal(page.status, 400)
        assert.match(page.text, /role="alert">A name has between 1 and 64 characters/)
        assert.doesNotMatch(page.text, /"><b>/)
      }
      const missing = await visitor.post(path, { other: 'field' })
      assert.equal(missing.status, 400)
      const kept = await visitor.post(path, { displayName: 'y'.repeat(70) })
      assert.ok(kept.text.includes(`value="${'y'.repeat(70)}"`))
      assert.equal((await visitor.post(path, { displayName: 'At last' })).status, 200)
    })

    it('makes one account of any number of forms sent at the same time', async () => {
      const path = await visitor.invited('crowd@new.example')
      const pages = await Promise.all(
        Array.from({ length: 8 }, async () =>
          visitor.post(path, { displayName: 'Crowd' }),
        ),
      )
      assert.deepEqual(statuses(pages), [200, ...Array.from({ length: 7 }, () => 404)])
      assert.equal(pages.filter(({ token }) => token !== undefined).length, 1)
      assert.equal((await visitor.membersNamed('Crowd')).length, 1)
      const accounts = await api.rows(
        `select 1 from account where display_name = 'Crowd'`,
      )
      assert.equal(accounts.length, 1)
      const joined = await api.rows(`select 1 from event where type = 'member_joined'`)
      assert.equal(joined.length, 1)
    })

    it('makes one account when two organizations invite the same address', async () => {
      const path = await visitor.invited('both@new.example')
      const otherApi = {
        ...api,
        organization: api.otherOrganization,
        as: () => api.as('outsider'),
      }
      const otherPath = await visitorOf(otherApi).invited('both@new.example')
      const pages = await Promise.all(
        [path, otherPath].map(async (link) =>
          visitor.post(link, { displayName: 'Both' }),
        ),
      )
      assert.deepEqual(statuses(pages), [200, 200])
      assert.equal(pages.filter(({ token }) => token !== undefined).length, 1)
      const members = await api.rows(
        `select m.organization_id from member m join account a on a.id = m.user_id
          where a.display_name = 'Both'`,
      )
      assert.equal(members.length, 2)
    })

    it('escapes titles and names', async () => {
      await api.rows('update organization set title = $2 where organization_id = $1', [
        api.organization,
        '<script>alert("x")</script>',
      ])
      const path = await visitor.invited('escape@new.example')
      const form = await visitor.get(path)
      const done = await visitor.post(path, { displayName: '<i>Eve</i>' })
      for (const { status, text } of [form, done]) {
        assert.equal(status, 200)
        assert.doesNotMatch(text, /<script/)
        assert.match(text, /&lt;script&gt;alert\(&quot;x&quot;\)&lt;\/script&gt;/)
      }
    })
  })

  describe('for an address that has an account', () => {
    it('offers to join with it, and shows no token', async () => {
      const path = await visitor.invited('outsider@elsewhere.example', 'comment')
      const form = await visitor.get(path)
      assert.equal(form.status, 200)
      assert.match(form.text, /You already have an account/)
      assert.match(form.text, /<strong>Outsider of elsewhere<\/strong>/)
      assert.doesNotMatch(form.text, /displayName/)

      const tokens = await api.rows('select 1 from api_token')
      const page = await visitor.post(path, { displayName: 'Somebody else' })
      assert.equal(page.status, 200)
      assert.equal(page.token, undefined)
      assert.match(page.text, /You are a member of Acme/)
      const email = 'outsider@elsewhere.example'
      const member = { role: 'comment', email, verified: true }
      assert.deepEqual(await visitor.membersNamed('Outsider of elsewhere'), [member])
      assert.equal((await api.rows('select 1 from api_token')).length, tokens.length)
      assert.deepEqual(await left(email), { invites: 0, links: 0 })
      assert.equal((await visitor.post(path)).status, 404)
    })

    it('verifies the address, since the mail arrived', async () => {
      const email = 'unverified@new.example'
      await newAccount('Unverified', email)
      assert.equal((await visitor.post(await visitor.invited(email, null))).status, 200)
      const member = { role: null, email, verified: true }
      assert.deepEqual(await visitor.membersNamed('Unverified'), [member])
    })
  })

  describe('for an account that somebody made', () => {
    it('asks for the name, verifies the address and shows the first token', async () => {
      const accountId = await newAccount('Boss', 'boss@new.example')
      const path = await visitor.accountLink(accountId, 'Boss@new.example')
      assert.match(path, /^\/~welcome\/[\w-]{43}$/)
      const form = await visitor.get(path)
      assert.equal(form.status, 200)
      assert.match(form.text, /value="Boss"/)
      assert.match(form.text, /boss@new\.example/)
      assert.deepEqual(await accountRow(accountId), [{ name: 'Boss', verified: false }])

      assert.equal((await visitor.post(path, { displayName: '' })).status, 400)
      const page = await visitor.post(path, { displayName: 'Bo Sse' })
      assert.equal(page.status, 200)
      assert.match(page.text, /Your account is ready/)
      assert.deepEqual(await accountRow(accountId), [{ name: 'Bo Sse', verified: true }])
      const user = await api.withToken(page.token ?? '').get('/user')
      assert.equal(user.body.id, accountId)
      assert.equal(user.body.displayName, 'Bo Sse')
      assert.equal((await visitor.get(path)).status, 404)
      assert.equal((await visitor.post(path, { displayName: 'Eve' })).status, 404)
    })

    it('has its new name found in its organizations, and asks for nothing when it stays', async () => {
      const renamed = await newAccount('Old', 'old@new.example')
      const link = await visitor.accountLink(renamed, 'old@new.example')
      await visitor.post(link, { displayName: 'New' })
      assert.equal((await refreshes(renamed)).length, 1)
      const kept = await newAccount('Same', 'same@new.example')
      const other = await visitor.accountLink(kept, 'same@new.example')
      await visitor.post(other, { displayName: 'Same' })
      assert.equal((await refreshes(kept)).length, 0)
    })

    it('signs the browser in that the account was taken over with, and no other page does', async () => {
      const accountId = await newAccount('Nora', 'nora@new.example')
      const path = await visitor.accountLink(accountId, 'nora@new.example')
      const browser = openTestBrowser(api.url)
      const page = await browser.post(path, { displayName: 'Nora' })
      assert.equal(page.status, 200)
      assert.match(page.text, /You are signed in[^]*~sign-in\/methods/)
      assert.equal((await browser.session(accountId).get('/user')).body.id, accountId)
      const methods = await browser.get('/~sign-in/methods')
      assert.match(methods.text, /Set a password/)

      const forged = await newAccount('Ned', 'ned@new.example')
      const other = openTestBrowser(api.url)
      const reply = await other.post(
        await visitor.accountLink(forged, 'ned@new.example'),
        { displayName: 'Ned' },
        { 'sec-fetch-site': 'cross-site' },
      )
      assert.deepEqual([reply.status, other.cookies()], [200, ''])
      assert.doesNotMatch(reply.text, /You are signed in/)
    })

    it('works once even when sent at the same time, for 7 days, until the next link', async () => {
      const accountId = await newAccount('Solo', 'solo@new.example')
      const first = await visitor.accountLink(accountId, 'solo@new.example')
      const second = await visitor.accountLink(accountId, 'solo@new.example')
      assert.equal((await visitor.get(first)).status, 404)
      const [{ days }] = await api.rows(
        `select round(extract(epoch from expires_at - now()) / 86400, 2)::text as days
          from welcome_link where account_id = $1`,
        [accountId],
      )
      assert.equal(days, '7.00')
      const pages = await Promise.all(
        Array.from({ length: 4 }, async () =>
          visitor.post(second, { displayName: 'Solo' }),
        ),
      )
      assert.deepEqual(statuses(pages), [200, 404, 404, 404])
      const tokens = await api.rows('select 1 from api_token where account_id = $1', [
        accountId,
      ])
      assert.equal(tokens.length, 1)
    })
  })

  describe('without a link that works', () => {
    it('answers unknown, malformed, used, expired and orphaned ones with the same page', async () => {
      const used = await visitor.invited('used@new.example')
      await visitor.post(used, { displayName: 'Used' })
      const late = await visitor.invited('late@new.example')
      await expire()
      const orphaned = await visitor.invited('orphan@new.example')
      await api.rows(`delete from mail_invite where email = 'orphan@new.example'`)
      const stale = await visitor.invited('stale@new.example')
      await api.rows(
        `update mail_invite set expires_at = now() - interval '1 second' where email = 'stale@new.example'`,
      )
      const gone = await visitor.get(unknown)
      assert.equal(gone.status, 404)
      assert.match(gone.text, /This link does not work/)
      assert.match(gone.text, /ask whoever invited you for a new invitation/)
      const malformed = [
        'x',
        'a'.repeat(42),
        'a'.repeat(44),
        `${'a'.repeat(42)}%27`,
        '%00',
      ]
      for (const path of [
        used,
        late,
        orphaned,
        stale,
        ...malformed.map((m) => `/~welcome/${m}`),
      ]) {
        const shown = await visitor.get(path)
        const sent = await visitor.post(path, { displayName: 'Eve' })
        for (const { status, text } of [shown, sent]) {
          assert.equal(status, 404, path)
          assert.equal(text, gone.text)
        }
      }
      assert.deepEqual(await visitor.membersNamed('Eve'), [])
    })

    it('asks the database nothing for what cannot be a secret', async () => {
      const statements: string[] = []
      const onStatement = (text: string) => statements.push(text)
      const watched = await startApi(api.services.config, { onStatement })
      // What an api asks while it starts is none of this.
      statements.length = 0
      try {
        for (const path of ['/~welcome/short', `${unknown}a`, '/~welcome/%00']) {
          assert.equal((await fetch(watched.url + path)).status, 404)
          const sent = await fetch(watched.url + path, { method: 'POST' })
          assert.equal(sent.status, 404)
        }
        assert.deepEqual(statements, [])
        await fetch(watched.url + unknown)
        assert.equal(statements.length, 1)
      } finally {
        await watched.stop()
      }
    })
  })

  it('keeps every page out of caches, referrers, frames and search engines, and scripts out of it', async () => {
    const path = await visitor.invited('headers@new.example')
    const pages = [
      await visitor.get(path),
      await visitor.post(path, { displayName: '' }),
      await visitor.post(path, { displayName: 'Headers' }),
      await visitor.get(path),
      await visitor.post(path, 'x'.repeat(20_000), form),
    ]
    assert.deepEqual(
      pages.map(({ status }) => status),
      [200, 400, 200, 404, 413],
    )
    for (const { headers, text } of pages) {
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      assert.equal(headers.get('x-robots-tag'), 'noindex')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      const sheet = /<style>([^]*)<\/style>/.exec(text)?.[1] ?? ''
      assert.notEqual(sheet, '')
      const source = `'sha256-${hash('sha256', sheet, 'base64')}'`
      assert.equal(
        headers.get('content-security-policy'),
        `default-src 'none'; style-src ${source}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      )
      assert.doesNotMatch(text, /style="/)
      assert.ok(!text.includes(path.slice('/~welcome/'.length)))
    }
  })

  it('takes forms only, up to 10 KB, and explains in a page', async () => {
    const path = await visitor.invited('forms@new.example')
    const json = { 'content-type': 'application/json' }
    const refusals = [
      await visitor.post(path, '{"displayName":"Eve"}', json),
      await visitor.post(path, 'displayName=Eve', { 'content-type': 'text/plain' }),
      await visitor.post(path, `displayName=Eve&x=${'x'.repeat(10 * 1024)}`, form),
    ]
    assert.deepEqual(
      refusals.map(({ status }) => status),
      [415, 415, 413],
    )
    for (const { text } of refusals) assert.match(text, /The form could not be read/)
    assert.deepEqual(await visitor.membersNamed('Eve'), [])
    assert.equal((await visitor.post(path, 'displayName=Forms', form)).status, 200)
    const elsewhere = await api
      .as('admin')
      .send('POST', `/orgs/${api.organization}/invites`, 'emails=a@b.example', form)
    assert.equal(elsewhere.status, 415, 'the api itself takes no forms')
  })

  async function left(email: string): Promise<{ invites: number; links: number }> {
    const invites = await api.rows('select 1 from mail_invite where email = $1', [email])
    const links = await api.rows('select 1 from welcome_link where email = $1', [email])
    return { invites: invites.length, links: links.length }
  }
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }

function statuses(pages: readonly Page[]): number[] {
  return pages.map(({ status }) => status).toSorted((a, b) => a - b)
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { proveDomains } from '#test/organizations/prove-domains.ts'
import { newPerson, nowhere, refusal } from '#test/organizations/test-person.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('updating an organization', () => {
  let api: TestApi
  let path: string
  before(async () => {
    api = await startTestApi()
    path = `/orgs/${api.organization}`
  })
  after(async () => api.stop())

  it('changes what is sent, keeps the rest, and records what changed', async () => {
    const earlier = await api.as('admin').get(path)
    const reply = await api
      .as('admin')
      .patch(path, { title: 'Acme Works', inviteLinks: false, unknown: 'ignored' })

    assert.equal(reply.status, 200)
    assert.deepEqual(reply.body, {
      ...earlier.body,
      title: 'Acme Works',
      inviteLinks: false,
    })
    assert.deepEqual((await api.as('admin').get(path)).body, reply.body)
    const [event] = await lastOf(api, 'event')
    assert.deepEqual(
      [event.type, event.subject, event.payload],
      [
        'organization_updated',
        `organization:${api.organization}`,
        { organizationId: api.organization, changed: ['title', 'inviteLinks'] },
      ],
    )
    const [audit] = await lastOf(api, 'audit_event')
    assert.deepEqual(
      [audit.action, audit.actor_id, audit.target_id, audit.details],
      [
        'organization_updated',
        api.users.admin,
        api.organization,
        {
          before: { title: 'Acme', inviteLinks: true },
          after: { title: 'Acme Works', inviteLinks: false },
        },
      ],
    )
  })

  it('raises the version with a change, and neither version nor log without one', async () => {
    const { body, headers } = await api.as('admin').get(path)
    const events = await lastOf(api, 'event')
    const same = await api.as('admin').patch(path, { title: body.title, ai: body.ai })

    assert.equal(same.status, 200)
    assert.deepEqual(same.body, body)
    assert.deepEqual((await api.as('admin').patch(path, {})).body, body)
    const again = await api.as('admin').get(path)
    assert.equal(again.headers.get('etag'), headers.get('etag'))
    assert.deepEqual(await lastOf(api, 'event'), events)
    await api.as('admin').patch(path, { ai: !body.ai })
    const changed = await api.as('admin').get(path)
    assert.notEqual(changed.headers.get('etag'), headers.get('etag'))
  })

  it('refuses a change that rests on an older version', async () => {
    const { headers } = await api.as('admin').get(path)
    const etag = headers.get('etag') ?? ''
    const send = async (title: string) =>
      api.as('admin').send('PATCH', path, { title }, { 'if-match': etag })

    assert.equal((await send('Seen')).status, 200)
    const late = await send('Unseen')
    assert.equal(late.status, 412)
    assert.equal(late.body.error.reason, 'version_mismatch')
    assert.equal((await api.as('admin').get(path)).body.title, 'Seen')
  })

  it('keeps both of two changes made at the same moment', async () => {
    for (const [title, logo] of [
      ['Left', 'https://acme.example/1.png'],
      ['Right', 'https://acme.example/2.png'],
    ]) {
      await Promise.all([
        api.as('admin').patch(path, { title }),
        api.as('admin').patch(path, { logo }),
      ])
      const { body } = await api.as('admin').get(path)
      assert.deepEqual([body.title, body.urls.logo], [title, logo])
    }
  })

  it('clears the logo and the default role with null', async () => {
    await api.as('admin').patch(path, { logo: 'https://acme.example/logo.svg' })
    const { body } = await api.as('admin').patch(path, { logo: null, defaultRole: null })

    assert.equal('logo' in body.urls, false)
    assert.equal(body.defaultRole, null)
    const back = await api.as('admin').patch(path, { defaultRole: 'comment' })
    assert.equal(back.body.defaultRole, 'comment')
  })

  it('refuses a logo that a browser would run or read as data', async () => {
    for (const logo of [
      'javascript:alert(1)',
      'data:image/svg+xml,x',
      'ftp://a.example/',
    ]) {
      const { status, body } = await api.as('admin').patch(path, { logo })
      assert.equal(status, 400)
      assert.equal(body.error.details[0].path, 'body.logo')
    }
  })

  it('stores merge rules without keys that mean nothing', async () => {
    const rules = [
      { rule: 'require_specific_reviewers', users: [api.users.review] },
      { rule: 'require_at_least_one_review' },
      { rule: 'custom', expression: 'true', message: 'Never' },
      { rule: 'custom', expression: '' },
      { rule: 'allow_bypass', users: [] },
    ]
    const { status, body } = await api.as('admin').patch(path, {
      mergeRules: { type: 'rules', rules: rules.map((rule) => ({ ...rule, odd: 1 })) },
    })

    assert.equal(status, 200)
    assert.deepEqual(body.mergeRules, { type: 'rules', rules })
    const none = await api.as('admin').patch(path, { mergeRules: { type: 'none' } })
    assert.deepEqual(none.body.mergeRules, { type: 'none' })
  })

  it('refuses inherited merge rules: nothing is above an organization', async () => {
    const { status, body } = await api
      .as('admin')
      .patch(path, { mergeRules: { type: 'inherit' } })
    assert.equal(status, 400)
    assert.equal(body.error.details[0].path, 'body.mergeRules.type')
  })

  it('refuses a site that does not exist as default content, and clears it with null', async () => {
    const { status, body } = await api
      .as('admin')
      .patch(path, { defaultContent: { type: 'site', site: nowhere } })
    assert.equal(status, 400)
    assert.equal(body.error.reason, 'invalid_default_content')

    await api.rows(
      'update organization set default_site_id = $2 where organization_id = $1',
      [api.organization, nowhere],
    )
    const kept = await api.as('admin').get(path)
    assert.deepEqual(kept.body.defaultContent, { type: 'site', site: nowhere })
    const cleared = await api.as('admin').patch(path, { defaultContent: null })
    assert.equal('defaultContent' in cleared.body, false)
  })

  it('refuses to enforce SSO without a provider, and changes nothing else then', async () => {
    const { status, body } = await api
      .as('admin')
      .patch(path, { sso: true, title: 'Locked' })

    assert.equal(status, 400)
    assert.equal(body.error.reason, 'no_active_sso_provider')
    assert.notEqual((await api.as('admin').get(path)).body.title, 'Locked')
    assert.equal((await api.as('admin').patch(path, { sso: false })).status, 200)
  })

  it('replaces the mail domains where the organization is found by them', async () => {
    await api.as('admin').patch(path, { emailDomains: ['One.example', '@two.example'] })
    const { body } = await api
      .as('admin')
      .patch(path, { emailDomains: ['two.example', 'three.example'] })

    assert.deepEqual(body.emailDomains, ['two.example', 'three.example'])
    const rows = await api.rows(
      'select domain from email_domain where organization_id = $1 order by domain',
      [api.organization],
    )
    assert.deepEqual(rows, [{ domain: 'three.example' }, { domain: 'two.example' }])
    const bad = await api.as('admin').patch(path, { emailDomains: ['nodot'] })
    assert.equal(bad.status, 400)
    assert.equal(bad.body.error.details[0].path, 'body.emailDomains.0')
    await api.as('admin').patch(path, { emailDomains: [] })
    assert.deepEqual(
      await api.rows('select 1 from email_domain where organization_id = $1', [
        api.organization,
      ]),
      [],
    )
  })

  for (const name of ['create', 'review', 'edit', 'comment', 'read', 'guest'] as const) {
    it(`refuses ${name} and says what is needed`, async () => {
      const { status, body } = await api.as(name).patch(path, { title: 'Mine' })
      assert.equal(status, 403)
      assert.equal(body.error.reason, 'forbidden')
      assert.match(body.error.message, /admin role/)
    })
  }

  it('refuses someone who could join but has not', async () => {
    await api.as('admin').patch(path, { emailDomains: ['candidates.example'] })
    await proveDomains(api, api.organization)
    const { caller } = await newPerson(api, { email: 'one@candidates.example' })
    const { status, body } = await caller.patch(path, { title: 'Mine' })
    assert.equal(status, 403)
    assert.equal(body.error.reason, 'forbidden')
  })

  it('answers an outsider exactly as if the organization did not exist, anonymous callers 401', async () => {
    const change = { title: 'Mine', emailDomains: ['elsewhere.example'] }
    const real = await api.as('outsider').patch(path, change)
    const absent = await api.as('outsider').patch(`/orgs/${nowhere}`, change)

    assert.equal(real.status, 404)
    assert.deepEqual(refusal(real, api.organization), refusal(absent, nowhere))
    assert.equal((await api.anonymous().patch(path, change)).status, 401)
  })
})

describe('the host name of an organization', () => {
  let api: TestApi
  let path: string
  let otherPath: string
  before(async () => {
    api = await startTestApi()
    path = `/orgs/${api.organization}`
    otherPath = `/orgs/${api.otherOrganization}`
  })
  after(async () => api.stop())

  it('moves to a new name, and keeps the old one from others for a time', async () => {
    const moved = await api.as('admin').patch(path, { hostname: 'acme-docs' })
    assert.equal(moved.status, 200)
    assert.equal(moved.body.hostname, 'acme-docs')
    assert.equal((await api.as('read').get('/subdomains/acme')).status, 404)

    const kept = await api.as('outsider').patch(otherPath, { hostname: 'acme' })
    assert.deepEqual([kept.status, kept.body.error.reason], [409, 'hostname_taken'])
    assert.equal((await api.as('admin').patch(path, { hostname: 'acme' })).status, 200)
    await api.as('admin').patch(path, { hostname: 'acme-docs' })
    await api.rows(
      `update subdomain set kept_until = ((kept_until at time zone 'UTC') - interval '90 days') at time zone 'UTC'`,
    )
    const taken = await api.as('outsider').patch(otherPath, { hostname: 'acme' })
    assert.equal(taken.status, 200)
    const { body } = await api.as('read').get('/subdomains/acme')
    assert.equal(body.target.organization, api.otherOrganization)
  })

  it('stays when the new name is taken, together with everything else in the request', async () => {
    const earlier = await api.as('admin').get(path)
    const { status, body } = await api
      .as('admin')
      .patch(path, { title: 'Half', hostname: 'acme', emailDomains: ['half.example'] })

    assert.equal(status, 409)
    assert.equal(body.error.reason, 'hostname_taken')
    assert.match(body.error.message, /"acme"/)
    assert.deepEqual((await api.as('admin').get(path)).body, earlier.body)
    const { body: kept } = await api.as('admin').get('/subdomains/acme-docs')
    assert.equal(kept.target.organization, api.organization)
  })

  it('goes to exactly one of two organizations that want it at the same moment', async () => {
    const replies = await Promise.all([
      api.as('admin').patch(path, { hostname: 'wanted' }),
      api.as('outsider').patch(otherPath, { hostname: 'wanted' }),
    ])

    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    )
    const named = await api.rows(
      'select hostname as name, organization_id from organization order by 1',
    )
    const holders = await api.rows(
      'select subdomain as name, organization_id from subdomain where kept_until is null order by 1',
    )
    assert.deepEqual(named, holders)
    const held = await api.rows('select 1 from subdomain where kept_until is null')
    assert.equal(held.length, 2)
  })

  it('is none that people take for the installation, also not by a title', async () => {
    for (const hostname of ['www', 'api', 'login', 'admin', 'mail', 'smtp2', 'xn--mxa']) {
      const { status, body } = await api.as('admin').patch(path, { hostname })
      assert.deepEqual([status, body.error.reason], [400, 'hostname_reserved'], hostname)
    }
    const { body } = await api.as('admin').post('/orgs', { title: 'Login' })
    assert.equal(body.hostname, 'org-login')
    await api.rows(`insert into subdomain values ('support', $1)`, [api.organization])
    await api.rows(
      `update organization set hostname = 'support' where organization_id = $1`,
      [api.organization],
    )
    const kept = await api
      .as('admin')
      .patch(path, { hostname: 'support', title: 'Acme Help' })
    assert.deepEqual([kept.status, kept.body.hostname], [200, 'support'])
  })

  it('is kept for an organization five times, and no more', async () => {
    for (let index = 0; index < 8; index += 1) {
      await api.as('outsider').patch(otherPath, { hostname: `often-${index}` })
    }
    const kept = await api.rows(
      `select subdomain from subdomain
      where organization_id = $1 and kept_until is not null order by subdomain`,
      [api.otherOrganization],
    )
    assert.deepEqual(
      kept.map(({ subdomain }) => subdomain),
      ['often-2', 'often-3', 'often-4', 'often-5', 'often-6'],
    )
  })

  it('has the form of a subdomain', async () => {
    for (const hostname of [
      'ab',
      'Upper',
      '-dash',
      'dash-',
      'a_b',
      'a.b',
      'x'.repeat(33),
    ]) {
      const { status, body } = await api.as('admin').patch(path, { hostname })
      assert.equal(status, 400)
      assert.equal(body.error.details[0].path, 'body.hostname')
    }
  })
})

async function lastOf(api: TestApi, table: 'event' | 'audit_event') {
  return api.rows(
    `select * from ${table} where organization_id = $1 order by occurred_at desc limit 1`,
    [api.organization],
  )
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { narrowed } from '#test/organizations/test-person.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('creating an organization', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('makes the caller its admin and writes event and audit row in the same transaction', async () => {
    const reply = await api.as('read').post('/orgs', {
      title: 'Größe & Söhne',
      type: 'community',
      useCase: 'openSourceDocs',
    })

    assert.equal(reply.status, 201)
    const { id, title, type, useCase, hostname, permissions, defaultRole } = reply.body
    assert.deepEqual(
      { title, type, useCase, hostname, defaultRole, admin: permissions.admin },
      {
        title: 'Größe & Söhne',
        type: 'community',
        useCase: 'openSourceDocs',
        hostname: 'gro-e-sohne',
        defaultRole: 'read',
        admin: true,
      },
    )
    assert.equal(reply.headers.get('location'), `http://lectern.test/v1/orgs/${id}`)
    assert.deepEqual((await api.as('read').get(`/orgs/${id}`)).body, reply.body)
    const events = await api.rows(
      'select type, subject, payload from event where organization_id = $1',
      [id],
    )
    assert.deepEqual(events, [
      {
        type: 'organization_created',
        subject: `organization:${id}`,
        payload: { organizationId: id, title: 'Größe & Söhne' },
      },
    ])
    const audits = await api.rows(
      'select action, actor_id, target_id from audit_event where organization_id = $1',
      [id],
    )
    assert.deepEqual(audits, [
      { action: 'organization_created', actor_id: api.users.read, target_id: id },
    ])
    const counters = await api.rows(
      'select name, value from organization_counter where organization_id = $1',
      [id],
    )
    assert.deepEqual(counters, [{ name: 'members', value: 1 }])
    const directory = await api.rows('select kind from directory where id = $1', [id])
    assert.deepEqual(directory, [{ kind: 'organization' }])
  })

  it('is a business unless told otherwise', async () => {
    const { body } = await api.as('read').post('/orgs', { title: 'Plain' })
    assert.equal(body.type, 'business')
    assert.equal('useCase' in body, false)
  })

  it('gives every organization a name of its own, whatever the titles', async () => {
    const titles = ['Twin', 'Twin', 'twin!', '統合', 'ab', '-'.repeat(9), 'x'.repeat(255)]
    const replies = await Promise.all(
      titles.map(async (title) => api.as('admin').post('/orgs', { title })),
    )

    assert.deepEqual(
      replies.map(({ status }) => status),
      titles.map(() => 201),
    )
    const names = replies.map(({ body }) => body.hostname)
    assert.equal(new Set(names).size, titles.length)
  })

  it('takes mail domains as people write them and finds the organization by them', async () => {
    const { status, body } = await api.as('outsider').post('/orgs', {
      title: 'Domains',
      emailDomains: ['@Example.COM', 'example.com', 'mail.example.co.uk'],
    })

    assert.equal(status, 201)
    assert.deepEqual(body.emailDomains, ['example.com', 'mail.example.co.uk'])
    const rows = await api.rows(
      'select domain from email_domain where organization_id = $1 order by domain',
      [body.id],
    )
    assert.deepEqual(rows, [{ domain: 'example.com' }, { domain: 'mail.example.co.uk' }])
  })

  for (const domain of [
    'localhost',
    'a@example.com',
    '-a.example',
    'a..example',
    'example.com.',
    '10.0.0.1',
    'exa mple.com',
    'bücher.example',
    `${'a'.repeat(64)}.example`,
  ]) {
    it(`refuses "${domain}" as a mail domain and names the entry`, async () => {
      const { status, body } = await api
        .as('outsider')
        .post('/orgs', { title: 'Refused', emailDomains: ['fine.example', domain] })

      assert.equal(status, 400)
      assert.equal(body.error.reason, 'invalid_request')
      assert.equal(body.error.details[0].path, 'body.emailDomains.1')
      assert.ok(body.error.message.includes(domain))
    })
  }

  it('leaves nothing behind when it is refused', async () => {
    const rows = await api.rows(
      "select 1 from subdomain where subdomain = 'refused' union all select 1 from organization where title = 'Refused'",
    )
    assert.deepEqual(rows, [])
  })

  it('creates once for one Idempotency-Key and gives the same answer again', async () => {
    const create = async () =>
      api
        .as('admin')
        .send('POST', '/orgs', { title: 'Once' }, { 'idempotency-key': 'create-once' })
    const first = await create()
    const second = await create()

    assert.equal(second.status, 201)
    assert.deepEqual(second.body, first.body)
    assert.equal(second.headers.get('location'), first.headers.get('location'))
    const rows = await api.rows("select 1 from organization where title = 'Once'")
    assert.equal(rows.length, 1)
  })

  it('refuses a title that is missing, too short or too long', async () => {
    for (const title of [undefined, 'x', 'x'.repeat(256)]) {
      const { status, body } = await api.as('admin').post('/orgs', { title })
      assert.equal(status, 400)
      assert.equal(body.error.details[0].path, 'body.title')
    }
  })

  it('refuses tokens that only read or belong to one organization, and the anonymous caller', async () => {
    const reader = await narrowed(api, api.users.admin, { scopes: ['read'] })
    const bound = await narrowed(api, api.users.admin, {
      organizationId: api.organization,
    })
    for (const caller of [reader, bound]) {
      const { status, body } = await caller.post('/orgs', { title: 'No' })
      assert.equal(status, 403)
      assert.equal(body.error.reason, 'token_too_narrow')
    }
    assert.equal((await api.anonymous().post('/orgs', { title: 'No' })).status, 401)
  })
})

describe('the organizations of an account', () => {
  it('are as many as the operator allows, also when they are founded at once', async () => {
    const api = await startTestApi({ ORGANIZATIONS_PER_ACCOUNT: '3' })
    try {
      const replies = await Promise.all(
        Array.from({ length: 6 }, async (_, index) =>
          api.as('read').post('/orgs', { title: `Number ${index}` }),
        ),
      )
      const refused = replies.filter(({ status }) => status === 403)
      assert.equal(replies.filter(({ status }) => status === 201).length, 3)
      assert.equal(refused.length, 3)
      const { reason, message } = refused[0]?.body.error ?? {}
      assert.equal(reason, 'too_many_organizations')
      assert.match(message, /founded 3 organizations/)
      assert.equal((await api.as('edit').post('/orgs', { title: 'Other' })).status, 201)
    } finally {
      await api.stop()
    }
  })
})

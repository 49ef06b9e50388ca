import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { signIn, untilEnded } from '#test/sessions/test-browser-session.ts'
import { makeIdentity } from '#test/sso/test-certificates.ts'
import { startTestApi, type TestApi, type TestReply } from '#test/test-api.ts'

const { certificate } = makeIdentity()
const complete = {
  label: 'Acme',
  entityID: 'https://idp.example/metadata',
  ssoURL: 'https://idp.example/sso?tenant=1',
  certificate,
}

function refusal({ status, body }: TestReply): string {
  return `${status} ${body?.error?.reason}`
}

describe('identity providers', () => {
  let api: TestApi
  let saml: string
  before(async () => {
    api = await startTestApi()
    saml = `/orgs/${api.organization}/saml`
  })
  after(async () => api.stop())

  async function create(body: object = complete): Promise<string> {
    const reply = await api.as('admin').post(saml, body)
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    return reply.body.id
  }

  async function removeAll(): Promise<void> {
    await api.rows(`update organization set sso = false`)
    await api.rows(`update member set sso = false`)
    const { body } = await api.as('admin').get(saml)
    for (const { id } of body.items) await api.as('admin').delete(`${saml}/${id}`)
  }

  it('are pending until all is set, and say what to tell the provider', async () => {
    const team = await api
      .as('admin')
      .put(`/orgs/${api.organization}/teams`, { title: 'Engineers' })
    const reply = await api
      .as('admin')
      .post(saml, { label: 'Acme', defaultTeam: team.body.id, defaultRole: 'edit' })
    assert.equal(reply.status, 201)
    const { id, createdAt, defaultTeam, ...rest } = reply.body
    assert.ok(createdAt)
    assert.deepEqual(defaultTeam, team.body)
    const entityID = `http://lectern.test/sso/saml/${id}`
    const location = `http://lectern.test/v1${saml}/${id}`
    assert.deepEqual(rest, {
      object: 'saml-provider',
      label: 'Acme',
      defaultRole: 'edit',
      encryption: false,
      status: 'pending',
      service: { acsURL: `${entityID}/acs`, startURL: `${entityID}/start`, entityID },
      urls: { location },
    })
    assert.equal(reply.headers.get('location'), location)
    const path = `${saml}/${id}`
    const { label, ...missing } = complete
    for (const [key, value] of Object.entries(missing)) {
      assert.equal((await api.as('admin').get(path)).body.status, 'pending', label)
      const changed = await api.as('admin').patch(path, { [key]: value })
      assert.equal(changed.body[key], value)
    }
    assert.equal((await api.as('admin').get(path)).body.status, 'active')
    const cleared = await api
      .as('admin')
      .patch(path, { entityID: '', defaultTeam: null, defaultRole: null })
    assert.deepEqual(
      [cleared.body.status, cleared.body.entityID, cleared.body.defaultTeam],
      ['pending', undefined, undefined],
    )
    assert.equal(cleared.body.defaultRole, null)
    await removeAll()
  })

  it('end what they let in when they go, but for the session of who takes them away', async () => {
    const organizationId = api.organization
    const other = makeIdentity().certificate
    const id = await create({ ...complete, certificate: `${certificate}${other}` })
    const somebody = async (name: 'admin' | 'read') =>
      signIn(api, api.users[name], { organizationId })
    const confirm = async () => {
      await api.rows('update api_token set proven_for = $1 where account_id = $2', [
        organizationId,
        api.users.read,
      ])
    }
    const confirmed = async () =>
      api.rows('select 1 from api_token where proven_for = $1', [organizationId])
    const admin = await somebody('admin')
    const patch = async (body: object) => {
      const reply = await admin.send('PATCH', `${saml}/${id}`, body)
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
    }
    const member = await somebody('read')
    const plain = await signIn(api, api.users.read)
    await confirm()
    await patch({ label: 'Renamed' })
    assert.equal((await member.get('/user')).status, 200)

    await patch({ certificate: other })
    await untilEnded(member)
    assert.equal((await confirmed()).length, 1)
    const again = await somebody('read')
    await patch({ entityID: 'https://other.example/metadata' })
    await untilEnded(again)
    assert.deepEqual(await confirmed(), [])

    await confirm()
    const last = await somebody('read')
    assert.equal((await admin.send('DELETE', `${saml}/${id}`)).status, 204)
    await untilEnded(last)
    assert.deepEqual(await confirmed(), [])
    for (const kept of [admin, plain]) {
      assert.equal((await kept.get('/user')).status, 200)
    }
    await removeAll()
  })

  it('are listed in order of creation, page by page', async () => {
    const first = await create()
    const second = await create({ label: 'Second' })
    const page = await api.as('admin').get(`${saml}?limit=1`)
    assert.deepEqual([page.body.count, page.body.items[0].id], [2, first])
    const next = await api.as('admin').get(`${saml}?limit=1&page=${page.body.next.page}`)
    assert.deepEqual(
      next.body.items.map(({ id }: { id: string }) => id),
      [second],
    )
    assert.deepEqual(
      next.body.items[0],
      (await api.as('admin').get(`${saml}/${second}`)).body,
    )
    await removeAll()
  })

  it('are for admins alone, and no organization for anybody else', async () => {
    const id = await create()
    const path = `${saml}/${id}`
    for (const name of ['create', 'read', 'guest'] as const) {
      const replies = [
        await api.as(name).get(saml),
        await api.as(name).get(path),
        await api.as(name).post(saml, complete),
        await api.as(name).patch(path, { label: 'Mine' }),
        await api.as(name).delete(path),
      ]
      assert.deepEqual(replies.map(refusal), Array(5).fill('403 forbidden'))
    }
    for (const caller of [api.as('outsider'), api.anonymous()]) {
      const reply = await caller.get(path)
      assert.ok([401, 404].includes(reply.status))
      assert.notEqual((await caller.patch(path, { label: 'Mine' })).status, 200)
      await caller.delete(path)
    }
    assert.equal((await api.as('admin').get(path)).body.label, 'Acme')
    await removeAll()
  })

  it('are not found under another organization', async () => {
    const id = await create()
    const other = await api
      .as('outsider')
      .post('/orgs', { title: 'Elsewhere', type: 'business', useCase: 'docsSite' })
    assert.ok(other.body.id, JSON.stringify(other.body))
    const path = `/orgs/${other.body.id}/saml/${id}`
    assert.equal((await api.as('outsider').get(path)).status, 404)
    assert.equal((await api.as('outsider').patch(path, { label: 'X' })).status, 404)
    assert.equal((await api.as('outsider').delete(path)).status, 204)
    assert.equal((await api.as('admin').get(`${saml}/${id}`)).body.label, 'Acme')
    await removeAll()
  })

  it('take certificates that signatures can be checked with, and no others', async () => {
    const bare = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '')
    const good = [certificate, bare, `${certificate}${makeIdentity().certificate}`]
    for (const text of good) {
      const reply = await api.as('admin').post(saml, { ...complete, certificate: text })
      assert.deepEqual([reply.status, reply.body.certificate], [201, text])
    }
    await removeAll()
    const { privateKey } = makeIdentity()
    const broken = [
      'x',
      bare.slice(0, -40),
      `${bare}AAAA`,
      privateKey,
      `${certificate}${privateKey}`,
      `${certificate}${certificate}${certificate}`,
      makeIdentity({ bits: 1024 }).certificate,
      makeIdentity({ curve: 'P-256' }).certificate,
    ]
    for (const text of broken) {
      const reply = await api.as('admin').post(saml, { ...complete, certificate: text })
      assert.equal(refusal(reply), '400 invalid_request', text.slice(0, 30))
      assert.equal(reply.body.error.details[0].path, 'body.certificate')
      assert.ok(!JSON.stringify(reply.body).includes(text.slice(30, 60) || 'nothing'))
    }
  })

  it('lead browsers to http and https alone', async () => {
    for (const ssoURL of [
      'javascript:alert(1)',
      'ftp://idp.example',
      'https://a@b/',
      'x',
    ]) {
      const reply = await api.as('admin').post(saml, { ...complete, ssoURL })
      assert.equal(refusal(reply), '400 invalid_request', ssoURL)
    }
  })

  it('put people into a team of the organization, and into no team once it is gone', async () => {
    const unknown = await api.as('admin').post(saml, { ...complete, defaultTeam: 'nope' })
    assert.equal(refusal(unknown), '404 not_found')
    const teams = `/orgs/${api.organization}/teams`
    const team = await api.as('admin').put(teams, { title: 'Short' })
    const id = await create({ ...complete, defaultTeam: team.body.id })
    await api.as('admin').delete(`${teams}/${team.body.id}`)
    const { body } = await api.as('admin').get(`${saml}/${id}`)
    assert.equal(body.defaultTeam, undefined)
    await removeAll()
  })

  it('are twenty at most', async () => {
    for (let made = 0; made < 20; made += 1) await create({ label: `P${made}` })
    const reply = await api.as('admin').post(saml, complete)
    assert.equal(refusal(reply), '409 too_many_saml_providers')
    await removeAll()
  })

  it('stay while members have to sign in with one, the last active one at least', async () => {
    const id = await create()
    const spare = await create({ label: 'Pending' })
    const path = `${saml}/${id}`
    const needing = [
      `update organization set sso = true where organization_id = '${api.organization}'`,
      `update member set sso = true where user_id = '${api.users.read}'`,
    ]
    for (const change of needing) {
      await api.rows(change)
      for (const reply of [
        await api.as('admin').delete(path),
        await api.as('admin').patch(path, { certificate: '' }),
      ]) {
        assert.equal(refusal(reply), '409 last_active_provider')
      }
      assert.equal((await api.as('admin').get(path)).body.status, 'active')
      await api.rows('update organization set sso = false')
    }
    assert.equal((await api.as('admin').delete(`${saml}/${spare}`)).status, 204)
    await create({ ...complete, label: 'Other' })
    assert.equal((await api.as('admin').delete(path)).status, 204)
    await removeAll()
  })

  it('hold members from the moment one is active, and let them go with the last', async () => {
    await api.rows(`update member set sso = true where user_id = '${api.users.read}'`)
    const held = async () =>
      (await api.as('read').get(`/orgs/${api.organization}`)).status
    const id = await create({ ...complete, certificate: '' })
    assert.equal(await held(), 200)
    await api.as('admin').patch(`${saml}/${id}`, { certificate })
    assert.equal(await held(), 403)
    await api.rows('update member set sso = false')
    await api.as('admin').delete(`${saml}/${id}`)
    assert.equal(await held(), 200)
  })

  it('are changed and removed under their version', async () => {
    const id = await create()
    const path = `${saml}/${id}`
    const etag = (await api.as('admin').get(path)).headers.get('etag') ?? ''
    const same = { 'if-match': etag }
    const first = await api.as('admin').send('PATCH', path, { label: 'One' }, same)
    assert.equal(first.status, 200)
    for (const reply of [
      await api.as('admin').send('PATCH', path, { label: 'Two' }, same),
      await api.as('admin').send('DELETE', path, undefined, same),
    ]) {
      assert.equal(reply.status, 412)
    }
    await removeAll()
    assert.equal((await api.as('admin').delete(path)).status, 204)
  })

  it('are changed in a browser only by who has signed in just now', async () => {
    const session = await signIn(api, api.users.admin)
    const made = await session.send('POST', saml, complete)
    assert.equal(made.status, 201)
    await api.rows(
      `update browser_session set authenticated_at = now() - interval '11 minutes'
       where id = $1`,
      [session.id],
    )
    const path = `${saml}/${made.body.id}`
    for (const reply of [
      await session.send('POST', saml, complete),
      await session.send('PATCH', path, { label: 'Late' }),
      await session.send('DELETE', path),
    ]) {
      assert.deepEqual([reply.status, reply.body.error.reason], [403, 'sign_in_again'])
    }
    assert.equal((await session.get(path)).body.label, 'Acme')
    await removeAll()
  })

  it('leave events and rows of the audit log, and the certificate in the log alone', async () => {
    const id = await create()
    await api.as('admin').patch(`${saml}/${id}`, { label: 'New' })
    await api.as('admin').patch(`${saml}/${id}`, { label: 'New' })
    await api.as('admin').delete(`${saml}/${id}`)
    const audited = await api.rows(
      `select action, actor_id from audit_event where target_id = $1 order by id`,
      [id],
    )
    const actions = [
      'saml_provider_created',
      'saml_provider_updated',
      'saml_provider_deleted',
    ]
    assert.deepEqual(
      audited,
      actions.map((action) => ({ action, actor_id: api.users.admin })),
    )
    const events = await api.rows('select payload::text from event where subject = $1', [
      `saml-provider:${id}`,
    ])
    assert.equal(events.length, 3)
    assert.ok(!JSON.stringify(events).includes(certificate.slice(40, 80)))
  })

  it('are told to everybody while active, by name and where to begin alone', async () => {
    const sso = `/orgs/${api.organization}/sso`
    const missing = await api.anonymous().get('/orgs/nowhere/sso')
    const hidden = await api.anonymous().get(sso)
    assert.deepEqual([refusal(missing), refusal(hidden)], Array(2).fill('404 not_found'))
    assert.equal((await api.as('outsider').get(sso)).status, 404)
    assert.deepEqual((await api.as('read').get(sso)).body, { items: [] })
    await create({ label: 'Pending' })
    assert.equal((await api.anonymous().get(sso)).status, 404)
    const id = await create()
    const startURL = `http://lectern.test/sso/saml/${id}/start`
    for (const caller of [api.anonymous(), api.as('outsider'), api.as('guest')]) {
      const { status, body } = await caller.get(sso)
      assert.deepEqual(
        [status, body],
        [200, { items: [{ id, label: 'Acme', startURL }] }],
      )
    }
    await removeAll()
  })
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, describe, it } from 'node:test'

import { CallError, createClient, everyEntry } from '@lectern/contract/client.ts'

import { startFaultProxy } from './gates/harness/fault-proxy.ts'
import { startTestApi, type TestApi } from './test-api.ts'

describe('the client of the contract', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  const clientOf = (name: 'admin' | 'read') =>
    createClient({ url: api.url, token: api.tokens[name] })

  it('calls operations by their ids, with what their definitions say', async () => {
    const params = { organizationId: api.organization }
    const team = await clientOf('admin').call('createOrganizationTeam', {
      params,
      body: { title: 'Writers' },
    })
    assert.equal(team.title, 'Writers')
    const renamed = await clientOf('admin').call('updateTeamInOrganizationById', {
      params: { ...params, teamId: team.id },
      body: { title: 'Authors' },
    })
    assert.equal(renamed.title, 'Authors')
  })

  it('throws refusals with the words of the server', async () => {
    const call = clientOf('read').call('createOrganizationTeam', {
      params: { organizationId: api.organization },
      body: { title: 'Nope' },
    })
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof CallError)
      assert.equal(error.status, 403)
      assert.equal(error.reason, 'forbidden')
      assert.match(error.message, /admin role/)
      assert.ok(error.requestId)
      return true
    })
  })

  it('walks all pages of a list', async () => {
    const params = { organizationId: api.organization }
    const client = clientOf('admin')
    const seen: string[] = []
    const entries = everyEntry(async (cursor) =>
      client.call('listMembersInOrganizationById', {
        params,
        query: { ...cursor, limit: 2 },
      }),
    )
    for await (const { id } of entries) seen.push(id)
    const { count } = await client.call('listMembersInOrganizationById', {
      params,
      query: { limit: 0 },
    })
    assert.equal(seen.length, count)
    assert.equal(new Set(seen).size, count)
  })

  it('sends a write again when its answer was lost, and it happens once', async () => {
    let connections = 0
    const next = () => {
      connections += 1
      return connections <= 2 ? 0 : 1
    }
    const ports = [Number(new URL(api.url).port)]
    const proxy = await startFaultProxy({ ports, cutShare: 0.5, next })
    try {
      const client = createClient({ url: proxy.url, token: api.tokens.admin })
      const team = await client.call('createOrganizationTeam', {
        params: { organizationId: api.organization },
        body: { title: 'Only once' },
      })
      const rows = await api.rows(`select id from team where title = 'Only once'`)
      assert.deepEqual(rows, [{ id: team.id }])
      assert.ok(proxy.cuts() > 0)
    } finally {
      await proxy.close()
    }
  })

  it('writes content, lists revisions and goes back to one', async () => {
    const client = clientOf('admin')
    const organizationId = api.organization
    const { id: spaceId } = await client.call('createSpace', {
      params: { organizationId },
      body: { title: 'Handbook', empty: true },
    })
    const { revision } = await client.call('getSpaceById', { params: { spaceId } })
    const written = await client.call('updateSpaceContent', {
      params: { spaceId },
      body: {
        changes: [
          { operation: 'insert_page', title: 'Start', document: { markdown: 'Hi.\n' } },
        ],
      },
    })
    assert.ok('changes' in written)
    const listed = await client.call('listSpaceRevisions', { params: { spaceId } })
    assert.deepEqual(
      listed.items.map(({ id }) => id),
      [written.revision, revision],
    )
    const back = await client.call('rollbackSpaceRevision', {
      params: { spaceId, revisionId: revision },
    })
    assert.equal(back.type, 'rollback')
    assert.deepEqual(back.pages, [])
    const runs = await client.call('listImportRuns', { params: { organizationId } })
    assert.equal(runs.count, 0)
  })

  it('reads the audit log and chooses what is mailed', async () => {
    const client = clientOf('admin')
    const params = { organizationId: api.organization }
    const { items } = await client.call('listOrganizationAuditEvents', {
      params,
      query: { action: 'team_created', limit: 1 },
    })
    const [entry] = items
    assert.ok(entry)
    const { details } = await client.call('getOrganizationAuditEvent', {
      params: { ...params, auditEventId: entry.id },
    })
    assert.ok(details)
    const actions = await client.call('listOrganizationAuditEventActions', { params })
    assert.ok(actions.items.some(({ action }) => action === entry.action))
    await client.call('updateNotificationPreferences', { body: { merges: 'none' } })
    const { merges, mentions } = await client.call('getNotificationPreferences')
    assert.deepEqual([merges, mentions], ['none', 'email'])
  })

  it('sends again what may work then, and nothing that would be refused again', async () => {
    let reason = ''
    let requests = 0
    const server = createServer((_request, reply) => {
      requests += 1
      reply.writeHead(429, { 'content-type': 'application/json', 'retry-after': '0' })
      reply.end(JSON.stringify({ error: { code: 429, reason, message: 'No.' } }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    assert.ok(typeof address === 'object' && address !== null)
    const client = createClient({
      url: `http://127.0.0.1:${address.port}`,
      retriesMax: 2,
    })
    const sent = async (given: string) => {
      reason = given
      requests = 0
      await assert.rejects(client.call('getApiInformation'), CallError)
      return requests
    }
    assert.equal(await sent('rate_limited'), 3)
    assert.equal(await sent('content_too_dear'), 1)
    assert.equal(await sent('mail_limit_reached'), 1)
    server.close()
  })

  it('says that nobody answers where nobody does', async () => {
    const client = createClient({ url: 'http://127.0.0.1:9', retriesMax: 1 })
    await assert.rejects(client.call('getApiInformation'), (error) => {
      assert.ok(error instanceof CallError)
      assert.equal(error.status, 0)
      assert.match(error.message, /127\.0\.0\.1:9/)
      return true
    })
  })
})

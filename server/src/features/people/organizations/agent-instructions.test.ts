import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { whileBlocked } from '#test/organizations/test-blocker.ts'
import { nowhere, refusal } from '#test/organizations/test-person.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { findProblem } from './check-instructions-task.ts'

const paragraph = (text: string) => ({
  object: 'document',
  data: { schemaVersion: 7, zeta: { b: 1, a: [null, 1.5] } },
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      toJSON: 'a word like any other',
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
    },
  ],
})

describe('instructions for agents', () => {
  let api: TestApi
  let path: string
  before(async () => {
    api = await startTestApi()
    path = `/orgs/${api.organization}/agent-instructions`
  })
  after(async () => api.stop())

  it('are empty at first, as old as the organization and by whoever founded it', async () => {
    const organization = await api.as('admin').get(`/orgs/${api.organization}`)
    const { status, body } = await api.as('read').get(path)

    assert.equal(status, 200)
    assert.deepEqual(body, {
      object: 'agent-instructions',
      instructions: { object: 'document', data: { schemaVersion: 1 }, nodes: [] },
      updatedAt: organization.body.createdAt,
      updatedBy: api.users.admin,
      urls: { location: `http://lectern.test/v1${path}` },
    })
  })

  it('are written the first time by only one of two who both saw them empty', async () => {
    const { headers } = await api.as('admin').get(path)
    const etag = headers.get('etag') ?? ''
    // Reads go on during the block: without a lock of their own, both requests would see nothing
    // written.
    const blocking = 'lock table agent_instructions in share mode'
    const replies = await whileBlocked(api, blocking, () =>
      ['one', 'two'].map(async (text) =>
        api
          .as('admin')
          .send('PUT', path, { instructions: paragraph(text) }, { 'if-match': etag }),
      ),
    )

    const written = replies.filter(({ status }) => status === 200)
    const refused = replies.filter(({ status }) => status === 412)
    assert.deepEqual([written.length, refused.length], [1, 1])
    assert.equal(refused[0]?.body.error.reason, 'version_mismatch')
    assert.deepEqual((await api.as('read').get(path)).body, written[0]?.body)
  })

  it('are kept as they were sent, with event and audit row', async () => {
    const instructions = paragraph('Write plainly. “Ünïcode” \u{1F600}')
    const reply = await api.as('admin').put(path, { instructions })

    assert.equal(reply.status, 200)
    assert.deepEqual(reply.body.instructions, instructions)
    assert.equal(reply.body.updatedBy, api.users.admin)
    const organization = await api.as('admin').get(`/orgs/${api.organization}`)
    assert.ok(reply.body.updatedAt > organization.body.createdAt)
    assert.deepEqual((await api.as('read').get(path)).body, reply.body)
    const [stored] = await api.rows(
      'select document::text from agent_instructions where organization_id = $1',
      [api.organization],
    )
    assert.equal(stored.document, JSON.stringify(instructions))
    const [event] = await api.rows(
      "select subject, payload from event where type = 'agent_instructions_updated' order by occurred_at desc limit 1",
    )
    assert.deepEqual(event, {
      subject: `organization:${api.organization}`,
      payload: { organizationId: api.organization, version: 2 },
    })
    const [audit] = await api.rows(
      "select actor_id, target_id from audit_event where action = 'agent_instructions_updated' limit 1",
    )
    assert.deepEqual(audit, {
      actor_id: api.users.admin,
      target_id: api.organization,
    })
  })

  it('answer 304 to whoever has seen this version and refuse writes on an older one', async () => {
    const seen = await api.as('read').get(path)
    const etag = seen.headers.get('etag') ?? ''
    assert.equal((await api.as('read').get(path, { 'if-none-match': etag })).status, 304)
    const put = async (text: string) =>
      api
        .as('admin')
        .send('PUT', path, { instructions: paragraph(text) }, { 'if-match': etag })

    assert.equal((await put('newer')).status, 200)
    assert.equal((await put('older')).status, 412)
    const now = await api.as('read').get(path, { 'if-none-match': etag })
    assert.equal(now.status, 200)
    assert.deepEqual(now.body.instructions, paragraph('newer'))
  })

  it('are refused when they are no document', async () => {
    for (const instructions of [
      undefined,
      'text',
      { object: 'page', data: {}, nodes: [] },
      { object: 'document', data: {} },
      { object: 'document', data: {}, nodes: [{ type: 'paragraph' }] },
      { object: 'document', data: {}, nodes: [{ object: 'block', type: 'nonsense' }] },
      { object: 'document', data: {}, nodes: [{ object: 'text', leaves: [] }] },
      {
        object: 'document',
        data: {},
        nodes: [{ object: 'block', type: 'heading-1', nodes: 7 }],
      },
    ]) {
      const { status, body } = await api.as('admin').put(path, { instructions })
      assert.equal(status, 400)
      assert.match(body.error.details[0].path, /^body\.instructions/)
    }
  })

  it('are refused at the first node that no document can have', () => {
    assert.equal(findProblem(paragraph('Fine')), undefined)
    const block = { object: 'block', type: 'nonsense' }
    const problem = findProblem({ object: 'document', data: {}, nodes: [block] })
    assert.match(problem?.path ?? '', /^nodes\[0\]/)
  })

  it('are read by every role but not by guests', async () => {
    for (const name of [
      'admin',
      'create',
      'review',
      'edit',
      'comment',
      'read',
    ] as const) {
      assert.equal((await api.as(name).get(path)).status, 200)
    }
    const guest = await api.as('guest').get(path)
    assert.equal(guest.status, 403)
    assert.equal(guest.body.error.reason, 'forbidden')
  })

  it('are written by admins only', async () => {
    const earlier = await api.as('admin').get(path)
    for (const name of [
      'create',
      'review',
      'edit',
      'comment',
      'read',
      'guest',
    ] as const) {
      const reply = await api.as(name).put(path, { instructions: paragraph(name) })
      assert.equal(reply.status, 403)
      assert.equal(reply.body.error.reason, 'forbidden')
    }
    assert.deepEqual((await api.as('admin').get(path)).body, earlier.body)
  })

  it('answer an outsider exactly as if the organization did not exist, anonymous callers 401', async () => {
    const absentPath = `/orgs/${nowhere}/agent-instructions`
    const body = { instructions: paragraph('mine') }
    const outsider = api.as('outsider')
    const pairs = [
      [await outsider.get(path), await outsider.get(absentPath)],
      [await outsider.put(path, body), await outsider.put(absentPath, body)],
    ] as const
    for (const [real, absent] of pairs) {
      assert.equal(real.status, 404)
      assert.deepEqual(refusal(real, api.organization), refusal(absent, nowhere))
    }
    assert.equal((await api.anonymous().get(path)).status, 401)
    assert.equal((await api.anonymous().put(path, body)).status, 401)
  })
})

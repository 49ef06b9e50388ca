import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { Client } from 'pg'

import { addMember } from '#/features/people/members/public.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { Stopped } from '#/platform/jobs/job.ts'
import { runCommand } from '#test/commands/test-command.ts'
import { until } from '#test/database/test-until.ts'
import { startApiProcess } from '#test/logging/test-api-process.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import { activity } from '#test/test-database.ts'
import { createTestSpace } from '#test/test-edits.ts'
import { nodesOf } from '#test/test-nodes.ts'
import { newPerson } from '#test/test-people.ts'

import { beginArrival } from './copy-to-organization.ts'
import { keepArriving } from './keep-arriving.ts'
import { sweepForsaken, sweepTransferred } from './transfer-jobs.ts'

const target = (kind: 'spaces' | 'collections', id: string) => `/${kind}/${id}/transfer`

describe('a transfer that is cut off', () => {
  let api: TestApi
  let nodes: ReturnType<typeof nodesOf>
  let both: Awaited<ReturnType<typeof newPerson>>
  let holder: Client
  before(async () => {
    api = await startTestApi()
    nodes = nodesOf(api)
    both = await newPerson(api, { name: 'Both', role: 'admin' })
    const member = { organizationId: api.otherOrganization, userId: both.userId }
    await api.services.db.transaction(async (tx) =>
      addMember(tx, { ...member, sso: false, role: 'create' }),
    )
    holder = new Client({ connectionString: api.databaseUrl })
    await holder.connect()
  })
  after(async () => {
    await holder.end()
    await api.stop()
  })

  const body = () => ({ organization: api.otherOrganization })
  const arriving = async (id: string) =>
    api.rows(
      `select organization_id, created_at from content_node
       where id = $1 and state = 'arriving'`,
      [id],
    )
  const fsck = async () => runCommand(['fsck'], { DATABASE_URL: api.databaseUrl })

  /** Runs `run` while a transfer has copied all rows and waits for the lock of its last step. */
  async function atTheLastStep(send: () => Promise<unknown>, run: () => Promise<void>) {
    await holder.query('begin')
    await holder.query(
      'select from organization where organization_id = $1 for no key update',
      [api.organization],
    )
    const sent = send()
    sent.catch(() => undefined)
    try {
      await until('the transfer waits for the lock', async () => {
        const [waiting] = await api.rows(
          `select pid from ${activity} where datname = current_database()
             and wait_event_type = 'Lock' and query ilike '%for no key update of o%'`,
        )
        return waiting?.pid
      })
      await run()
    } finally {
      await holder.query('commit')
    }
    return sent
  }

  async function writtenSpace(): Promise<string> {
    const space = await createTestSpace(api)
    const { spaceId } = space
    const document = { markdown: 'Some words.\n' }
    const { changes } = await space.edit({
      operation: 'insert_page',
      title: 'One',
      document,
    })
    const { page } = changes[0]
    await space.edit({ operation: 'update_page', page, slug: 'two' })
    return spaceId
  }

  it('shows fsck no problem, and is out of the way a minute after its process died', async () => {
    const spaceId = await writtenSpace()
    const token = await both.caller.post('/user/tokens', { label: 'Dying' })
    const dying = await startApiProcess({
      DATABASE_URL: api.databaseUrl,
      LOG_LEVEL: 'silent',
    })
    const send = async () =>
      fetch(`${dying.url}/v1${target('spaces', spaceId)}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token.body.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body()),
      })
    try {
      await assert.rejects(atTheLastStep(send, async () => dying.kill()))
    } finally {
      await dying.kill()
    }
    assert.equal((await arriving(spaceId)).length, 1)
    const meanwhile = await fsck()
    assert.equal(meanwhile.code, 0, meanwhile.stdout)
    const early = await both.caller.post(target('spaces', spaceId), body())
    assert.deepEqual([early.status, early.body.error.reason], [409, 'transfer_under_way'])
    await api.rows(
      `update content_node set created_at = ((created_at at time zone 'UTC') - interval '1 minute') at time zone 'UTC'
       where id = $1 and state = 'arriving'`,
      [spaceId],
    )
    const late = await both.caller.post(target('spaces', spaceId), body())
    assert.equal(late.status, 200, JSON.stringify(late.body))
    await sweepForsaken.run({}, api.services)
    const { code, stdout } = await fsck()
    assert.equal(code, 0, stdout)
  })

  it('is swept by the next worker where one stops', async () => {
    const spaceId = await writtenSpace()
    const sent = await both.caller.post(target('spaces', spaceId), body())
    assert.equal(sent.status, 200)
    const node = { organizationId: api.organization, nodeId: spaceId }
    const left = async () =>
      api.rows('select id from content_node where organization_id = $1 and id = $2', [
        api.organization,
        spaceId,
      ])
    const stopped = sweepTransferred.run(node, api.services, AbortSignal.abort())
    await assert.rejects(stopped, Stopped)
    assert.equal((await left()).length, 1)
    await sweepTransferred.run(node, api.services)
    assert.equal((await left()).length, 0)
  })

  it('is kept by its process for as long as that lives', async () => {
    const spaceId = await nodes.space()
    const arrival = { ...beginArrival(), nodes: new Set([spaceId]) }
    await api.rows(
      `insert into content_node
         (organization_id, id, kind, title, position, lineage, state, created_by, created_at)
       values ($1, $2, 'space', '', $3, array[$2], 'arriving', $4, now() - interval '59 seconds')`,
      [api.otherOrganization, spaceId, arrival.transferId, both.userId],
    )
    const transfer = {
      kind: 'space' as const,
      id: spaceId,
      from: api.organization,
      to: api.otherOrganization,
    }
    const kept = keepArriving(api.services, transfer, arrival, 10)
    const [first] = await arriving(spaceId)
    await until('the lease is renewed', async () => {
      const [row] = await arriving(spaceId)
      return row.created_at > first.created_at || undefined
    })
    await kept.stop()
    const [last] = await arriving(spaceId)
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.deepEqual(await arriving(spaceId), [last])
    await api.rows(`delete from content_node where id = $1 and state = 'arriving'`, [
      spaceId,
    ])
  })

  it('finds out when others have taken it for dead, and leaves everything as it was', async () => {
    const spaceId = await writtenSpace()
    const reply = await atTheLastStep(
      async () => both.caller.post(target('spaces', spaceId), body()),
      async () => {
        await api.rows(
          `update content_node set created_at = now() - interval '2 minutes'
           where id = $1 and state = 'arriving'`,
          [spaceId],
        )
        await sweepForsaken.run({}, api.services)
      },
    )
    assertInterrupted(reply)
    assert.equal((await api.as('admin').get(`/spaces/${spaceId}`)).status, 200)
    assert.equal((await api.as('outsider').get(`/spaces/${spaceId}`)).status, 404)
    const again = await both.caller.post(target('spaces', spaceId), body())
    assert.equal(again.status, 200)
  })

  it('is refused when something came into the collection meanwhile, and may be sent again', async () => {
    const collection = await nodes.collection()
    const inside = await nodes.space({ parent: collection })
    const late = newId()
    const reply = await atTheLastStep(
      async () => both.caller.post(target('collections', collection), body()),
      async () => {
        await holder.query(
          `insert into content_node
             (organization_id, id, kind, title, parent_id, position, lineage, base_level, created_by)
           values ($1, $2, 'collection', 'Late', $3, 'z', array[$2, $3], 'read', $4)`,
          [api.organization, late, collection, both.userId],
        )
        await holder.query(
          `insert into directory (id, kind, organization_id) values ($1, 'collection', $2)`,
          [late, api.organization],
        )
      },
    )
    assertInterrupted(reply)
    assert.equal((await api.as('admin').get(`/spaces/${inside}`)).status, 200)
    await sweepForsaken.run({}, api.services)
    const again = await both.caller.post(target('collections', collection), body())
    assert.equal(again.status, 200, JSON.stringify(again.body))
    const moved = await api.as('outsider').get(`/collections/${late}`)
    assert.equal(moved.status, 200)
  })

  it('shows fsck no problem, neither before it is swept nor after it was settled', async () => {
    const spaceId = await writtenSpace()
    const reply = await both.caller.post(target('spaces', spaceId), body())
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    const left = await api.rows(
      `select from content_node where id = $1 and state = 'left'`,
      [spaceId],
    )
    assert.equal(left.length, 1)
    const settled = await fsck()
    assert.equal(settled.code, 0, settled.stdout)
  })
})

function assertInterrupted(reply: unknown): void {
  assert.partialDeepStrictEqual(reply, {
    status: 409,
    body: { error: { reason: 'transfer_interrupted' } },
  })
}

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { after, before, describe, it } from 'node:test'

import { until, untilAllIdle } from '#test/database/test-until.ts'
import { startServer, type TestServer } from '#test/egress/test-server.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'

const headers = () => ({ 'idempotency-key': randomUUID() })

describe('an edit with an Idempotency-Key', () => {
  let api: TestApi
  let remote: TestServer
  let fetches: Parameters<RequestListener>[1][] = []
  before(async () => {
    api = await startTestApi({ EGRESS_ALLOWED_NETWORKS: '127.0.0.1/32' })
    remote = await startServer((_request, response) => fetches.push(response))
  })
  after(async () => {
    await remote.stop()
    await api.stop()
  })

  const insertFetched = async (space: TestSpace, key: Record<string, string>) => {
    const files = [{ name: 'slow.txt', url: remote.origin }]
    return space.send([{ operation: 'insert_files', files }], { headers: key })
  }
  const untilFetching = async (count: number) =>
    until(`${count} files are being fetched`, () => fetches.length === count || undefined)
  function answerFetches(): void {
    for (const response of fetches) response.end('slow bytes')
    fetches = []
  }
  const filesOf = async (space: TestSpace) =>
    api.rows(
      `select attributes from entry_version where space_id = $1 and kind = 'file'`,
      [space.spaceId],
    )
  const transactions = async () =>
    api.rows(
      `select application_name, state, query from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and (state like 'idle in transaction%' or xact_start < now() - interval '1 second')`,
    )

  it('holds no transaction open while it waits for a file', async () => {
    const space = await createTestSpace(api)
    const key = headers()
    const sent = insertFetched(space, key)
    await untilFetching(1)
    for (let look = 0; look < 10; look += 1) {
      assert.deepEqual(await transactions(), [])
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await untilAllIdle(api.services.db)
    answerFetches()
    const first = await sent
    assert.equal(first.status, 200)
    const again = await insertFetched(space, key)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(again.body, first.body)
    assert.equal(fetches.length, 0, 'nothing is fetched for an answer that is there')
  })

  it('happens once when duplicates get ready side by side', async () => {
    const space = await createTestSpace(api)
    const key = headers()
    const sent = [1, 2, 3].map(async () => insertFetched(space, key))
    await untilFetching(3)
    answerFetches()
    const replies = await Promise.all(sent)
    for (const reply of replies) {
      assert.equal(reply.status, 200)
      assert.deepEqual(reply.body, replies[0]?.body)
    }
    const replayed = replies.filter((reply) => reply.headers.has('idempotent-replayed'))
    assert.equal(replayed.length, 2)
    assert.equal((await filesOf(space)).length, 1)
    const pending = await api.rows('select key from pending_file where space_id = $1', [
      space.spaceId,
    ])
    assert.equal(pending.length, 0, 'what the others fetched is removed')
  })

  it('refuses another body that gets ready at the same time under the same key', async () => {
    const space = await createTestSpace(api)
    const key = headers()
    const slow = insertFetched(space, key)
    await untilFetching(1)
    const quick = await space.send([{ operation: 'insert_page', title: 'Quick' }], {
      headers: key,
    })
    assert.equal(quick.status, 200)
    answerFetches()
    const refused = await slow
    assert.equal(refused.status, 422)
    assert.equal(refused.body.error.reason, 'idempotency_key_reused')
    assert.equal((await filesOf(space)).length, 0)
  })

  it('answers a duplicate alike also when that one fails to get ready', async () => {
    const space = await createTestSpace(api)
    const key = headers()
    const sent = [1, 2].map(async () => insertFetched(space, key))
    await untilFetching(2)
    const [fetched, failing] = fetches
    fetches = []
    fetched?.end('slow bytes')
    const first = await Promise.race(sent)
    assert.equal(first.status, 200)
    failing?.writeHead(404).end()
    const replies = await Promise.all(sent)
    for (const reply of replies) {
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      assert.deepEqual(reply.body, first.body)
    }
    assert.equal((await filesOf(space)).length, 1)
  })

  it('is refused as without a key when it fails to get ready, and may be sent again', async () => {
    const space = await createTestSpace(api)
    const key = headers()
    const sent = insertFetched(space, key)
    await untilFetching(1)
    const [failing] = fetches
    fetches = []
    failing?.writeHead(404).end()
    const refused = await sent
    assert.equal(refused.body.error.reason, 'file_url_failed')
    const again = insertFetched(space, key)
    await untilFetching(1)
    answerFetches()
    const done = await again
    assert.equal(done.status, 200)
    assert.equal(done.headers.get('idempotent-replayed'), null)
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { Client } from 'pg'

import { until } from '#test/database/test-until.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import { activity } from '#test/test-database.ts'
import { createTestSpace } from '#test/test-edits.ts'

const manyAtOnce = 20
/** More than one caller may have in work and in line together. */
const tooMany = 300

describe('requests of one caller', () => {
  let api: TestApi
  let blocker: Client
  before(async () => {
    api = await startTestApi()
    blocker = new Client({ connectionString: api.databaseUrl })
    await blocker.connect()
  })
  after(async () => {
    await blocker.end()
    await api.stop()
  })

  const waiting = async () =>
    (
      await api.rows(
        `select from ${activity}
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length

  it('leave connections to others, however many wait for a lock', async () => {
    const { spaceId } = await createTestSpace(api)
    await blocker.query('begin')
    await blocker.query('lock table comment in share mode')
    const post = { body: { markdown: 'Said.' } }
    const comments = `/spaces/${spaceId}/comments`
    const sent = Array.from({ length: manyAtOnce }, async () =>
      api.as('admin').post(comments, post),
    )
    const half = api.services.config.DATABASE_POOL_SIZE / 2
    await until('half of the connections wait', async () =>
      (await waiting()) === half ? true : undefined,
    )
    const { body: mine } = await api.as('outsider').get('/orgs')
    const teams = `/orgs/${mine.items[0].id}/teams`
    const made = await api.as('outsider').put(teams, { title: 'Neighbours' })
    assert.equal(made.status, 201)
    assert.equal(await waiting(), half)
    await blocker.query('commit')
    await answered(sent)
  })

  it('are refused beyond those that may wait, and nobody else’s are', async () => {
    const { spaceId } = await createTestSpace(api)
    await blocker.query('begin')
    await blocker.query('lock table comment in share mode')
    const sent = Array.from({ length: tooMany }, async () =>
      api
        .as('admin')
        .post(`/spaces/${spaceId}/comments`, { body: { markdown: 'Said.' } }),
    )
    const refused = await Promise.race(
      sent.map(async (reply) => {
        const answer = await reply
        return answer.status === 429 ? answer : new Promise<never>(() => undefined)
      }),
    )
    assert.equal(refused.body.error.reason, 'too_many_at_once')
    assert.equal(refused.headers.get('retry-after'), '1')
    const other = await api.as('outsider').get('/user')
    assert.equal(other.status, 200)
    await blocker.query('commit')
    await answered(sent)
  })
})

/** A machine that is busy may let some wait for the lock for too long: 409. */
async function answered(sent: readonly Promise<{ status: number }>[]): Promise<void> {
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  assert.deepEqual(
    statuses.filter((status) => status >= 500),
    [],
  )
  assert.ok(statuses.includes(200))
}

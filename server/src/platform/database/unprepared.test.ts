import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { startTestApi } from '#test/test-api.ts'

describe('an api with DATABASE_PREPARE=off', () => {
  it('reads, writes and repeats like any other', async () => {
    const api = await startTestApi({ DATABASE_PREPARE: 'off', DATABASE_POOL_SIZE: '1' })
    try {
      const teams = `/orgs/${api.organization}/teams`
      const key = { 'idempotency-key': 'unprepared' }
      const created = await api.as('admin').send('PUT', teams, { title: 'Plain' }, key)
      assert.equal(created.status, 201)
      const again = await api.as('admin').send('PUT', teams, { title: 'Plain' }, key)
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.deepEqual(again.body, created.body)
      const lists = await Promise.all(
        Array.from({ length: 20 }, async () => api.as('read').get(teams)),
      )
      for (const { body } of lists) assert.equal(body.items[0].id, created.body.id)
      const events = await api.rows('select type from event where subject = $1', [
        `team:${created.body.id}`,
      ])
      assert.deepEqual(events, [{ type: 'team_created' }])
      assert.deepEqual(await api.rows('select name from pg_prepared_statements'), [])
    } finally {
      await api.stop()
    }
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { changeRequestIn } from '#test/test-change-requests.ts'
import { createTestSpace } from '#test/test-edits.ts'

const rules = JSON.stringify({
  type: 'rules',
  rules: [{ rule: 'require_at_least_one_approved_review' }],
})

describe('a merge while the rules for it change', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  const changes = {
    'of the space': `update space set merge_rules = $1 where id = $2`,
    'of the organization': `update organization set merge_rules = $1 where organization_id = (
       select organization_id from space where id = $2)`,
  }
  for (const [whose, statement] of Object.entries(changes)) {
    it(`waits for those ${whose}, and holds to them`, async () => {
      const space = await createTestSpace(api)
      const request = await changeRequestIn(api, space.spaceId)
      await request.edit({ operation: 'insert_page', title: 'Page' })
      const client = new Client({ connectionString: api.databaseUrl })
      await client.connect()
      try {
        await client.query('begin')
        await client.query(statement, [rules, space.spaceId])
        const merging = request.merge()
        assert.equal(await Promise.race([merging, sleep(500, 'waits')]), 'waits')
        await client.query('commit')
        const { status, body } = await merging
        assert.deepEqual([status, body.error?.reason], [412, 'merge_rules_unmet'])
      } finally {
        await client.end()
      }
    })
  }
})

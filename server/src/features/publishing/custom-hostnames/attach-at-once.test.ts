import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('a custom host name', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi({ PUBLISH_HOST: 'docs.lectern.test' })
  })
  after(async () => api.stop())

  it('is attached once, however often this is sent at the same moment', async () => {
    const target = { type: 'organization', organization: api.organization }
    for (const hostname of ['docs.a.example', 'docs.b.example', 'docs.c.example']) {
      const path = `/custom-hostnames/${hostname}`
      const replies = await Promise.all(
        Array.from({ length: 8 }, async () => api.as('admin').put(path, { target })),
      )
      assert.deepEqual([...new Set(replies.map(({ status }) => status))], [201])
      const rows = await api.rows('select from custom_hostname where hostname = $1', [
        hostname,
      ])
      assert.equal(rows.length, 1)
    }
  })
})

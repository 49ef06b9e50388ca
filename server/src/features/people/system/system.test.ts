import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('the server itself', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('tells anyone its release and when that was made', async () => {
    for (const caller of [api.anonymous(), api.as('read')]) {
      const { status, body } = await caller.get('/')
      assert.equal(status, 200)
      assert.match(body.version, /^\d+\.\d+\.\d+/)
      assert.equal(new Date(body.build).toISOString(), body.build)
    }
  })

  it('answers the same without the trailing slash', async () => {
    const { body } = await api.anonymous().get('/')
    assert.deepEqual((await api.anonymous().get('')).body, body)
  })
})

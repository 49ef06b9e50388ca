import assert from 'node:assert/strict'

import type { TestApi, TestBody } from '#test/test-api.ts'
import type { TestSpace } from '#test/test-edits.ts'

interface TestChangeRequest {
  readonly id: string
  readonly number: number
  /** Without `/v1`. */
  readonly path: string
  edit(...changes: object[]): Promise<TestBody>
  get(below: string): Promise<TestBody>
}

/** A change request of a space, edited and read over HTTP by an editor, who must succeed. */
export async function changeRequestOf(
  api: TestApi,
  { spaceId }: TestSpace,
): Promise<TestChangeRequest> {
  const all = `/spaces/${spaceId}/change-requests`
  const made = await api.as('edit').post(all, { subject: 'Links' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const path = `${all}/${made.body.id}`
  return {
    id: made.body.id,
    number: made.body.number,
    path,
    async edit(...changes) {
      const reply = await api.as('edit').post(`${path}/content?compat=false`, { changes })
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      return reply.body
    },
    async get(below) {
      const reply = await api.as('edit').get(`${path}${below}`)
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      return reply.body
    },
  }
}

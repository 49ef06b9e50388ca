import assert from 'node:assert/strict'

import type { SampleName } from '#test/sample.ts'
import type { TestApi, TestBody, TestReply } from './test-api.ts'

/** A space of its own, edited over HTTP. */
export interface TestSpace {
  readonly spaceId: string
  /** Sends changes as somebody; `query` begins with `?`. */
  send(
    changes: readonly object[],
    options?: { as?: SampleName; query?: string; headers?: Record<string, string> },
  ): Promise<TestReply>
  /** The same by an editor, who must succeed. */
  edit(...changes: object[]): Promise<TestBody>
  /** A page as the API answers it. */
  page(id: string): Promise<TestBody>
  /** The open version of an entry. */
  entry(id: string): Promise<TestBody>
}

export async function createTestSpace(
  api: TestApi,
  body: object = { empty: true },
): Promise<TestSpace> {
  const { organization } = api
  const made = await api.as('admin').post(`/orgs/${organization}/spaces`, body)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const spaceId: string = made.body.id
  const path = `/spaces/${spaceId}/content`
  const send: TestSpace['send'] = async (changes, options = {}) =>
    api
      .as(options.as ?? 'edit')
      .send('POST', `${path}${options.query ?? ''}`, { changes }, options.headers)
  return {
    spaceId,
    send,
    async edit(...changes) {
      const reply = await send(changes)
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      return reply.body
    },
    async page(id) {
      const reply = await api.as('edit').get(`/spaces/${spaceId}/content/page/${id}`)
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      return reply.body
    },
    async entry(id) {
      const [row] = await api.rows(
        'select * from entry_version where space_id = $1 and entry_id = $2 and to_number is null',
        [spaceId, id],
      )
      return row
    },
  }
}

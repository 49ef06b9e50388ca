import assert from 'node:assert/strict'

import type { TestApi, TestBody } from './test-api.ts'

/** A change request of a space, made by an editor, and what people do with it. */
export async function changeRequestIn(api: TestApi, spaceId: string, body: object = {}) {
  const editor = api.as('edit')
  const made = await editor.post(`/spaces/${spaceId}/change-requests`, body)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const path = `/spaces/${spaceId}/change-requests/${made.body.id}`
  const send = async (changes: readonly object[]) =>
    editor.post(`${path}/content?compat=false`, { changes })
  return {
    view: made.body,
    path,
    send,
    edit: async (...changes: readonly object[]): Promise<TestBody> => {
      const reply = await send(changes)
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      return reply.body
    },
    read: async (): Promise<TestBody> => (await editor.get(path)).body,
    change: async (changed: object): Promise<TestBody> => {
      const reply = await editor.patch(path, changed)
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      return reply.body
    },
    merge: async () => api.as('review').post(`${path}/merge`),
    update: async () => editor.post(`${path}/update`),
    conflicts: async () => editor.get(`${path}/conflicts`),
    textOf: async (page: string): Promise<unknown> => {
      const { body: found } = await editor.get(
        `${path}/content/page/${page}?format=markdown`,
      )
      return found.markdown
    },
  }
}

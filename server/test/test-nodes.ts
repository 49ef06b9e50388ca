import assert from 'node:assert/strict'

import type { TestApi, TestBody, TestCaller } from './test-api.ts'

export type Pointer =
  | { readonly type: 'space'; readonly space: string }
  | { readonly type: 'collection'; readonly collection: string }

interface Wanted {
  readonly title?: string
  readonly parent?: string
  readonly defaultLevel?: string | null
  readonly by?: TestCaller
}

/** Makes and arranges collections and spaces of the sample's organization over HTTP. */
export function nodesOf(api: TestApi) {
  async function create(
    kind: 'collections' | 'spaces',
    { defaultLevel, by = api.as('admin'), ...body }: Wanted,
  ): Promise<string> {
    const created = await by.post(`/orgs/${api.organization}/${kind}`, body)
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const { id } = created.body
    if (defaultLevel !== undefined) {
      const changed = await by.patch(`/${kind}/${id}`, { defaultLevel })
      assert.equal(changed.status, 200, JSON.stringify(changed.body))
    }
    return id
  }
  return {
    collection: async (wanted: Wanted = {}) => create('collections', wanted),
    space: async (wanted: Wanted = {}) => create('spaces', wanted),
    /** The titles of what stands at a place, in order. */
    async titlesIn(parent: string | null): Promise<string[]> {
      const rows = await api.rows(
        `select title from content_node
         where organization_id = $1 and parent_id is not distinct from $2 and deleted_at is null
         order by position, id`,
        [api.organization, parent],
      )
      return rows.map(({ title }: TestBody) => title)
    },
    async give(contentId: string, userId: string, role: string): Promise<void> {
      await api.rows(
        `insert into user_grant (organization_id, content_id, user_id, role)
         values ($1, $2, $3, $4)
         on conflict (organization_id, user_id, content_id) do update set role = excluded.role`,
        [api.organization, contentId, userId, role],
      )
    },
  }
}

export const spaceNamed = (space: string): Pointer => ({ type: 'space', space })
export const collectionNamed = (collection: string): Pointer => ({
  type: 'collection',
  collection,
})

/** The types and payloads of the events about one thing, oldest first. */
export async function eventsOf(api: TestApi, subject: string): Promise<TestBody[]> {
  return api.rows(
    `select type, payload from event where organization_id = $1 and subject = $2
     order by occurred_at, id`,
    [api.organization, subject],
  )
}

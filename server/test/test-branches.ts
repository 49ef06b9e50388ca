import { beginBranch } from '#/content-store/write/public.ts'
import { newId } from '#/platform/ids/new-id.ts'

import type { TestApi } from './test-api.ts'
import { type TestContent, type TestWriter, writerOf } from './test-content.ts'

export interface TestBranch extends TestWriter {
  readonly id: string
  /** Reads through to the head of the main branch from now on; gives the id of the revision. */
  readonly update: (dropped?: readonly string[]) => Promise<string>
}

/** A change request of a space, and a way to write revisions of it without going through the API. */
export async function createBranch(
  api: TestApi,
  content: TestContent,
  number: number,
): Promise<TestBranch> {
  const id = newId()
  const { organization: organizationId } = api
  const { spaceId } = content
  const of = { organizationId, spaceId, branchId: id }
  const main = content.head()
  const createdBy = api.users.edit
  const { revisionId } = await api.services.db.transaction(async (tx) =>
    beginBranch(tx, { ...of, main, createdBy }),
  )
  await api.rows(
    `insert into change_request
       (organization_id, space_id, id, number, created_by, initial_revision_id)
     values ($1, $2, $3, $4, $5, $6)`,
    [organizationId, spaceId, id, number, createdBy, main.revisionId],
  )
  let mainNumber = main.number
  const branch = () => ({ ...of, mainNumber })
  const writer = writerOf(api, branch, { number: 1, revisionId }, content.states)
  return {
    ...writer,
    id,
    async update(dropped = []) {
      mainNumber = content.head().number
      const otherParent = content.revisionId()
      return writer.commit([], { type: 'update', otherParent, dropped })
    },
  }
}

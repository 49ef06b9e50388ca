import { mainBranch } from '#/content-store/branches/public.ts'
import { documentIdOf } from '#/content-store/documents/public.ts'
import { commitRevision, type EntryToStore } from '#/content-store/write/public.ts'
import { indexSpace } from '#/features/writing/search/index-space.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import type { TestApi } from '#test/test-api.ts'

export interface TestPage {
  readonly id: string
  readonly title: string
  readonly markdown?: string
  readonly parentId?: string
  readonly attributes?: EntryToStore['attributes']
  readonly kind?: EntryToStore['kind']
  /** When there is a version of it already. */
  readonly isAgain?: boolean
}

export async function createTestSpace(
  api: TestApi,
  title: string,
  more: object = {},
): Promise<string> {
  const { body } = await api
    .as('admin')
    .post(`/orgs/${api.organization}/spaces`, { title, empty: true, ...more })
  return body.id
}

/** A revision with these pages, written as every revision is; the index does not know of it yet. */
export async function writePages(
  api: TestApi,
  spaceId: string,
  pages: readonly TestPage[],
  gone: readonly string[] = [],
): Promise<void> {
  const { organization: organizationId, users } = api
  await api.services.db.transaction(async (tx) => {
    const head = await tx.first(lockHead, { organizationId, spaceId })
    if (head === undefined) throw new Error('The space has no content')
    await commitRevision(tx, mainBranch(organizationId, spaceId), {
      head: { number: head.head_number, revisionId: head.head_revision_id },
      type: 'edits',
      createdBy: users.admin,
      documents: pages.map(({ markdown = '' }) => ({
        id: documentIdOf(markdown),
        markdown,
        projection: null,
      })),
      entries: pages.map(toStore),
      gone: gone.map((id) => ({ id, kind: 'document' as const })),
      oldNames: [],
    })
  })
}

export async function indexTestSpace(api: TestApi, spaceId: string): Promise<void> {
  await indexSpace(api.services, { organizationId: api.organization, spaceId })
}

const lockHead = statement(
  'test.search-head',
  (p: { organizationId: string; spaceId: string }) =>
    sqlBuilder
      .selectFrom('branch')
      .select(['head_number', 'head_revision_id'])
      .where('organization_id', '=', p.organizationId)
      .where('space_id', '=', p.spaceId)
      .where('id', '=', p.spaceId)
      .forUpdate(),
)

function toStore({
  id,
  title,
  markdown = '',
  parentId = '',
  attributes = {},
  kind = 'document',
  isAgain = false,
}: TestPage): EntryToStore {
  return {
    id,
    kind,
    parentId,
    position: id,
    slug: id,
    title,
    attributes,
    head: null,
    documentId: kind === 'document' ? documentIdOf(markdown) : null,
    links: null,
    targets: null,
    isNew: !isAgain,
  }
}

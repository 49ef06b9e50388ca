import { selectBodyChanges, selectMainRevisions } from '#/content-store/history/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

/** The answer to a renderer that has a revision and wants a later one. */
export interface BodyChanges {
  readonly createdAt: string
  /**
   * The pages with new documents; undefined if more than documents changed: then the renderer reads
   * everything.
   */
  readonly pages?: readonly {
    readonly id: string
    readonly documentId: string
    readonly updatedAt: string
  }[]
}

interface Asked {
  readonly organizationId: string
  readonly spaceId: string
  readonly from: string
  readonly to: string
}

/**
 * The most revisions that one answer covers: a renderer that is further behind reads everything.
 */
const revisionsMax = 50
const pagesMax = 1000

/** The changes between two revisions; undefined if the space does not have both of them. */
export async function bodyChanges(
  db: Queryable,
  { organizationId, spaceId, from, to }: Asked,
): Promise<BodyChanges | undefined> {
  const of = { organizationId, spaceId }
  const rows = await db.many(selectMainRevisions, { ...of, revisionIds: [from, to] })
  const was = rows.find(({ id }) => id === from)
  const now = rows.find(({ id }) => id === to)
  if (was === undefined || now === undefined) return undefined
  const { created_at: createdAt } = now
  const behind = now.number - was.number
  if (behind < 0 || behind > revisionsMax) return { createdAt }
  const changes = await db.many(selectBodyChanges, {
    ...of,
    fromNumber: was.number,
    toNumber: now.number,
    rowsMax: pagesMax + 1,
  })
  if (changes.length > pagesMax) return { createdAt }
  const pages = changes.flatMap(({ id, document_id, updated_at, is_body }) =>
    is_body && document_id !== null && updated_at !== null
      ? [{ id, documentId: document_id, updatedAt: updated_at }]
      : [],
  )
  return pages.length < changes.length ? { createdAt } : { createdAt, pages }
}

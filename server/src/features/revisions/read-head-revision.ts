import type { Revision } from '@lectern/contract/content.ts'

import { selectTree } from '#/features/content/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import { headerOf, viewRevision } from './revision-view.ts'

/** The whole head of a space, for the answer of the write that made it. */
export async function readHeadRevision(
  db: Queryable,
  context: Context,
  { organizationId, spaceId }: { organizationId: string; spaceId: string },
): Promise<Revision> {
  const callerId = context.caller.userId
  const of = { organizationId, callerId, spaceId }
  const rows = await db.many(selectTree({ only: 'everything' }), of)
  const [first] = rows
  if (first === undefined) throw notFound('space', spaceId)
  const id = first.head_revision_id
  return viewRevision(context, headerOf(first, { spaceId, id, isHead: true }), rows)
}

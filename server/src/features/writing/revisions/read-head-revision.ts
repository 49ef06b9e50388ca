import type { Revision } from '@lectern/contract/content.ts'

import {
  readInPlace,
  selectTree,
  selectTreeInRevision,
} from '#/content-store/read/public.ts'
import { revisionScene } from '#/features/writing/pages/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import { publishedUrlsOf } from './published-revision.ts'
import { viewHead, viewRevision } from './revision-view.ts'

/** The whole head of a space, for the answer of the write that made it. */
export async function readHeadRevision(
  db: Queryable,
  context: Context,
  { organizationId, spaceId }: { organizationId: string; spaceId: string },
): Promise<Revision> {
  const callerId = context.caller.userId
  const of = { organizationId, callerId, spaceId }
  const rows = await db.many(selectTree({ only: 'everything' }), of)
  if (rows.length === 0) throw notFound('space', spaceId)
  const shown = viewHead(context, { organizationId, spaceId }, rows)
  const main = { organizationId, spaceId, branchId: spaceId }
  const urls = await publishedUrlsOf(db, context.config, main)
  return { ...shown, urls: { ...shown.urls, ...urls } }
}

/** The whole head of a change request, for the answer of the write that made it. */
export async function readChangeRequestRevision(
  db: Queryable,
  context: Context,
  place: { readonly spaceId: string; readonly changeRequestId: string },
): Promise<Revision> {
  const { revision, rows } = await readInPlace(context, place, async (shape, of) =>
    db.many(selectTreeInRevision({ only: 'everything', ...shape }), of),
  )
  return viewRevision(context, {
    revision,
    scene: revisionScene(context, revision),
    rows,
  })
}

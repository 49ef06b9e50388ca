import { inSpaceOf } from '#/access/content-access.ts'
import {
  findShareLinkByKey,
  type OpenShare,
} from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { readSpaceAskedBy } from './space-resolve.ts'
import { seenAs, type SpaceForCaller, viewForVisitor, viewSpace } from './space-view.ts'

export const getSpaceById = operation(
  'getSpaceById',
  async ({ params: { spaceId }, query }, context) => {
    const found = await inSpaceOf(context, spaceId, async (asked) =>
      readSpaceAskedBy(context.db, context, asked, spaceId),
    )
    const share = await openShare(context.db, found, query.shareKey)
    const view = isVisitor(context.caller) ? viewForVisitor : viewSpace
    return versioned(found.space.version, [...seenAs(found), share?.key], () =>
      view(found, { ...context, share }),
    )
  },
)

/**
 * The key with its site, if it opens the site of the space. One that opens nothing changes nothing: the caller
 * sees the space anyway.
 */
async function openShare(
  db: Queryable,
  { actor: { organizationId }, space: { publication } }: SpaceForCaller,
  key: string | undefined,
): Promise<OpenShare | undefined> {
  if (key === undefined || publication?.visibility !== 'share-link') return undefined
  const { siteId } = publication
  const link = await findShareLinkByKey(db, { organizationId, siteId, key })
  return link && { siteId, key }
}

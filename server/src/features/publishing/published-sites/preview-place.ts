import { type ContentOfCaller, contentActorFrom } from '#/access/content-access.ts'
import { selectPlace } from '#/content-store/branches/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import { variant } from '#/platform/database/statement.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import type { PublicContext } from '#/platform/http/context.ts'

import type { PreviewPath } from './walk-path.ts'

/** The revision that a preview shows in place of the head. */
export interface PreviewPlace {
  readonly branchId: string
  readonly revisionId: string
  readonly changeRequestId: string | undefined
}

interface InSpace extends OfSite {
  readonly spaceId: string
  readonly epoch: number
}

/**
 * The revision that a preview path names, for visitors with a preview of the site and for users who
 * may read the space; undefined for everybody else.
 */
export async function previewPlace(
  context: Pick<PublicContext, 'db' | 'caller'>,
  { organizationId, siteId, spaceId, epoch }: InSpace,
  { kind, id }: PreviewPath,
  hasPreview: boolean,
): Promise<PreviewPlace | undefined> {
  const asked = hasPreview
    ? visitorAt({ organizationId, siteId }, epoch)
    : userOf(context, organizationId)
  if (asked === undefined) return undefined
  const shapes =
    kind === 'changes' ? (['change-request'] as const) : (['main', 'branch'] as const)
  for (const place of shapes) {
    const row = await context.db.first(selectPlace({ place }), {
      ...asked,
      spaceId,
      revisionId: id,
      changeRequestId: id,
    })
    const { caller } = context
    const isSeen =
      hasPreview ||
      (caller !== undefined &&
        contentActorFrom(row, { caller }, organizationId) !== undefined)
    if (row === undefined || !isSeen) return undefined
    const { revision_id: revisionId, revision_branch_id: branchId } = row
    if (revisionId === null || branchId === null) continue
    const changeRequestId = branchId === spaceId ? undefined : branchId
    return { branchId, revisionId, changeRequestId }
  }
  return undefined
}

function visitorAt(of: OfSite, siteEpoch: number): ContentOfCaller {
  return { ...of, callerId: '', siteEpoch, [variant]: 'visitor' }
}

function userOf(
  { caller }: Pick<PublicContext, 'caller'>,
  organizationId: string,
): ContentOfCaller | undefined {
  if (caller === undefined || isVisitor(caller)) return undefined
  const bound = caller.organizationId
  if (bound !== undefined && bound !== organizationId) return undefined
  return { organizationId, callerId: caller.userId }
}

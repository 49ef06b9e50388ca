import type { FindMergedFrom } from '#/features/writing/revisions/public.ts'
import { isVisitor } from '#/platform/http/caller.ts'

import { selectMerged } from './change-request-queries.ts'
import { describe, viewWithoutMerge } from './change-request-view.ts'

/**
 * The change request that a revision merged; none for visitors of a site, who see only what they
 * have a preview of.
 */
export const findMerged: FindMergedFrom = async (context, revision) => {
  const { organizationId, spaceId, id: revisionId, type, parents } = revision
  const [, sourceRevisionId] = parents
  const isSeen = type === 'merge' && !isVisitor(context.caller)
  if (!isSeen || sourceRevisionId === undefined) return undefined
  const of = { organizationId, spaceId, revisionId, sourceRevisionId }
  const row = await context.db.first(selectMerged, of)
  if (row === undefined) return undefined
  const { version, comments, display_name, photo_url, email } = row
  return {
    seenAs: [row.id, version, comments, display_name, photo_url, email],
    view: async () => {
      const descriptions = await describe(context, { organizationId }, [row])
      const view = viewWithoutMerge(context, row, descriptions.get(row.id))
      return { ...view, merge: { allowed: false, unmet: [] } }
    },
  }
}

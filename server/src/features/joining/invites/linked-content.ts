import type {
  InviteLinkToCollection,
  InviteLinkToSpace,
} from '@lectern/contract/invites.ts'

import type { ContentActor } from '#/access/content-access.ts'
import { readCollection, viewCollection } from '#/features/writing/collections/public.ts'
import { readSpace, viewSpace } from '#/features/writing/spaces/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Context } from '#/platform/http/context.ts'
import type { HomelessKind } from '#/platform/tenancy/homes.ts'

export interface LinkTarget {
  readonly organizationId: string
  readonly kind: HomelessKind
  readonly contentId: string
}

/** The content that a link leads to, as the caller sees it. */
export interface LinkedContent {
  readonly actor: ContentActor
  readonly isDeleted: boolean
  readonly shown:
    | Pick<InviteLinkToSpace, 'space'>
    | Pick<InviteLinkToCollection, 'collection'>
}

/** Finds the content of a link; undefined if it does not exist or is hidden from the caller. */
export async function findLinkedContent(
  db: Queryable,
  context: Context,
  { organizationId, kind, contentId }: LinkTarget,
): Promise<LinkedContent | undefined> {
  if (kind === 'collection') {
    const of = { organizationId, collectionId: contentId }
    const found = await readCollection(db, context, of)
    if (found === undefined) return undefined
    const shown = { collection: viewCollection(found, context) }
    return { actor: found.actor, isDeleted: false, shown }
  }
  const found = await readSpace(db, context, { organizationId, spaceId: contentId })
  if (found === undefined) return undefined
  return {
    actor: found.actor,
    isDeleted: found.space.deleted_at !== null,
    shown: { space: viewSpace(found, context) },
  }
}

import { authorize } from '#/access/actor.ts'
import { atHome, type ContentActor, contentActorFrom } from '#/access/content-access.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import type { HomelessKind } from '#/platform/tenancy/homes.ts'

import { contentPermissionPolicy } from './permission-policy.ts'
import { lockContent, selectContentForCaller } from './permission-queries.ts'

/** A collection or space as it is addressed. */
export interface ContentAddress {
  readonly kind: HomelessKind
  readonly contentId: string
}

interface ContentToChange extends ContentAddress {
  readonly organizationId: string
}

export function spaceAt({ spaceId }: { spaceId: string }): ContentAddress {
  return { kind: 'space', contentId: spaceId }
}

export function collectionAt({ collectionId }: { collectionId: string }): ContentAddress {
  return { kind: 'collection', contentId: collectionId }
}

/**
 * The content whose grants the caller is about to change, or the refusal. Other changes of its
 * grants wait until this one ends.
 */
export async function resolveContentToChange(
  tx: Transaction,
  context: Context,
  { kind, contentId }: ContentAddress,
): Promise<ContentToChange> {
  const actor = await atHome(context, kind, contentId, async (organizationId) => {
    const callerId = context.caller.userId
    const content = { organizationId, callerId, kind, contentId }
    // The lock and the read are sent together; the read sees what the lock protects.
    const [, columns] = await Promise.all([
      tx.first(lockContent, content),
      tx.first(selectContentForCaller, content),
    ])
    return contentActorFrom(columns, context, organizationId)
  })
  authorize(
    contentPermissionPolicy.change(actor),
    `change who has access to this ${kind}`,
    `the admin role on the ${kind}`,
  )
  return { organizationId: actor.organizationId, kind, contentId }
}

export function authorizeList(actor: ContentActor, kind: HomelessKind): void {
  authorize(
    contentPermissionPolicy.list(actor, actor),
    `list who has access to this ${kind}`,
    `a role in the organization or the admin role on the ${kind}`,
  )
}

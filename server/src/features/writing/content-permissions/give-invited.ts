import { contentActorFrom } from '#/access/content-access.ts'
import { atLeast, type Role } from '#/access/roles.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import type { HomelessKind } from '#/platform/tenancy/homes.ts'

import { lockMembers, upsertUserGrants } from './grant-queries.ts'
import { contentPermissionsChanged } from './permission-events.ts'
import { lockContent, selectContentForCaller } from './permission-queries.ts'

interface InvitedTo {
  readonly organizationId: string
  readonly contentId: string
  readonly kind: HomelessKind
}

/**
 * Gives the caller, who is a member, the role an invite offers, unless they have it anyway. Returns
 * false when the collection or space is gone.
 */
export async function giveInvited(
  tx: Transaction,
  context: Context,
  { organizationId, contentId, kind }: InvitedTo,
  role: Role | null,
): Promise<boolean> {
  const { userId } = context.caller
  const content = { organizationId, contentId, kind }
  const forCaller = { ...content, callerId: userId }
  const [, columns] = await Promise.all([
    tx.first(lockContent, forCaller),
    tx.first(selectContentForCaller, forCaller),
  ])
  if (columns === undefined) return false
  const actor = contentActorFrom(columns, context, organizationId)
  if (role === null || atLeast(actor?.role ?? null, role)) return true

  const userIds = [userId]
  await Promise.all([
    tx.many(lockMembers, { organizationId, userIds }),
    tx.run(upsertUserGrants({ kind: content.kind }), { ...content, userIds, role }),
  ])
  contentPermissionsChanged(tx, context, { ...content, users: { [userId]: role } })
  return true
}

import { type Actor, actorFrom } from '#/access/actor.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import { lastAdmin } from './member-errors.ts'
import { memberPolicy } from './member-policy.ts'
import {
  lockMemberships,
  type MemberRow,
  type OfMember,
  selectMemberForCaller,
  selectOtherAdmin,
} from './member-queries.ts'

export interface MemberForCaller {
  readonly actor: Actor
  readonly member: MemberRow
}

/**
 * Finds the member and the caller's role; refuses a member who is missing or hidden from the
 * caller.
 */
export async function resolveMember(
  db: Queryable,
  context: Pick<Context, 'caller'>,
  { organizationId, userId }: OfMember,
): Promise<MemberForCaller> {
  const row = await db.first(selectMemberForCaller, {
    organizationId,
    callerId: context.caller.userId,
    userId,
  })
  const actor = actorFrom(row, context, organizationId)
  if (row === undefined || !isMember(row) || !memberPolicy.view(actor, userId)) {
    throw notFound('member', userId)
  }
  return { actor, member: row }
}

/** Resolves a member in the transaction that changes them: other changes wait until its end. */
export async function resolveMemberToChange(
  tx: Transaction,
  context: Pick<Context, 'caller'>,
  params: OfMember,
): Promise<MemberForCaller> {
  const { organizationId } = params
  const callerId = context.caller.userId
  // The lock and the read are sent together; the read sees what the lock protects.
  const [, resolved] = await Promise.all([
    tx.first(lockMemberships, { organizationId, callerId }),
    resolveMember(tx, context, params),
  ])
  return resolved
}

/** Refuses when the last admin would stop being one; the memberships must be locked. */
export async function requireOtherAdmin(
  tx: Transaction,
  params: OfMember,
  { role, disabled }: Pick<MemberRow, 'role' | 'disabled'>,
): Promise<void> {
  if (role !== 'admin' || disabled) return
  const other = await tx.first(selectOtherAdmin, params)
  if (other === undefined) throw lastAdmin(params.userId)
}

/** Whether the row has a member: an outer join gives either the whole member or nulls. */
function isMember<Row extends { user_id: string | null }>(
  row: Row,
): row is Row & MemberRow {
  return row.user_id !== null
}

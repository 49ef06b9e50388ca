import { type Actor, actorFrom, authorize } from '#/access/actor.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import {
  type InviteLinkRow,
  lockInviteLink,
  selectInviteLinkForCaller,
} from './invite-link-queries.ts'
import { invitePolicy } from './invite-policy.ts'

type InviteParams = Readonly<{ organizationId: string; inviteId: string }>

interface InviteLinkForCaller {
  readonly actor: Actor
  readonly link: InviteLinkRow
}

/**
 * The link and who asks for it. Authorizes before it tells whether the link exists: a member who is
 * no admin must not be able to try ids.
 */
export async function resolveInviteLink(
  db: Queryable,
  context: Pick<Context, 'caller'>,
  { organizationId, inviteId }: InviteParams,
  action: string,
): Promise<InviteLinkForCaller> {
  const row = await db.first(selectInviteLinkForCaller, {
    organizationId,
    callerId: context.caller.userId,
    inviteId,
  })
  const actor = actorFrom(row, context, organizationId)
  authorize(invitePolicy.manage(actor), action, 'the admin role')
  if (row === undefined || row.id === null || row.version === null) {
    throw notFound('invite', inviteId)
  }
  return { actor, link: { id: row.id, role: row.role, version: row.version } }
}

/** The same inside a transaction that is going to change the link: others wait until it ends. */
export async function resolveInviteLinkToChange(
  tx: Transaction,
  context: Context,
  params: InviteParams,
  action: string,
): Promise<InviteLinkForCaller> {
  // Both are sent at once; the second statement reads what the lock protects.
  const [, resolved] = await Promise.all([
    tx.first(lockInviteLink, params),
    resolveInviteLink(tx, context, params, action),
  ])
  return resolved
}

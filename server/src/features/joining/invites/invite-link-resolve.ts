import { type Actor, actorFrom, authorize } from '#/access/actor.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import {
  type InviteLinkRow,
  type LinkTargetColumns,
  lockInviteLink,
  selectInviteLinkForCaller,
} from './invite-link-queries.ts'
import { invitePolicy } from './invite-policy.ts'
import { findLinkedContent, type LinkedContent } from './linked-content.ts'

type InviteParams = Readonly<{ organizationId: string; inviteId: string }>

interface InviteLinkForCaller {
  readonly actor: Actor
  readonly link: InviteLinkRow
  /** Absent when the link leads to the organization itself. */
  readonly content: LinkedContent | undefined
}

/**
 * The link and the caller as an actor. Authorizes before it tells whether the link exists: a member
 * who is no admin must not be able to try ids.
 */
export async function resolveInviteLink(
  db: Queryable,
  context: Context,
  { organizationId, inviteId }: InviteParams,
  action: string,
): Promise<InviteLinkForCaller> {
  const row = await db.first(selectInviteLinkForCaller, {
    organizationId,
    callerId: context.caller.userId,
    inviteId,
  })
  const actor = actorFrom(row, context, organizationId)
  const target = row && targetOf(organizationId, row)
  const content = target && (await findLinkedContent(db, context, target))
  const managesContent = content !== undefined && invitePolicy.manage(content.actor)
  authorize(invitePolicy.manage(actor) || managesContent, action, 'the admin role')
  const isGone = target !== undefined && content === undefined
  if (row === undefined || row.id === null || row.version === null || isGone) {
    throw notFound('invite', inviteId)
  }
  const { id, role, version } = row
  return { actor, link: { id, role, version }, content }
}

/** Locks a link for a change of it: other changes wait until the transaction ends. */
export async function resolveInviteLinkToChange(
  tx: Transaction,
  context: Context,
  params: InviteParams,
  action: string,
): Promise<InviteLinkForCaller> {
  // Both statements are sent at once; the second reads what the lock protects.
  const [, resolved] = await Promise.all([
    tx.first(lockInviteLink, params),
    resolveInviteLink(tx, context, params, action),
  ])
  return resolved
}

function targetOf(
  organizationId: string,
  { content_id: contentId, content_kind: kind }: LinkTargetColumns,
) {
  return contentId === null || kind === null
    ? undefined
    : { organizationId, kind, contentId }
}

import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { audit, emit } from '#/platform/outbox/outbox.ts'

type OfInvite = Readonly<{ organizationId: string; inviteId: string }>
type Asked = Pick<Context, 'caller' | 'requestId'>

export function inviteLinkCreated(
  tx: Transaction,
  context: Asked,
  link: OfInvite & { role: string | null },
  target?: { readonly kind: string; readonly contentId: string },
): void {
  recordLink(tx, context, link, {
    type: 'invite_link_created',
    details: { role: link.role, ...(target && { [target.kind]: target.contentId }) },
  })
}

export function inviteLinkUpdated(
  tx: Transaction,
  context: Asked,
  link: OfInvite & { role: string | null; previousRole: string | null },
): void {
  const { role, previousRole } = link
  recordLink(tx, context, link, {
    type: 'invite_link_updated',
    details: { role, previousRole },
  })
}

export function inviteLinkDeleted(tx: Transaction, context: Asked, link: OfInvite): void {
  recordLink(tx, context, link, { type: 'invite_link_deleted', details: {} })
}

/** Names the invite and not the address: both logs outlive the invite. */
export function userInvited(
  tx: Transaction,
  { caller, requestId }: Asked,
  invite: OfInvite & { role: string | null },
): void {
  const { organizationId, inviteId, role } = invite
  emit(tx, {
    organizationId,
    type: 'user_invited',
    subject: `invite:${inviteId}`,
    payload: { inviteId, role },
  })
  audit(tx, {
    organizationId,
    action: 'user_invited',
    actorId: caller.userId,
    targetKind: 'invite',
    targetId: inviteId,
    requestId,
    details: { role },
  })
}

export interface Joining extends OfInvite {
  readonly userId: string
  readonly role: string | null
  readonly requestId: string
}

export function memberJoined(tx: Transaction, joining: Joining): void {
  const { organizationId, inviteId, userId, role, requestId } = joining
  emit(tx, {
    organizationId,
    type: 'member_joined',
    subject: `member:${userId}`,
    payload: { userId, role },
  })
  audit(tx, {
    organizationId,
    action: 'member_joined',
    actorId: userId,
    targetKind: 'member',
    targetId: userId,
    requestId,
    details: { role, inviteId },
  })
}

/**
 * Whoever knows a link's id can join with it. Events are handed on to others, so they leave it out;
 * the audit log is for admins, who may list the links anyway.
 */
function recordLink(
  tx: Transaction,
  { caller, requestId }: Asked,
  { organizationId, inviteId }: OfInvite,
  { type, details }: { type: string; details: object },
): void {
  emit(tx, {
    organizationId,
    type,
    subject: `organization:${organizationId}`,
    payload: details,
  })
  audit(tx, {
    organizationId,
    action: type,
    actorId: caller.userId,
    targetKind: 'invite',
    targetId: inviteId,
    requestId,
    details,
  })
}

import type { Transaction } from '#/platform/database/transaction.ts'
import { audit, emit } from '#/platform/outbox/outbox.ts'
import { type By, recorder } from '#/platform/outbox/recorder.ts'

type OfInvite = Readonly<{ organizationId: string; inviteId: string }>

export function inviteLinkCreated(
  tx: Transaction,
  by: By,
  link: OfInvite & { role: string | null },
  target?: { readonly kind: string; readonly contentId: string },
): void {
  recordLink(tx, by, link, {
    type: 'invite_link_created',
    details: { role: link.role, ...(target && { [target.kind]: target.contentId }) },
  })
}

export function inviteLinkUpdated(
  tx: Transaction,
  by: By,
  link: OfInvite & { role: string | null; previousRole: string | null },
): void {
  const { role, previousRole } = link
  recordLink(tx, by, link, {
    type: 'invite_link_updated',
    details: { role, previousRole },
  })
}

export function inviteLinkDeleted(tx: Transaction, by: By, link: OfInvite): void {
  recordLink(tx, by, link, { type: 'invite_link_deleted', details: {} })
}

const recordInvite = recorder('invite', 'inviteId')
const recordMember = recorder('member', 'userId')

/** Records an invite. Its entries leave out the address, because both logs outlive the invite. */
export function userInvited(
  tx: Transaction,
  by: By,
  { role, ...invite }: OfInvite & { role: string | null },
): void {
  recordInvite(tx, by, invite, { type: 'user_invited', details: { role } })
}

export interface Joining extends OfInvite {
  readonly userId: string
  readonly role: string | null
  readonly requestId: string
}

/** Records that a user joined by an invite; the new member is the actor. */
export function memberJoined(tx: Transaction, joining: Joining): void {
  const { inviteId, userId, role, requestId } = joining
  const by = { caller: { userId }, requestId }
  const details = { role, inviteId }
  recordMember(tx, by, joining, { type: 'member_joined', payload: { role }, details })
}

/**
 * Records an action on a link. Anyone who knows its id can join with it: the event goes to other
 * systems and leaves it out; the audit log is for admins, who may list the links anyway.
 */
function recordLink(
  tx: Transaction,
  { caller, requestId }: By,
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

import type { Role } from '#/access/roles.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { audit, emit } from '#/platform/outbox/outbox.ts'

type OfMember = Readonly<{ organizationId: string; userId: string }>

export function memberJoined(
  tx: Transaction,
  context: Context,
  member: OfMember & { role: Role | null },
) {
  record(tx, context, { member, type: 'member_joined', details: { role: member.role } })
}

export function memberRoleChanged(
  tx: Transaction,
  context: Context,
  member: OfMember & { role: Role | null; previousRole: Role | null },
) {
  const { role, previousRole } = member
  record(tx, context, {
    member,
    type: 'member_role_changed',
    details: { role, previousRole },
  })
}

export function memberSsoEnabled(tx: Transaction, context: Context, member: OfMember) {
  record(tx, context, { member, type: 'member_sso_enabled', details: {} })
}

export function memberRemoved(
  tx: Transaction,
  context: Context,
  member: OfMember & { role: Role | null },
) {
  record(tx, context, { member, type: 'member_removed', details: { role: member.role } })
}

interface Happening {
  readonly member: OfMember
  readonly type: string
  readonly details: object
}

function record(
  tx: Transaction,
  context: Context,
  { member, type, details }: Happening,
): void {
  const { organizationId, userId } = member
  emit(tx, {
    organizationId,
    type,
    subject: `member:${userId}`,
    payload: { userId, ...details },
  })
  audit(tx, {
    organizationId,
    action: type,
    actorId: context.caller.userId,
    targetKind: 'member',
    targetId: userId,
    requestId: context.requestId,
    details,
  })
}

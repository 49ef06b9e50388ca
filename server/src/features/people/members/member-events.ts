import type { Role } from '#/access/roles.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { recorder } from '#/platform/outbox/recorder.ts'

type OfMember = Readonly<{ organizationId: string; userId: string }>

const record = recorder('member', 'userId')

export function memberJoined(
  tx: Transaction,
  context: Context,
  member: OfMember & { role: Role | null },
) {
  record(tx, context, member, { type: 'member_joined', details: { role: member.role } })
}

export function memberRoleChanged(
  tx: Transaction,
  context: Context,
  member: OfMember & { role: Role | null; previousRole: Role | null },
) {
  const { role, previousRole } = member
  record(tx, context, member, {
    type: 'member_role_changed',
    details: { role, previousRole },
  })
}

export function memberSsoEnabled(tx: Transaction, context: Context, member: OfMember) {
  record(tx, context, member, { type: 'member_sso_enabled', details: {} })
}

export function memberRemoved(
  tx: Transaction,
  context: Context,
  member: OfMember & { role: Role | null },
) {
  record(tx, context, member, { type: 'member_removed', details: { role: member.role } })
}

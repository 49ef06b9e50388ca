import type { Role } from '#/access/roles.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { type By, recorder } from '#/platform/outbox/recorder.ts'

type OfMember = Readonly<{ organizationId: string; userId: string }>

const record = recorder('member', 'userId')

export function memberJoined(
  tx: Transaction,
  by: By,
  member: OfMember & { role: Role | null },
) {
  record(tx, by, member, { type: 'member_joined', details: { role: member.role } })
}

export function memberRoleChanged(
  tx: Transaction,
  by: By,
  member: OfMember & { role: Role | null; previousRole: Role | null },
) {
  const { role, previousRole } = member
  record(tx, by, member, {
    type: 'member_role_changed',
    details: { role, previousRole },
  })
}

export function memberSsoEnabled(tx: Transaction, by: By, member: OfMember) {
  record(tx, by, member, { type: 'member_sso_enabled', details: {} })
}

export function memberSuspended(tx: Transaction, by: By, member: OfMember) {
  record(tx, by, member, { type: 'member_suspended', details: {} })
}

export function memberReactivated(tx: Transaction, by: By, member: OfMember) {
  record(tx, by, member, { type: 'member_reactivated', details: {} })
}

export function memberRemoved(
  tx: Transaction,
  by: By,
  member: OfMember & { role: Role | null },
) {
  record(tx, by, member, { type: 'member_removed', details: { role: member.role } })
}

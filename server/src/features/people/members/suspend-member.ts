import {
  endSessionsOfOrganization,
  renewSessionsOfMember,
} from '#/features/people/sessions/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { By } from '#/platform/outbox/recorder.ts'
import { count } from '#/platform/tenancy/counters.ts'

import { memberReactivated, memberSuspended } from './member-events.ts'
import { type OfMember, updateMemberDisabled } from './member-queries.ts'

/**
 * Suspends a member, or takes that back: from the commit on, every request of theirs about the
 * organization is refused. The memberships must be locked, and another admin be left.
 */
export async function suspendMember(
  tx: Transaction,
  by: By,
  { isSuspended: disabled, ...member }: OfMember & { readonly isSuspended: boolean },
): Promise<void> {
  const changed = await tx.first(updateMemberDisabled, { ...member, disabled })
  if (changed === undefined) return
  const { organizationId } = member
  if (changed.was_seen) {
    count(tx, { organizationId, name: 'members-seen', by: disabled ? -1 : 1 })
  }
  if (disabled) {
    await endSessionsOfOrganization(tx, member)
    memberSuspended(tx, by, member)
  } else {
    await renewSessionsOfMember(tx, member)
    memberReactivated(tx, by, member)
  }
}

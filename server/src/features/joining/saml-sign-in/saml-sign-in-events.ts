import type { Role } from '#/access/roles.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { recorder } from '#/platform/outbox/recorder.ts'

import type { Finishing } from './finish-sign-in.ts'

type Through = Pick<Finishing, 'provider' | 'requestId'>

const recordMember = recorder('member', 'userId')

/** Records that somebody joined through the provider; nobody else let them in. */
export function memberJoined(
  tx: Transaction,
  { provider, requestId }: Through,
  { userId, role }: { readonly userId: string; readonly role: Role | null },
) {
  const { organizationId } = provider
  const by = { caller: { userId }, requestId }
  recordMember(
    tx,
    by,
    { organizationId, userId },
    {
      type: 'member_joined',
      payload: { role },
      details: { role, by: 'saml', provider: provider.id },
    },
  )
}

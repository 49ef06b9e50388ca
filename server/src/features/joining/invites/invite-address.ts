import type { Transaction } from '#/platform/database/transaction.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { userInvited } from './invite-events.ts'
import { type Inviting, mailInvites } from './invite-mails.ts'
import { deleteMailInviteTo, upsertMailInvites } from './mail-invite-queries.ts'

interface Invitation {
  readonly organizationId: string
  readonly email: string
  readonly role: string | null
}

/** Invites an address by mail; one that is invited already keeps its invite. */
export async function inviteAddress(
  tx: Transaction,
  inviting: Inviting,
  { organizationId, email, role }: Invitation,
): Promise<void> {
  const invites = await tx.many(upsertMailInvites, {
    organizationId,
    invitedBy: inviting.caller.userId,
    ids: [newId()],
    emails: [email],
    roles: [role],
    sso: false,
  })
  for (const { id: inviteId } of invites) {
    userInvited(tx, inviting, { organizationId, inviteId, role })
  }
  await mailInvites(tx, inviting, {
    organizationId,
    inviteIds: invites.map(({ id }) => id),
  })
}

/** Takes the invite to an address back: links that were mailed lead nowhere from then on. */
export async function withdrawInvite(
  tx: Transaction,
  invite: Readonly<{ organizationId: string; email: string }>,
): Promise<void> {
  await tx.run(deleteMailInviteTo, invite)
}

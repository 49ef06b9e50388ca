import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import { deleteExpiredMailInvites, selectMailInvite } from './mail-invite-queries.ts'

type OfInvite = Readonly<{ organizationId: string; inviteId: string }>

/** An invite that can still be accepted, with what its receiver should know about it. */
export interface MailInvite extends OfInvite {
  readonly email: string
  readonly organizationTitle: string
  /** Undefined when whoever invited them has no account any more. */
  readonly inviterName: string | undefined
  readonly expiresAt: string
}

export async function findMailInvite(
  db: Queryable,
  invite: OfInvite,
): Promise<MailInvite | undefined> {
  return read(db, invite, false)
}

/** Whoever accepts the invite or makes a secret for it waits for everybody else who does. */
export async function lockMailInvite(
  tx: Transaction,
  invite: OfInvite,
): Promise<MailInvite | undefined> {
  return read(tx, invite, true)
}

export async function purgeExpiredMailInvites(
  tx: Transaction,
  organizationId: string,
  inviteIds: string[],
): Promise<void> {
  await tx.run(deleteExpiredMailInvites, { organizationId, inviteIds })
}

async function read(
  db: Queryable,
  { organizationId, inviteId }: OfInvite,
  lock: boolean,
): Promise<MailInvite | undefined> {
  const row = await db.first(selectMailInvite({ lock }), { organizationId, inviteId })
  return (
    row && {
      organizationId,
      inviteId,
      email: row.email,
      organizationTitle: row.organization_title,
      inviterName: row.inviter_name ?? undefined,
      expiresAt: row.expires_at,
    }
  )
}

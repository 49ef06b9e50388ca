import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import { deleteExpiredMailInvites, selectMailInvite } from './mail-invite-queries.ts'

type OfInvite = Readonly<{ organizationId: string; inviteId: string }>

/** A valid invite, with the details that its mail shows. */
export interface MailInvite extends OfInvite {
  readonly email: string
  readonly organizationTitle: string
  /** The name of the inviter; undefined when their account no longer exists. */
  readonly inviterName: string | undefined
  readonly expiresAt: string
  /** Whether the new member must use single sign-on, as the settings are now. */
  readonly needsSso: boolean
}

export async function findMailInvite(
  db: Queryable,
  invite: OfInvite,
): Promise<MailInvite | undefined> {
  return read(db, invite, false)
}

/** Locks an invite: accepting it and creating secrets for it wait for each other. */
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
      needsSso: row.needs_sso,
    }
  )
}

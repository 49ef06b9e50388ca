import { findMailInvite, type MailInvite } from '#/features/joining/invites/public.ts'
import {
  hashSecret,
  isSecret,
  selectLink,
} from '#/features/joining/welcome-links/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

/** The offer of a valid link to the person who opens it. */
export type Welcome =
  /** Creates an account and joins with it. */
  | { readonly kind: 'open-account'; readonly email: string; readonly invite: MailInvite }
  /** Joins with the account that the address already has. */
  | {
      readonly kind: 'join'
      readonly email: string
      readonly displayName: string
      readonly invite: MailInvite
    }
  /** Takes over an account that was created for the person. */
  | {
      readonly kind: 'take-over-account'
      readonly email: string
      readonly displayName: string
      readonly accountId: string
    }

/**
 * The offer behind a secret; undefined if it is unknown, used, replaced or expired: no caller can
 * tell which.
 */
export async function findWelcome(
  db: Queryable,
  secret: string,
): Promise<Welcome | undefined> {
  if (!isSecret(secret)) return undefined
  const link = await db.first(selectLink, { secretHash: hashSecret(secret) })
  if (link === undefined) return undefined
  const { email, owner_name: displayName } = link

  if (link.account_id !== null) {
    const { account_id: accountId } = link
    if (displayName === null || link.owner_id !== accountId) return undefined
    return { kind: 'take-over-account', email, displayName, accountId }
  }
  const { organization_id: organizationId, invite_id: inviteId } = link
  if (organizationId === null || inviteId === null) return undefined
  const invite = await findMailInvite(db, { organizationId, inviteId })
  if (invite === undefined) return undefined
  return displayName === null
    ? { kind: 'open-account', email, invite }
    : { kind: 'join', email, displayName, invite }
}

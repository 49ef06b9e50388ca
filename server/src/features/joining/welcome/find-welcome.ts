import { findMailInvite, type MailInvite } from '#/features/joining/invites/public.ts'
import {
  hashSecret,
  isSecret,
  selectLink,
} from '#/features/joining/welcome-links/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

/** What a link that works offers to whoever follows it. */
export type Welcome =
  /** To open an account and join with it. */
  | { readonly kind: 'open-account'; readonly email: string; readonly invite: MailInvite }
  /** To join with the account the address already has. */
  | {
      readonly kind: 'join'
      readonly email: string
      readonly displayName: string
      readonly invite: MailInvite
    }
  /** To take over an account that somebody made for them. */
  | {
      readonly kind: 'take-over-account'
      readonly email: string
      readonly displayName: string
      readonly accountId: string
    }

/** Undefined for a secret that is unknown, used up, replaced or expired: nobody can tell which. */
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

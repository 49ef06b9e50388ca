import { mayEnter } from '#/access/actor.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Caller } from '#/platform/http/caller.ts'

import { type MemberRow, selectMemberOfSite } from './visit-queries.ts'

/** What conditions can ask of a member: `visitor.claims.member`. */
export interface MemberClaims {
  /** The role in the organization, or `guest`. */
  readonly role: string
  /** The ids of their teams, in order. */
  readonly teams: readonly string[]
  /** The domain of their mail address, once that is proven. */
  readonly emailDomain?: string
}

export type Standing =
  | { readonly kind: 'reader'; readonly member: MemberClaims }
  | { readonly kind: 'outsider' | 'suspended' | 'needs-sso' }

/**
 * Whether somebody may read the site of an organization that is for its members: everybody with a
 * role in it, and guests who were given one on the site.
 */
export async function standingOf(
  db: Queryable,
  of: OfSite,
  caller: Caller,
): Promise<Standing> {
  const { organizationId, siteId } = of
  const { organizationId: boundTo = organizationId, userId: accountId } = caller
  if (boundTo !== organizationId) return { kind: 'outsider' }
  const row = await db.first(selectMemberOfSite, { organizationId, siteId, accountId })
  if (row === undefined) return { kind: 'outsider' }
  if (row.actor_disabled) return { kind: 'suspended' }
  if (!row.sees_site) return { kind: 'outsider' }
  return mayEnter(row, caller, organizationId)
    ? { kind: 'reader', member: claimsOf(row) }
    : { kind: 'needs-sso' }
}

function claimsOf({ actor_role, teams, email_domain }: MemberRow): MemberClaims {
  return {
    role: actor_role ?? 'guest',
    teams,
    ...(email_domain !== null && { emailDomain: email_domain }),
  }
}

import { sql } from 'kysely'

import type { Role } from '#/access/roles.ts'
import { renewSessionsOfMember } from '#/features/people/sessions/public.ts'
import { searchText } from '#/features/people/users/public.ts'
import { statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { count } from '#/platform/tenancy/counters.ts'

interface NewMember {
  readonly organizationId: string
  readonly userId: string
  /** Null for a guest. */
  readonly role: Role | null
  readonly sso: boolean
}

// Inserts a member. The share locks make a change of name and a change of single sign-on wait, so
// that none slips between what is read here and the refresh of all members.
const insertMember = statement(
  'member.insert',
  (p: NewMember) => sql`
    with listed as (
      insert into account_membership (account_id, organization_id)
      values (${p.userId}, ${p.organizationId})
      on conflict do nothing
    )
    insert into member
      (organization_id, user_id, role, sso, needs_sso, search_text, joined_at)
    select ${p.organizationId}, a.id, ${p.role}, ${p.sso}::boolean,
      o.sso_provided and (o.sso or ${p.sso}::boolean), ${searchText}, now()
    from account a
    join organization o on o.organization_id = ${p.organizationId}
    where a.id = ${p.userId}
    for share of a, o
    on conflict (organization_id, user_id) do nothing
    returning user_id`,
)

/**
 * Adds a member and returns whether they are new; someone who is a member already stays as they
 * are.
 */
export async function addMember(tx: Transaction, member: NewMember): Promise<boolean> {
  const isNew = (await tx.count(insertMember, member)) > 0
  if (!isNew) return false
  count(tx, { organizationId: member.organizationId, name: 'members', by: 1 })
  await renewSessionsOfMember(tx, member)
  return true
}

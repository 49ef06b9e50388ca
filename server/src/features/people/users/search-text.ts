import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

type OfMember = Readonly<{ organizationId: string; userId: string }>

/**
 * The searchable text of the account `a`. The line break keeps a search from matching across name
 * and address.
 */
export const searchText = sql<string>`lower(a.display_name || E'\n' || a.email)`

// Writes the search text of a member. The account is read under a share lock: no text from before a
// change of name is written after it.
const updateSearchText = statement(
  'member.update-search-text',
  (p: OfMember) => sql`
    update member as m set search_text = ${searchText}
    from (
      select id, display_name, email from account where id = ${p.userId} for share
    ) as a
    where m.organization_id = ${p.organizationId} and m.user_id = a.id`,
)

/** Makes a member findable by the name and address that their account has now. */
export async function refreshSearchText(
  tx: Transaction,
  member: OfMember,
): Promise<void> {
  await tx.run(updateSearchText, member)
}

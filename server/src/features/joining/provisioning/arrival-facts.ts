import type { Queryable } from '#/platform/database/queryable.ts'
import { written } from '#/platform/database/written.ts'

import { type ArrivalFacts, selectArrivalFacts } from './user-queries.ts'

/** What decides how somebody with an address comes into an organization. */
export async function findArrivalFacts(
  db: Queryable,
  { organizationId, email }: { readonly organizationId: string; readonly email: string },
): Promise<ArrivalFacts> {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return written(await db.first(selectArrivalFacts, { organizationId, email, domain }))
}

import type { Queryable } from '#/platform/database/queryable.ts'
import type { Context } from '#/platform/http/context.ts'

import { selectVisibleUser, type UserRow } from './user-queries.ts'

/** The user if the caller may see them: themselves, or someone they share an organization with. */
export async function findVisibleUser(
  db: Queryable,
  { caller }: Pick<Context, 'caller'>,
  userId: string,
): Promise<UserRow | undefined> {
  return db.first(selectVisibleUser, {
    userId,
    callerId: caller.userId,
    boundTo: caller.organizationId ?? null,
  })
}

import type { Queryable } from '#/platform/database/queryable.ts'
import type { Context } from '#/platform/http/context.ts'

import { selectVisibleUser, type UserRow } from './user-queries.ts'

/** Gives undefined also for an account that the caller shares no organization with. */
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

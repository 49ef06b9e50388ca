import type { Queryable } from '#/platform/database/queryable.ts'
import { notFound } from '#/platform/errors/api-error.ts'

import type { Directory } from './directory.ts'
import { selectUsersBy, type UserRow } from './user-queries.ts'

export async function findUser(
  db: Queryable,
  { organizationId }: Pick<Directory, 'organizationId'>,
  id: string,
): Promise<UserRow> {
  const row = await db.first(selectUsersBy({ key: 'id' }), { organizationId, value: id })
  if (row === undefined) throw notFound('user', id)
  return row
}

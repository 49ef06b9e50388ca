import { passesDoor } from '#/access/sso-door.ts'
import { selectMemberships } from '#/features/people/users/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Caller } from '#/platform/http/caller.ts'

import { selectOrganizationForCaller } from './organization-queries.ts'

/** An organization that wants single sign-on of somebody who came in another way. */
export interface ClosedOrganization {
  readonly organizationId: string
  readonly title: string
}

const organizationsMax = 100

/**
 * Which of their organizations a person does not reach as they are signed in now, of their first
 * hundred. For a session of one organization there are no others.
 */
export async function listClosed(
  db: Queryable,
  caller: Caller,
): Promise<ClosedOrganization[]> {
  if (caller.organizationId !== undefined) return []
  const { userId: callerId } = caller
  const rowsMax = organizationsMax
  const found = await db.many(selectMemberships, {
    userId: callerId,
    afterId: '',
    rowsMax,
  })
  const rows = await Promise.all(
    found.map(async ({ organization_id: organizationId }) =>
      db.first(selectOrganizationForCaller, { organizationId, callerId }),
    ),
  )
  return rows
    .filter((row) => row !== undefined)
    .filter((row) => !row.actor_disabled && !passesDoor(row, caller, row.organization_id))
    .map((row) => ({ organizationId: row.organization_id, title: row.title }))
}

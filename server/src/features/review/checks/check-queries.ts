import { sql } from 'kysely'

import type { UserColumns } from '#/features/people/users/public.ts'
import { statement, statementByShape } from '#/platform/database/statement.ts'

/** A check with the user who reported it. */
export interface CheckRow extends UserColumns {
  readonly name: string
  readonly state: string
  readonly link: string | null
  readonly summary: string | null
  readonly revision_id: string
  readonly created_at: string
  readonly updated_at: string
}

interface OfChangeRequest {
  readonly organizationId: string
  readonly spaceId: string
  readonly changeRequestId: string
}

const columns = sql`k.name, k.state, k.link, k.summary, k.revision_id, k.created_at,
  k.updated_at, a.id as user_id, a.display_name, a.photo_url, a.email`

/** The checks of a change request in order of name. */
export const selectChecks = statementByShape<
  { after: boolean; rowsMax: number },
  OfChangeRequest & { afterName: string | undefined },
  CheckRow
>(
  'check.list',
  ({ after, rowsMax }, p) => sql`
    select ${columns} from change_request_check as k
    join account as a on a.id = k.reported_by
    where k.organization_id = ${p.organizationId} and k.space_id = ${p.spaceId}
      and k.change_request_id = ${p.changeRequestId}
      ${after ? sql`and k.name > ${p.afterName}` : sql``}
    order by k.name limit ${sql.lit(rowsMax)}`,
)

export const countChecks = statement(
  'check.count',
  (p: OfChangeRequest & { exceptName: string | null }) => sql<{ count: number }>`
    select count(*) as count from change_request_check
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and change_request_id = ${p.changeRequestId}
      and name is distinct from ${p.exceptName}`,
)

interface Reported extends OfChangeRequest {
  readonly name: string
  readonly state: string
  readonly link: string | null
  readonly summary: string | null
  readonly revisionId: string
  readonly reportedBy: string
}

export const upsertCheck = statement(
  'check.report',
  (p: Reported) => sql<CheckRow>`
    with k as (
      insert into change_request_check as k (
        organization_id, space_id, change_request_id, name, state, link, summary,
        revision_id, reported_by)
      values (${p.organizationId}, ${p.spaceId}, ${p.changeRequestId}, ${p.name},
        ${p.state}, ${p.link}, ${p.summary}, ${p.revisionId}, ${p.reportedBy})
      on conflict (organization_id, space_id, change_request_id, name) do update
        set state = excluded.state, link = excluded.link, summary = excluded.summary,
          revision_id = excluded.revision_id, reported_by = excluded.reported_by,
          updated_at = excluded.updated_at
      returning k.*
    )
    select ${columns} from k join account as a on a.id = k.reported_by`,
)

import { type RawBuilder, sql } from 'kysely'

import { isVisible } from '#/access/content-access.ts'
import {
  type OfDiscussion,
  type OrNone,
  discussionForCaller,
  type DiscussionColumns,
} from '#/features/writing/comments/public.ts'
import { statement, statementByShape } from '#/platform/database/statement.ts'

import { type PersonJson, personJson } from './person-columns.ts'

export interface RequestedRow {
  readonly reviewer_id: string
  /** The profile of the user; null for a team. */
  readonly reviewer: PersonJson | null
  readonly revision_id: string
  readonly requester: PersonJson
  readonly created_at: string
}

export interface RequestedListShape {
  readonly after: boolean
  readonly rowsMax: number
}

type RequestedListParams = OfDiscussion & {
  readonly afterTime: string | undefined
  readonly afterId: string | undefined
}

const columns = sql`x.reviewer_id, x.team_id, x.revision_id, x.created_at,
  ${personJson(sql`x.user_id`)} as reviewer, ${personJson(sql`x.requested_by`)} as requester`

/** The requested reviewers in order of request. An empty page is one row without a reviewer. */
export const selectRequested = statementByShape<
  RequestedListShape,
  RequestedListParams,
  DiscussionColumns & { readonly count: number } & OrNone<RequestedRow>
>('reviewer.list', (shape, p) => {
  const ofRequest = sql`x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
    and x.change_request_id = found.place_id`
  const after = sql`and (x.created_at, x.reviewer_id) > (${p.afterTime}::timestamptz, ${p.afterId})`
  return sql`
    select found.*, counted.count, ${columns}
    from ${discussionForCaller({ isChangeRequest: true }, p)} as found
    cross join lateral (
      select count(*)::integer as count from change_request_reviewer as x where ${ofRequest}
    ) as counted
    left join lateral (
      select x.* from change_request_reviewer as x
      where ${ofRequest} ${shape.after ? after : sql``}
      order by x.created_at, x.reviewer_id limit ${sql.lit(shape.rowsMax)}
    ) as x on true
    order by x.created_at, x.reviewer_id`
})

interface OfRequest {
  readonly organizationId: string
  readonly spaceId: string
  readonly changeRequestId: string
}

type Asked = OfRequest &
  Readonly<{ userIds: readonly string[]; teamIds: readonly string[] }>

export const selectAsked = statement(
  'reviewer.asked',
  (p: Asked) => sql<RequestedRow>`
    select ${columns} from change_request_reviewer as x
    where ${named(p)} and x.reviewer_id = any (${p.userIds}::text[] || ${p.teamIds}::text[])`,
)

function named(p: OfRequest): RawBuilder<unknown> {
  return sql`x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
    and x.change_request_id = ${p.changeRequestId}`
}

/** Locks the given users who may view the space: they stay members until this transaction ends. */
export const holdPeople = statement(
  'reviewer.hold-people',
  (p: { organizationId: string; spaceId: string; userIds: readonly string[] }) => sql<{
    id: string
  }>`
    select me.user_id as id from member as me
    join content_node as node on node.organization_id = ${p.organizationId}
      and node.id = ${p.spaceId}
    where me.organization_id = ${p.organizationId}
      and me.user_id = any (${p.userIds}::text[]) and not me.disabled and ${isVisible(p)}
    order by me.user_id for key share of me`,
)

/** Locks the given teams that exist: they cannot be deleted until this transaction ends. */
export const holdTeams = statement(
  'reviewer.hold-teams',
  (p: { organizationId: string; teamIds: readonly string[] }) => sql<{ id: string }>`
    select t.id from team as t
    where t.organization_id = ${p.organizationId} and t.id = any (${p.teamIds}::text[])
    order by t.id for key share of t`,
)

/** Inserts requests for review; a repeated one replaces the one before. */
export const insertRequested = statement(
  'reviewer.insert',
  (p: Asked & { revisionId: string; requestedBy: string }) => sql`
    insert into change_request_reviewer (
      organization_id, space_id, change_request_id, user_id, team_id, revision_id,
      requested_by)
    select ${p.organizationId}, ${p.spaceId}, ${p.changeRequestId}, asked.user_id,
      asked.team_id, ${p.revisionId}, ${p.requestedBy}
    from (
      select u.id as user_id, null as team_id from unnest(${p.userIds}::text[]) as u (id)
      union all
      select null, t.id from unnest(${p.teamIds}::text[]) as t (id)
    ) as asked
    on conflict (organization_id, space_id, change_request_id, reviewer_id) do update
      set revision_id = excluded.revision_id, requested_by = excluded.requested_by,
        created_at = excluded.created_at`,
)

export const deleteRequested = statement(
  'reviewer.delete',
  (p: OfRequest & { reviewerId: string }) => sql<{
    user_id: string | null
    team_id: string | null
  }>`
    delete from change_request_reviewer as x
    where ${named(p)} and x.reviewer_id = ${p.reviewerId}
    returning x.user_id, x.team_id`,
)

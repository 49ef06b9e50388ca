import { type RawBuilder, sql } from 'kysely'

import {
  type ContentColumns,
  type ContentOfCaller,
  grantedRank,
  type InOrganization,
  isVisible,
} from '#/access/content-access.ts'
import { callerColumnsSql } from '#/access/actor.ts'
import { countUpTo, listForCaller, type OfCaller } from '#/access/list-for-caller.ts'
import type { UserColumns } from '#/features/people/users/public.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

import {
  type MarkColumns,
  markColumns,
  type RuleColumns,
  ruleColumns,
  ruleJoins,
} from './merge-fact-queries.ts'

/** A change request with its author, and the heads of its branch and of the main branch. */
export interface ChangeRequestRow extends UserColumns {
  readonly id: string
  readonly space_id: string
  readonly number: number
  readonly status: string
  readonly subject: string
  readonly description: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly initial_revision_id: string
  readonly ancestor_revision_id: string | null
  readonly merged_revision_id: string | null
  readonly cluster_id: string | null
  readonly comments: number
  readonly version: number
  readonly head_number: number
  readonly head_revision_id: string
  readonly main_number: number
  readonly main_head_number: number
}

export type ChangeRequestForCaller = ChangeRequestRow &
  ContentColumns & { readonly file_epoch: number; readonly head_parents: string[] }

const columns = sql`r.id, r.space_id, r.number, r.status, r.subject, r.description,
  r.created_at, r.updated_at, r.initial_revision_id, r.ancestor_revision_id,
  r.merged_revision_id, r.cluster_id, r.comments, r.version, b.head_number,
  b.head_revision_id, b.main_number, m.head_number as main_head_number,
  a.id as user_id, a.display_name, a.photo_url, a.email`

const joins = (p: InOrganization) => sql`
  join branch as b on b.organization_id = ${p.organizationId} and b.space_id = r.space_id
    and b.id = r.id
  join branch as m on m.organization_id = ${p.organizationId} and m.space_id = r.space_id
    and m.id = r.space_id
  join account as a on a.id = r.created_by`

type OfSpace = Readonly<{ organizationId: string; spaceId: string }>
export type OfChangeRequest = OfSpace & Readonly<{ changeRequestId: string }>

/** A change request with the columns that decide whether the caller may merge it. */
export type ChangeRequestToView = ChangeRequestForCaller & RuleColumns & MarkColumns

type Named = ContentOfCaller & { spaceId: string; name: number | string }
export type NoChangeRequest = ContentColumns & {
  readonly [Column in keyof ChangeRequestRow]: null
}

export const selectForCaller = statementByShape<
  { byNumber: boolean },
  Named,
  ChangeRequestForCaller | NoChangeRequest
>('change-request.for-caller', ({ byNumber }, p) =>
  forCaller(p, { byNumber, isToView: false }),
)

export const selectToView = statementByShape<
  { byNumber: boolean },
  Named,
  ChangeRequestToView | NoChangeRequest
>('change-request.to-view', ({ byNumber }, p) =>
  forCaller(p, { byNumber, isToView: true }),
)

/**
 * Finds a change request by id or number; nulls for none. No row without the space or the
 * membership.
 */
function forCaller<Row>(
  p: Named,
  { byNumber, isToView }: { byNumber: boolean; isToView: boolean },
): RawBuilder<Row> {
  return sql`
    select ${callerColumnsSql},
      node.base_level as content_base, ${grantedRank(p)} as content_granted,
      s.file_epoch, ${isToView ? sql`${ruleColumns(p)},` : sql``} found.*
    from member as me
    join content_node as node on node.organization_id = ${p.organizationId}
      and node.id = ${p.spaceId} and node.kind = 'space' and node.state = 'live'
      and node.deleted_at is null
    join space as s on s.organization_id = ${p.organizationId} and s.id = node.id
    ${isToView ? ruleJoins(p) : sql``}
    left join lateral (
      select ${columns}, v.parents as head_parents
        ${isToView ? sql`, ${markColumns(p)}` : sql``}
      from change_request as r
      ${joins(p)}
      -- The first from it on: only the primary key is in that order, and no other index is read instead.
      join lateral (
        select x.id, x.parents from revision as x
        where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
          and x.id >= b.head_revision_id
        order by x.id limit 1
      ) as v on v.id = b.head_revision_id
      where r.organization_id = ${p.organizationId} and r.space_id = ${p.spaceId}
        and ${byNumber ? sql`r.number = ${p.name}::integer` : sql`r.id = ${p.name}`}
      limit 1
    ) as found on true
    where me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId}`
}

/**
 * Selects the change request that a revision merged, by the revision of its branch that the merge
 * took.
 */
export const selectMerged = statement<
  OfSpace & { readonly revisionId: string; readonly sourceRevisionId: string },
  ChangeRequestRow
>(
  'change-request.merged',
  (p) => sql`
    select ${columns} from revision as source
    join change_request as r on r.organization_id = ${p.organizationId}
      and r.space_id = ${p.spaceId} and r.id = source.branch_id
    ${joins(p)}
    where source.organization_id = ${p.organizationId} and source.space_id = ${p.spaceId}
      and source.id = ${p.sourceRevisionId} and r.merged_revision_id = ${p.revisionId}`,
)

type PreviewedColumn =
  | 'id'
  | 'space_id'
  | 'number'
  | 'status'
  | 'subject'
  | 'created_at'
  | 'updated_at'
  | 'initial_revision_id'
  | 'head_revision_id'
  | 'main_number'
  | 'main_head_number'

/** The columns of a change request that visitors see: none about the people who work on it. */
export type PreviewedRow = Pick<ChangeRequestRow, PreviewedColumn>
type NotPreviewed = Readonly<Record<PreviewedColumn, null>>

/**
 * The change request of a previewed branch, if the name fits; nulls otherwise. No row at another
 * epoch.
 */
export const selectPreviewed = statementByShape<
  { byNumber: boolean },
  Named & { branchId: string },
  PreviewedRow | NotPreviewed
>(
  'change-request.previewed',
  ({ byNumber }, p) => sql`
    select found.* from site as me
    join content_node as node on node.organization_id = ${p.organizationId}
      and node.id = ${p.spaceId} and node.kind = 'space' and node.state = 'live'
      and node.deleted_at is null
    left join lateral (
      select r.id, r.space_id, r.number, r.status, r.subject, r.created_at, r.updated_at,
        r.initial_revision_id, b.head_revision_id, b.main_number,
        m.head_number as main_head_number
      from change_request as r
      join branch as b on b.organization_id = ${p.organizationId}
        and b.space_id = r.space_id and b.id = r.id
      join branch as m on m.organization_id = ${p.organizationId}
        and m.space_id = r.space_id and m.id = r.space_id
      where r.organization_id = ${p.organizationId} and r.space_id = ${p.spaceId}
        and r.id = ${p.branchId}
        and ${byNumber ? sql`r.number = ${p.name}::integer` : sql`r.id = ${p.name}`}
    ) as found on true
    where me.organization_id = ${p.organizationId} and me.id = ${p.siteId}
      and me.epoch = ${p.siteEpoch}::integer`,
)

export interface ListShape {
  readonly space: boolean
  readonly site: boolean
  readonly creator: boolean
  readonly contributor: boolean
  readonly requestedReviewer: boolean
  readonly cluster: boolean
  readonly before: boolean
  readonly rowsMax: number
}

type Listing = OfCaller & {
  readonly spaceId: string | undefined
  readonly siteId: string | undefined
  readonly status: string
  readonly creator: string | undefined
  readonly contributor: string | undefined
  readonly requestedReviewer: string | undefined
  readonly cluster: string | undefined
  readonly beforeId: string | undefined
}

/** One entry of a list: only the first entry of each space has the columns of the space. */
export type ListedChangeRequest = ChangeRequestRow &
  MarkColumns & { readonly [Column in keyof ListedSpace]: ListedSpace[Column] | null }
type ListedSpace = RuleColumns & Pick<ContentColumns, 'content_base' | 'content_granted'>

const spaceOfFirst = (p: InOrganization) => sql`
  left join lateral (
    select node.base_level as content_base, ${grantedRank(p)} as content_granted, ${ruleColumns(p)}
    from content_node as node
    join space as s on s.organization_id = ${p.organizationId} and s.id = node.id
    ${ruleJoins(p)}
    where r.is_first and node.organization_id = ${p.organizationId} and node.id = r.space_id
  ) as of_space on true`

/** One page of change requests with a status, newest first: ids are time-ordered. */
export const selectChangeRequests = statementByShape(
  'change-request.list',
  (shape: ListShape, p: Listing) => {
    const matching = sql`
      from change_request as r
      join content_node as node on node.organization_id = ${p.organizationId}
        and node.id = r.space_id and node.state = 'live' and node.deleted_at is null
      where r.organization_id = ${p.organizationId} and r.status = ${p.status}
        and ${isVisible(p)} ${filters(shape, p)}`
    const page = sql`(
      select ${columns}, ${markColumns(p)}, of_space.* from (
        select r.*, row_number() over (partition by r.space_id) = 1 as is_first from (
          select r.* ${matching} ${shape.before ? sql`and r.id < ${p.beforeId}` : sql``}
          order by r.id desc limit ${sql.lit(shape.rowsMax)}
        ) as r
      ) as r ${joins(p)} ${spaceOfFirst(p)})`
    return listForCaller<ListedChangeRequest>(p, {
      page,
      count: countUpTo({
        limit: (rows) => sql`(select 1 ${matching} limit ${sql.lit(rows)})`,
      }),
      orderBy: sql`page.id desc`,
    })
  },
)

function filters(shape: ListShape, p: Listing): RawBuilder<unknown> {
  const of = sql`x.organization_id = ${p.organizationId} and x.space_id = r.space_id
    and x.change_request_id = r.id`
  return sql`${shape.space ? sql`and r.space_id = ${p.spaceId}` : sql``}
    ${
      // Guests see no site, so that for them none shows anything.
      shape.site
        ? sql`and exists (select from site_space as x
            join member as reader on reader.organization_id = ${p.organizationId}
              and reader.user_id = ${p.callerId} and reader.role is not null
            where x.organization_id = ${p.organizationId} and x.space_id = r.space_id
              and x.site_id = ${p.siteId})`
        : sql``
    }
    ${shape.creator ? sql`and r.created_by = ${p.creator}` : sql``}
    ${shape.cluster ? sql`and r.cluster_id = ${p.cluster}` : sql``}
    ${
      shape.contributor
        ? sql`and exists (select from change_request_contributor as x
            where ${of} and x.user_id = ${p.contributor})`
        : sql``
    }
    ${
      shape.requestedReviewer
        ? sql`and exists (select from change_request_reviewer as x
            where ${of} and (x.user_id = ${p.requestedReviewer} or exists (
              select from team_member as t
              where t.organization_id = ${p.organizationId} and t.team_id = x.team_id
                and t.user_id = ${p.requestedReviewer})))`
        : sql``
    }`
}

interface NewChangeRequest extends OfChangeRequest {
  readonly subject: string
  readonly cluster: string | null
  readonly createdBy: string
  readonly initialRevisionId: string
}

/** Inserts a change request, whose number is the count of its space: none is ever deleted alone. */
export const insertChangeRequest = statement(
  'change-request.insert',
  (p: NewChangeRequest) => sql`
    with counted as (
      insert into space_counter as c (
        organization_id, space_id, change_requests, change_requests_draft)
      values (${p.organizationId}, ${p.spaceId}, 1, 1)
      on conflict (organization_id, space_id) do update
        set change_requests = c.change_requests + 1,
          change_requests_draft = c.change_requests_draft + 1
      returning change_requests
    )
    insert into change_request (
      organization_id, space_id, id, number, subject, cluster_id, created_by,
      initial_revision_id)
    select ${p.organizationId}, ${p.spaceId}, ${p.changeRequestId}, counted.change_requests,
      ${p.subject}, ${p.cluster}, ${p.createdBy}, ${p.initialRevisionId}
    from counted`,
)

/**
 * Locks the rules for merges: their changes wait until this transaction ends, other merges do not.
 */
export const lockMergeRules = statement(
  'change-request.lock-rules',
  (p: { organizationId: string; spaceId: string }) => sql<{ id: string }>`
    select s.id from space as s
    join organization as o on o.organization_id = ${p.organizationId}
    where s.organization_id = ${p.organizationId} and s.id = ${p.spaceId}
    for share of s, o`,
)

/** Locks a change request: other changes of it wait until this transaction ends. */
export const lockChangeRequest = statement('change-request.lock', (p: OfChangeRequest) =>
  sqlBuilder
    .selectFrom('change_request')
    .select('status')
    .where('organization_id', '=', p.organizationId)
    .where('space_id', '=', p.spaceId)
    .where('id', '=', p.changeRequestId)
    .forUpdate(),
)

interface Changed extends OfChangeRequest {
  readonly status: string
  readonly subject: string
  readonly description: string | null
  readonly ancestorRevisionId: string | null
  readonly mergedRevisionId: string | null
}

export const updateChangeRequestRow = statement('change-request.update', (p: Changed) =>
  sqlBuilder
    .updateTable('change_request')
    .set({
      status: p.status,
      subject: p.subject,
      description: p.description,
      ancestor_revision_id: p.ancestorRevisionId,
      merged_revision_id: p.mergedRevisionId,
      updated_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where('organization_id', '=', p.organizationId)
    .where('space_id', '=', p.spaceId)
    .where('id', '=', p.changeRequestId),
)

/** Updates the counters of open and draft change requests, whose lists users read often. */
export const countStatus = statement(
  'change-request.count-status',
  (p: OfSpace & { open: number; draft: number }) => sql`
    update space_counter set
      change_requests_open = change_requests_open + ${p.open}::integer,
      change_requests_draft = change_requests_draft + ${p.draft}::integer
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}`,
)

/** Records that a user edited the change request or commented on it. */
export const insertContribution = statement(
  'change-request.contribute',
  (p: OfChangeRequest & { userId: string; action: 'edit' | 'comment' }) => sql`
    insert into change_request_contributor as c (
      organization_id, space_id, change_request_id, user_id, action)
    values (${p.organizationId}, ${p.spaceId}, ${p.changeRequestId}, ${p.userId}, ${p.action})
    on conflict (organization_id, space_id, change_request_id, user_id, action) do update
      set count = c.count + 1, updated_at = excluded.updated_at`,
)

export const touchChangeRequest = statement(
  'change-request.touch',
  (p: OfChangeRequest) => sql`
    update change_request set updated_at = now(), version = version + 1
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and id = ${p.changeRequestId}`,
)

export const selectResolutions = statement(
  'change-request.resolutions',
  (p: OfChangeRequest) =>
    sqlBuilder
      .selectFrom('change_request_resolution')
      .select(['conflict_id', 'resolution'])
      .where('organization_id', '=', p.organizationId)
      .where('space_id', '=', p.spaceId)
      .where('change_request_id', '=', p.changeRequestId),
)

export const insertResolutions = statement(
  'change-request.resolve',
  (
    p: OfChangeRequest & {
      conflictIds: readonly string[]
      resolutions: readonly string[]
      resolvedBy: string
    },
  ) => sql`
    insert into change_request_resolution as x (
      organization_id, space_id, change_request_id, conflict_id, resolution, resolved_by)
    select ${p.organizationId}, ${p.spaceId}, ${p.changeRequestId}, r.conflict_id,
      r.resolution::jsonb, ${p.resolvedBy}
    from unnest(${p.conflictIds}::text[], ${p.resolutions}::text[])
      as r (conflict_id, resolution)
    on conflict (organization_id, space_id, change_request_id, conflict_id) do update
      set resolution = excluded.resolution, resolved_by = excluded.resolved_by,
        resolved_at = excluded.resolved_at`,
)

export const deleteResolutions = statement(
  'change-request.forget-resolutions',
  (p: OfChangeRequest) => sql`
    delete from change_request_resolution
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and change_request_id = ${p.changeRequestId}`,
)

/** The entries that the branch of a change request itself has changed. */
export const selectOwnIds = statement(
  'change-request.own-ids',
  (p: OfChangeRequest) => sql<{ id: string }>`
    select v.entry_id as id from entry_version as v
    where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
      and v.branch_id = ${p.changeRequestId} and v.to_number is null`,
)

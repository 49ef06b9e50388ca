import { type RawBuilder, sql } from 'kysely'

import { countUpTo } from '#/access/list-for-caller.ts'
import {
  type CommentJson,
  commentJson,
  type OfDiscussion,
  type OrNone,
  discussionForCaller,
  type DiscussionColumns,
} from '#/features/writing/comments/public.ts'
import { statement, statementByShape } from '#/platform/database/statement.ts'

import { type PersonJson, personJson } from './person-columns.ts'

export interface ReviewRow {
  readonly id: string
  readonly revision_id: string
  readonly reviewer: PersonJson
  readonly requester: PersonJson | null
  readonly status: string
  readonly is_outdated: boolean
  readonly created_at: string
  readonly updated_at: string
  /** The comment of the review; null where there is none or it is deleted. */
  readonly said: CommentJson | null
}

export interface ReviewListShape {
  readonly outdated: boolean | undefined
  readonly before: boolean
  readonly rowsMax: number
}

type ReviewListParams = OfDiscussion & { readonly beforeId: string | undefined }

/**
 * The reviews of a change request, newest first: ids are time-ordered. An empty page is one row
 * without a review.
 */
export const selectReviews = statementByShape<
  ReviewListShape,
  ReviewListParams,
  DiscussionColumns & { readonly count: number } & OrNone<ReviewRow>
>('review.list', (shape, p) => {
  const matching = sql`${ofRequest(p)}
    ${shape.outdated === undefined ? sql`` : sql`and v.is_outdated = ${sql.lit(shape.outdated)}`}`
  const count = countUpTo({
    limit: (rows) =>
      sql`(select 1 from change_request_review as v where ${matching} limit ${sql.lit(rows)})`,
  })
  return sql`
    select found.*, counted.count, ${columns(p)}
    from ${discussionForCaller({ isChangeRequest: true }, p)} as found
    cross join lateral (select ${count} as count offset 0) as counted
    left join lateral (
      select v.* from change_request_review as v
      where ${matching} ${shape.before ? sql`and v.id < ${p.beforeId}` : sql``}
      order by v.id desc limit ${sql.lit(shape.rowsMax)}
    ) as v on true
    order by v.id desc`
})

/** One review; nulls where the change request does not have it. */
export const selectReview = statement(
  'review.one',
  (p: OfDiscussion & { reviewId: string }) => sql<DiscussionColumns & OrNone<ReviewRow>>`
    select found.*, ${columns(p)}
    from ${discussionForCaller({ isChangeRequest: true }, p)} as found
    left join lateral (
      select v.* from change_request_review as v
      where ${ofRequest(p)} and v.id = ${p.reviewId} limit 1
    ) as v on true`,
)

function ofRequest(p: OfDiscussion): RawBuilder<unknown> {
  return sql`v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
    and v.change_request_id = found.place_id`
}

function columns(p: OfDiscussion): RawBuilder<unknown> {
  return sql`v.id, v.revision_id, v.status, v.is_outdated, v.created_at, v.updated_at,
    ${personJson(sql`v.reviewer_id`)} as reviewer,
    ${personJson(sql`v.requested_by`)} as requester,
    ${commentJson(p, sql`v.comment_id`, sql`found.place_id`)} as said`
}

interface OfRequest {
  readonly organizationId: string
  readonly spaceId: string
  readonly changeRequestId: string
}

/** Marks the reviews of these users as outdated: a new review or a new request replaces them. */
export const outdateReviewsOf = statement(
  'review.outdate',
  (p: OfRequest & { reviewerIds: readonly string[] }) => sql`
    update change_request_review set is_outdated = true, updated_at = now()
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and change_request_id = ${p.changeRequestId} and not is_outdated
      and reviewer_id = any (${p.reviewerIds}::text[])`,
)

export interface NewReview extends OfRequest {
  readonly reviewId: string
  readonly revisionId: string
  readonly reviewerId: string
  readonly status: string
  readonly commentId: string | null
  /** Whether the reviewer is the author, who does not answer a request to their team. */
  readonly isAuthor: boolean
}

/**
 * Inserts a review and removes the requests to the reviewer and to their teams, as it answers them.
 */
export const insertReview = statement(
  'review.insert',
  (p: NewReview) => sql`
    with answered as (
      delete from change_request_reviewer as x
      where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
        and x.change_request_id = ${p.changeRequestId}
        and (x.user_id = ${p.reviewerId} or (not ${p.isAuthor}::boolean and exists (
          select from team_member as t
          where t.organization_id = ${p.organizationId} and t.team_id = x.team_id
            and t.user_id = ${p.reviewerId})))
      returning x.user_id, x.reviewer_id, x.requested_by, x.created_at
    )
    insert into change_request_review (
      organization_id, space_id, change_request_id, id, revision_id, reviewer_id,
      requested_by, status, comment_id)
    select ${p.organizationId}, ${p.spaceId}, ${p.changeRequestId}, ${p.reviewId},
      ${p.revisionId}, ${p.reviewerId},
      (select a.requested_by from answered as a
       order by a.user_id is null, a.created_at, a.reviewer_id limit 1),
      ${p.status}, ${p.commentId}`,
)

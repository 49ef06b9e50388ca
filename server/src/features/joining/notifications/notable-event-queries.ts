import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

type OfSpace = Readonly<{ organizationId: string; spaceId: string }>
type OfRequest = OfSpace & Readonly<{ changeRequestId: string }>
type OfComment = OfSpace & Readonly<{ commentId: string }>

export interface CommentedRow {
  readonly posted_by: string
  readonly body: string
  /** The review that the comment belongs to; null without one. */
  readonly review_id: string | null
  /** The author of the change request; null for a comment on a space. */
  readonly author_id: string | null
}

export const selectCommented = statement(
  'notification.commented',
  (p: OfComment) => sql<CommentedRow>`
    select c.posted_by, c.body, c.review_id, r.created_by as author_id
    from comment as c
    left join change_request as r on r.organization_id = ${p.organizationId}
      and r.space_id = c.space_id and r.id = c.change_request_id
    where c.organization_id = ${p.organizationId} and c.space_id = ${p.spaceId}
      and c.id = ${p.commentId}`,
)

export interface RepliedRow extends CommentedRow {
  /** The authors of the comment and of all its replies. */
  readonly talkers: readonly string[]
}

export const selectReplied = statement(
  'notification.replied',
  (p: OfComment & { replyId: string }) => sql<RepliedRow>`
    select y.posted_by, y.body, c.review_id, r.created_by as author_id,
      array(select distinct other.posted_by from comment_reply as other
        where other.organization_id = ${p.organizationId} and other.space_id = ${p.spaceId}
          and other.comment_id = ${p.commentId}) || c.posted_by as talkers
    from comment_reply as y
    join comment as c on c.organization_id = ${p.organizationId}
      and c.space_id = y.space_id and c.id = y.comment_id
    left join change_request as r on r.organization_id = ${p.organizationId}
      and r.space_id = c.space_id and r.id = c.change_request_id
    where y.organization_id = ${p.organizationId} and y.space_id = ${p.spaceId}
      and y.comment_id = ${p.commentId} and y.id = ${p.replyId}`,
)

export interface RequestRow {
  readonly author_id: string
  readonly description: string | null
}

export const selectRequest = statement(
  'notification.request',
  (p: OfRequest) => sql<RequestRow>`
    select created_by as author_id, description from change_request
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and id = ${p.changeRequestId}`,
)

/**
 * The author of a change request, its editors, commenters and reviewers, and users asked to review.
 */
export const selectTakingPart = statement(
  'notification.taking-part',
  (p: OfRequest) => sql<{ user_id: string }>`
    select created_by as user_id from change_request
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and id = ${p.changeRequestId}
    union
    select user_id from change_request_contributor
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and change_request_id = ${p.changeRequestId}
    union
    select reviewer_id from change_request_review
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and change_request_id = ${p.changeRequestId}
    union
    select user_id from change_request_reviewer
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and change_request_id = ${p.changeRequestId} and user_id is not null`,
)

/** The given users, and members of the given teams, whose review is still requested. */
export const selectAskedPeople = statement(
  'notification.asked',
  (p: OfRequest & { userIds: readonly string[]; teamIds: readonly string[] }) => sql<{
    user_id: string
  }>`
    select asked.user_id from change_request_reviewer as asked
    where asked.organization_id = ${p.organizationId} and asked.space_id = ${p.spaceId}
      and asked.change_request_id = ${p.changeRequestId}
      and asked.user_id = any (${p.userIds}::text[])
    union
    select t.user_id from change_request_reviewer as asked
    join team_member as t on t.organization_id = ${p.organizationId}
      and t.team_id = asked.team_id
    where asked.organization_id = ${p.organizationId} and asked.space_id = ${p.spaceId}
      and asked.change_request_id = ${p.changeRequestId}
      and asked.team_id = any (${p.teamIds}::text[])`,
)

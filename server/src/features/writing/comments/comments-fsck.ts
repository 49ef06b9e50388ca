import { type RawBuilder, sql } from 'kysely'

import {
  type OrganizationCheck,
  organizationCheck,
} from '#/platform/integrity/integrity-check.ts'

const recounted = sql`count(c.id) filter (where not c.is_resolved) || ' open of ' || count(c.id)`

const onSpaces = organizationCheck(
  'space-comments',
  (organizationId) => sql`
    select k.space_id as id, ${recounted} as expected,
      k.comments || ' open of ' || k.comments_total as found
    from space_counter as k
    left join comment as c on c.organization_id = k.organization_id
      and c.space_id = k.space_id and c.branch_id = k.space_id
    where k.organization_id = ${organizationId}
    group by k.space_id, k.comments, k.comments_total`,
)

const onChangeRequests = organizationCheck(
  'change-request-comments',
  (organizationId) => sql`
    select r.id, ${recounted} as expected,
      r.comments || ' open of ' || r.comments_total as found
    from change_request as r
    left join comment as c on c.organization_id = r.organization_id
      and c.space_id = r.space_id and c.branch_id = r.id
    where r.organization_id = ${organizationId}
    group by r.id, r.comments, r.comments_total`,
)

const replies = organizationCheck(
  'comment-replies',
  (organizationId) => sql`
    select c.id, count(y.id)::text as expected, c.replies::text as found
    from comment as c
    left join comment_reply as y on y.organization_id = c.organization_id
      and y.space_id = c.space_id and y.comment_id = c.id
    where c.organization_id = ${organizationId}
    group by c.id, c.replies`,
)

const reactions = organizationCheck('comment-reactions', (organizationId) =>
  reactionCount(organizationId, sql`comment`, {
    id: sql`c.id`,
    is: sql`r.comment_id = c.id and r.reply_id = ''`,
  }),
)

const reactionsToReplies = organizationCheck(
  'comment-reply-reactions',
  (organizationId) =>
    reactionCount(organizationId, sql`comment_reply`, {
      id: sql`c.id`,
      is: sql`r.comment_id = c.comment_id and r.reply_id = c.id`,
    }),
)

function reactionCount(
  organizationId: string,
  table: RawBuilder<unknown>,
  { id, is }: { readonly id: RawBuilder<unknown>; readonly is: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`
    select ${id} as id, count(r.emoji)::text as expected, c.reactions::text as found
    from ${table} as c
    left join comment_reaction as r on r.organization_id = c.organization_id
      and r.space_id = c.space_id and ${is}
    where c.organization_id = ${organizationId}
    group by ${id}, c.reactions`
}

/**
 * The check that a reply names the place of its comment, so that the list of commenters finds its
 * author.
 */
const placeOfReply = organizationCheck(
  'comment-reply-place',
  (organizationId) => sql`
    select y.id, c.branch_id as expected, y.branch_id as found
    from comment_reply as y
    left join comment as c on c.organization_id = y.organization_id
      and c.space_id = y.space_id and c.id = y.comment_id
    where y.organization_id = ${organizationId}`,
)

/** The check that the reply of a reaction exists: no key ties a reaction to its reply. */
const knownReply = organizationCheck(
  'comment-reaction-reply',
  (organizationId) => sql`
    select r.comment_id || '/' || r.reply_id as id, r.reply_id as expected, y.id as found
    from comment_reaction as r
    left join comment_reply as y on y.organization_id = r.organization_id
      and y.space_id = r.space_id and y.comment_id = r.comment_id and y.id = r.reply_id
    where r.organization_id = ${organizationId} and r.reply_id <> ''`,
)

export const commentChecks: readonly OrganizationCheck[] = [
  onSpaces,
  onChangeRequests,
  replies,
  reactions,
  reactionsToReplies,
  placeOfReply,
  knownReply,
]

import { sql } from 'kysely'

import { countCheck, partnerCheck } from '#/platform/integrity/common-checks.ts'
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
    left join comment as c on c.organization_id = ${organizationId}
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
    left join comment as c on c.organization_id = ${organizationId}
      and c.space_id = r.space_id and c.branch_id = r.id
    where r.organization_id = ${organizationId}
    group by r.id, r.comments, r.comments_total`,
)

const replies = countCheck('comment-replies', 'comment.replies', 'comment_reply.id', {
  within: { space_id: 'space_id', comment_id: 'id' },
})

const reactions = countCheck(
  'comment-reactions',
  'comment.reactions',
  'comment_reaction.emoji',
  { within: { space_id: 'space_id', comment_id: 'id' }, and: sql`partner.reply_id = ''` },
)

const reactionsToReplies = countCheck(
  'comment-reply-reactions',
  'comment_reply.reactions',
  'comment_reaction.emoji',
  { within: { space_id: 'space_id', comment_id: 'comment_id', reply_id: 'id' } },
)

/**
 * The check that a reply names the place of its comment, so that the list of commenters finds its
 * author.
 */
const placeOfReply = organizationCheck(
  'comment-reply-place',
  (organizationId) => sql`
    select y.id, c.branch_id as expected, y.branch_id as found
    from comment_reply as y
    left join comment as c on c.organization_id = ${organizationId}
      and c.space_id = y.space_id and c.id = y.comment_id
    where y.organization_id = ${organizationId}`,
)

/** The check that the reply of a reaction exists: no key ties a reaction to its reply. */
const knownReply = partnerCheck(
  'comment-reaction-reply',
  'comment_reaction.reply_id',
  'comment_reply.id',
  {
    id: ['comment_id', 'reply_id'],
    within: { space_id: 'space_id', comment_id: 'comment_id' },
    where: sql`own.reply_id <> ''`,
  },
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

import { sql } from 'kysely'

import { type Column, partnerCheck } from '#/platform/integrity/common-checks.ts'
import {
  type OrganizationCheck,
  organizationCheck,
} from '#/platform/integrity/integrity-check.ts'

/** Checks that the rows of a table refer to a revision of the change request itself. */
function revisionCheck(kind: string, column: Column, name: string): OrganizationCheck {
  return partnerCheck(kind, column, 'revision.id', {
    id: ['change_request_id', name],
    within: { space_id: 'space_id', branch_id: 'change_request_id' },
  })
}

const reviews = revisionCheck(
  'change-request-review',
  'change_request_review.revision_id',
  'id',
)

const reviewers = revisionCheck(
  'change-request-reviewer',
  'change_request_reviewer.revision_id',
  'reviewer_id',
)

const checks = revisionCheck(
  'change-request-check',
  'change_request_check.revision_id',
  'name',
)

/** Checks that a request for review is to a member or team that exists. */
const asked = organizationCheck(
  'change-request-reviewer-known',
  (organizationId) => sql`
    select x.change_request_id || '/' || x.reviewer_id as id, x.reviewer_id as expected,
      coalesce(m.user_id, t.id) as found
    from change_request_reviewer as x
    left join member as m on m.organization_id = ${organizationId} and m.user_id = x.user_id
    left join team as t on t.organization_id = ${organizationId} and t.id = x.team_id
    where x.organization_id = ${organizationId}`,
)

/** Checks that a comment that belongs to a review is the one that the review names. */
const comments = organizationCheck(
  'comment-review',
  (organizationId) => sql`
    select c.id, c.id as expected, v.comment_id as found
    from comment as c
    left join change_request_review as v on v.organization_id = ${organizationId}
      and v.space_id = c.space_id and v.change_request_id = c.change_request_id
      and v.id = c.review_id
    where c.organization_id = ${organizationId} and c.review_id is not null`,
)

export const reviewChecks: readonly OrganizationCheck[] = [
  reviews,
  reviewers,
  checks,
  asked,
  comments,
]

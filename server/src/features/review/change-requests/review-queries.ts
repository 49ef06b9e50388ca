import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

import type { OfChangeRequest } from './change-request-queries.ts'

/** Marks all reviews as outdated, because nobody has reviewed the new content. */
export const outdateReviews = statement(
  'change-request.outdate-reviews',
  (p: OfChangeRequest) => sql`
    update change_request_review set is_outdated = true, updated_at = now()
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and change_request_id = ${p.changeRequestId} and not is_outdated`,
)

import type { ChangeRequestReview } from '@lectern/contract/reviews.ts'

import { type CommentScene, viewCommentJson } from '#/features/writing/comments/public.ts'

import { viewPerson } from './person-columns.ts'
import type { ReviewRow } from './review-queries.ts'

export function viewReview(row: ReviewRow, scene: CommentScene): ChangeRequestReview {
  const { config, spaceId, changeRequestId = '' } = scene
  const request = `${config.PUBLIC_URL}/v1/spaces/${spaceId}/change-requests/${changeRequestId}`
  return {
    object: 'change-request-review',
    id: row.id,
    revision: row.revision_id,
    reviewer: viewPerson(row.reviewer, scene),
    ...(row.requester && { requestedBy: viewPerson(row.requester, scene) }),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has no other
    status: row.status as ChangeRequestReview['status'],
    outdated: row.is_outdated,
    ...(row.said && { comment: viewCommentJson(row.said, scene) }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    urls: { location: `${request}/reviews/${row.id}` },
  }
}

/** The bodies of the comments of reviews, which a scene renders. */
export function textsIn(rows: readonly ReviewRow[]): string[] {
  return rows.flatMap(({ said }) => (said === null ? [] : [said.body]))
}

import type { RequestedReviewer } from '@lectern/contract/reviews.ts'

import type { Config } from '#/platform/config/config.ts'

import { viewPerson } from './person-columns.ts'
import type { RequestedRow } from './reviewer-queries.ts'

export function viewRequested(
  row: RequestedRow,
  scene: { readonly config: Config },
): RequestedReviewer {
  const requested = {
    object: 'change-request-requested-reviewer',
    revision: row.revision_id,
    requestedBy: viewPerson(row.requester, scene),
    createdAt: row.created_at,
  } as const
  return row.reviewer === null
    ? { ...requested, kind: 'team', team: { object: 'team', id: row.reviewer_id } }
    : { ...requested, kind: 'user', user: viewPerson(row.reviewer, scene) }
}

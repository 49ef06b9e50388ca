import type { Operation } from '#/platform/http/operation.ts'

import { getChangeRequestReviewById } from './get-review.ts'
import { getContributorsByChangeRequestId } from './list-contributors.ts'
import { getRequestedReviewersByChangeRequestId } from './list-requested-reviewers.ts'
import { getReviewsByChangeRequestId } from './list-reviews.ts'
import { removeRequestedReviewerFromChangeRequest } from './remove-requested-reviewer.ts'
import { requestReviewersForChangeRequest } from './request-reviewers.ts'
import { submitChangeRequestReview } from './submit-review.ts'

export const reviewOperations: readonly Operation[] = [
  getReviewsByChangeRequestId,
  submitChangeRequestReview,
  getChangeRequestReviewById,
  getRequestedReviewersByChangeRequestId,
  requestReviewersForChangeRequest,
  removeRequestedReviewerFromChangeRequest,
  getContributorsByChangeRequestId,
]

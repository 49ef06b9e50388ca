import type { OperationId } from '@lectern/contract/operations.ts'

import { type Calls, outsideOf } from './official-client-calls.ts'
import { reviewStatus } from './official-client.ts'

/** Before the merge, which closes the change request. */
export const reviewCalls = {
  requestReviewersForChangeRequest: outsideOf(
    async (client, { space, changeRequest, users }) =>
      client.spaces.requestReviewersForChangeRequest(space, changeRequest, {
        users: [users.review],
        subject: 'Please look',
        description: { object: 'document', data: {}, nodes: [] },
      }),
  ),
  getRequestedReviewersByChangeRequestId: outsideOf(
    async (client, { space, changeRequest }) =>
      client.spaces.getRequestedReviewersByChangeRequestId(space, changeRequest, {
        limit: 5,
      }),
  ),
  submitChangeRequestReview: outsideOf(async (client, { space, changeRequest }) =>
    client.spaces.submitChangeRequestReview(space, changeRequest, {
      status: reviewStatus('approved'),
      comment: { markdown: 'From the client' },
    }),
  ),
  getReviewsByChangeRequestId: outsideOf(async (client, { space, changeRequest }) =>
    client.spaces.getReviewsByChangeRequestId(space, changeRequest, {
      limit: 5,
      format: 'document',
      outdated: false,
    }),
  ),
  getChangeRequestReviewById: outsideOf(async (client, { space, changeRequest }) => {
    const { data } = await client.spaces.getReviewsByChangeRequestId(space, changeRequest)
    const id = data.items[0]?.id ?? ''
    return client.spaces.getChangeRequestReviewById(space, changeRequest, id, {
      format: 'markdown',
    })
  }),
  getContributorsByChangeRequestId: outsideOf(async (client, { space, changeRequest }) =>
    client.spaces.getContributorsByChangeRequestId(space, changeRequest),
  ),
  removeRequestedReviewerFromChangeRequest: {
    succeed: async (client, { space, changeRequest, users }) =>
      client.spaces.removeRequestedReviewerFromChangeRequest(
        space,
        changeRequest,
        users.review,
      ),
    refuse: async (client, { space, changeRequest, users }) =>
      client.spaces.removeRequestedReviewerFromChangeRequest(
        space,
        changeRequest,
        users.review,
      ),
    refusedAs: 'read',
    status: 403,
  },
} satisfies Partial<Record<OperationId, Calls>>

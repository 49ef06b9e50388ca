import { Type, type Static } from 'typebox'

import { commentBodyInput, comment } from './comments.ts'
import {
  constant,
  entriesMax,
  enumeration,
  id,
  identifier,
  limitMax,
  list,
  named,
  paging,
  timestamp,
  uri,
} from './common.ts'
import { jsonDocumentInput } from './documents.ts'
import { defineOperations, type OperationDefinition } from './operation.ts'
import { inChangeRequest } from './parameters.ts'
import { user } from './users.ts'

const reviewStatus = named(
  'ChangeRequestReviewStatus',
  enumeration(['changes-requested', 'approved']),
)

export const changeRequestReview = named(
  'ChangeRequestReview',
  Type.Object({
    object: constant('change-request-review'),
    id: identifier,
    revision: id('The revision of the change request that was reviewed.'),
    reviewer: user,
    requestedBy: Type.Optional(user),
    status: reviewStatus,
    outdated: Type.Boolean({
      description:
        'Whether newer content, a newer review of the same person or a newer request to them has taken its place.',
    }),
    comment: Type.Optional(comment),
    createdAt: timestamp,
    updatedAt: timestamp,
    urls: Type.Object({ location: uri }),
  }),
)
export type ChangeRequestReview = Static<typeof changeRequestReview>

const requested = {
  object: constant('change-request-requested-reviewer'),
  revision: id('The revision of the change request when they were asked.'),
  requestedBy: user,
  createdAt: timestamp,
}

export const requestedReviewer = named(
  'ChangeRequestRequestedReviewer',
  Type.Union([
    Type.Object({ ...requested, kind: constant('user'), user }),
    Type.Object({
      ...requested,
      kind: constant('team'),
      team: Type.Object({ object: constant('team'), id: identifier }),
    }),
  ]),
)
export type RequestedReviewer = Static<typeof requestedReviewer>

export const changeRequestContributor = named(
  'ChangeRequestContributor',
  Type.Object({
    updatedAt: timestamp,
    count: Type.Integer({ minimum: 1, description: 'How often.' }),
    user,
    actionType: enumeration(['edit', 'comment']),
  }),
)
export type ChangeRequestContributor = Static<typeof changeRequestContributor>

const format = {
  format: Type.Optional(
    enumeration(['document', 'markdown'], {
      description: 'The form of what was said with it; both when left out.',
    }),
  ),
}

/** The properties that all review operations have in common. */
const shared = {
  tag: 'reviews',
  caller: 'user',
  reach: 'organization',
} as const satisfies Partial<OperationDefinition>

const inRequest = '/spaces/{spaceId}/change-requests/{changeRequestId}'

export const reviewOperations = defineOperations({
  getReviewsByChangeRequestId: {
    ...shared,
    method: 'GET',
    path: `${inRequest}/reviews`,
    summary: 'List the reviews of a change request',
    description: 'Answers the reviews, newest first.',
    params: inChangeRequest,
    query: {
      ...paging,
      ...format,
      outdated: Type.Optional(
        Type.Boolean({ description: 'Only those that are, or are not, outdated.' }),
      ),
    },
    status: 200,
    reply: list('ChangeRequestReviewList', changeRequestReview),
    errors: [404],
  },
  submitChangeRequestReview: {
    ...shared,
    method: 'POST',
    path: `${inRequest}/reviews`,
    summary: 'Review a change request',
    description:
      'Says what you think of the content as it is, with a comment on the change request when you say more. Your review before becomes outdated, and a request to you or to a team you are in is answered. Needs the review role; merge rules do not count the review of somebody who created the change request, wrote in it, or may no longer review when it is merged.',
    params: inChangeRequest,
    body: Type.Object({
      status: reviewStatus,
      comment: Type.Optional(commentBodyInput),
    }),
    status: 201,
    reply: changeRequestReview,
    errors: [400, 403, 404, 409],
  },
  getChangeRequestReviewById: {
    ...shared,
    method: 'GET',
    path: `${inRequest}/reviews/{reviewId}`,
    summary: 'Get a review of a change request',
    description: 'Answers one review, with what was said with it.',
    params: { ...inChangeRequest, reviewId: id('The review.') },
    query: format,
    status: 200,
    reply: changeRequestReview,
    errors: [404],
  },
  getRequestedReviewersByChangeRequestId: {
    ...shared,
    method: 'GET',
    path: `${inRequest}/requested-reviewers`,
    summary: 'List who is asked to review a change request',
    description:
      'Answers the people and teams who have not answered yet, in the order they were asked.',
    params: inChangeRequest,
    query: paging,
    status: 200,
    reply: list('ChangeRequestRequestedReviewerList', requestedReviewer),
    errors: [404],
  },
  requestReviewersForChangeRequest: {
    ...shared,
    method: 'POST',
    path: `${inRequest}/requested-reviewers`,
    summary: 'Ask people and teams to review a change request',
    description:
      'Asks members who may view the space, and makes a draft open. Whoever is asked again has to look again: their review before becomes outdated. Needs the edit role.',
    params: inChangeRequest,
    body: Type.Object({
      users: Type.Array(identifier, {
        maxItems: entriesMax,
        description: 'People, by their ids.',
      }),
      teams: Type.Optional(
        Type.Array(identifier, {
          maxItems: entriesMax,
          description: 'Teams, by their ids: any of their members answers for them.',
        }),
      ),
      subject: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'Becomes that of the change request.',
        }),
      ),
      description: Type.Optional(jsonDocumentInput),
    }),
    status: 200,
    reply: named(
      'ChangeRequestReviewRequest',
      Type.Object({
        users: Type.Array(requestedReviewer, {
          description: 'The requests to people.',
        }),
        teams: Type.Optional(
          Type.Array(requestedReviewer, { description: 'The requests to teams.' }),
        ),
      }),
    ),
    errors: [400, 403, 404, 409],
  },
  removeRequestedReviewerFromChangeRequest: {
    ...shared,
    method: 'DELETE',
    path: `${inRequest}/requested-reviewers/{userId}`,
    summary: 'Ask somebody no longer to review a change request',
    description:
      'Takes the request back; taking back what nobody asked succeeds. Needs the edit role.',
    params: { ...inChangeRequest, userId: id('The user or the team.') },
    status: 204,
    errors: [403],
  },
  getContributorsByChangeRequestId: {
    ...shared,
    method: 'GET',
    path: `${inRequest}/contributors`,
    summary: 'List who worked on a change request',
    description:
      'Answers who edited its content and who commented on it, and how often, the latest first.',
    params: inChangeRequest,
    query: {
      ...paging,
      limit: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: limitMax,
          default: limitMax,
          description: 'How many to answer. With 0 only `count` is filled.',
        }),
      ),
    },
    status: 200,
    reply: list('ChangeRequestContributorList', changeRequestContributor),
    errors: [404],
  },
})

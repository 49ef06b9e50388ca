import type { Corruption, Things } from './test-corruptions.ts'

const of = ({ changeRequest }: Things) => `change_request_id = '${changeRequest}'`

export const reviewCorruptions: readonly Corruption[] = [
  {
    name: 'a review of a revision that is none of the change request',
    kind: 'change-request-review',
    id: ({ changeRequest, review }) => `${changeRequest}/${review}`,
    change: ({ review }) => [
      `update change_request_review set revision_id = 'nothing' where id = '${review}'`,
    ],
  },
  {
    name: 'somebody who is asked about a revision that is none of the change request',
    kind: 'change-request-reviewer',
    id: ({ changeRequest, api }) => `${changeRequest}/${api.users.review}`,
    change: (things) => [
      `update change_request_reviewer set revision_id = 'nothing' where ${of(things)}`,
    ],
  },
  {
    name: 'somebody who is asked and no member',
    kind: 'change-request-reviewer-known',
    id: ({ changeRequest }) => `${changeRequest}/nobody`,
    change: (things) => [
      `update change_request_reviewer set user_id = 'nobody' where ${of(things)}`,
    ],
  },
  {
    name: 'a team that is asked and does not exist',
    kind: 'change-request-reviewer-known',
    id: ({ changeRequest }) => `${changeRequest}/no-team`,
    change: (things) => [
      `update change_request_reviewer set user_id = null, team_id = 'no-team'
       where ${of(things)}`,
    ],
  },
  {
    name: 'a check of a revision that is none of the change request',
    kind: 'change-request-check',
    id: ({ changeRequest }) => `${changeRequest}/links`,
    change: (things) => [
      `insert into change_request_check (
         organization_id, space_id, change_request_id, name, state, revision_id, reported_by)
       select organization_id, space_id, id, 'links', 'passed', 'nothing', created_by
       from change_request where id = '${things.changeRequest}'`,
    ],
  },
  {
    name: 'a comment that names a review it was not said with',
    kind: 'comment-review',
    id: ({ comment }) => comment,
    change: ({ comment }) => [
      `update comment set review_id = 'nothing' where id = '${comment}'`,
    ],
  },
]

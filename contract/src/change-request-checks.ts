import { Type, type Static } from 'typebox'

import {
  constant,
  enumeration,
  id,
  list,
  named,
  paging,
  timestamp,
  uri,
} from './common.ts'
import { defineOperations } from './operation.ts'
import { inChangeRequest } from './parameters.ts'
import { user } from './users.ts'

export const checkName = Type.String({ minLength: 1, maxLength: 100 })

const state = enumeration(['pending', 'passed', 'failed'])
const summary = Type.String({
  maxLength: 1000,
  description: 'What people read of it, such as what failed.',
})
const link = Type.String({ ...uri, description: 'Where the details are.' })

export const changeRequestCheck = named(
  'ChangeRequestCheck',
  Type.Object({
    object: constant('change-request-check'),
    name: checkName,
    state,
    link: Type.Optional(link),
    summary: Type.Optional(summary),
    revision: id('The revision of the change request that was checked.'),
    outdated: Type.Boolean({
      description:
        'Whether the change request has a newer revision; such a check counts for no rule.',
    }),
    reportedBy: user,
    createdAt: timestamp,
    updatedAt: timestamp,
    urls: Type.Object({ location: uri }),
  }),
)
export type ChangeRequestCheck = Static<typeof changeRequestCheck>

export const changeRequestCheckOperations = defineOperations({
  listChangeRequestChecks: {
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/checks',
    tag: 'change-requests',
    summary: 'List the checks of a change request',
    description: 'Answers what pipelines reported last, by the name of the check.',
    caller: 'user',
    reach: 'organization',
    params: inChangeRequest,
    query: paging,
    status: 200,
    reply: list('ChangeRequestCheckList', changeRequestCheck),
    errors: [404],
  },
  reportChangeRequestCheck: {
    method: 'PUT',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/checks/{checkName}',
    tag: 'change-requests',
    summary: 'Report a check of a change request',
    description:
      'Says how a check of the change request ended, in place of what was reported under this name before. The merge rule `require_checks` counts it as long as the change request has no newer revision, if you are one of its `reporters` or, where it names none, neither created the change request nor wrote in it. Needs the edit role, for the report and still when the change request is merged.',
    caller: 'user',
    reach: 'organization',
    params: {
      ...inChangeRequest,
      checkName: Type.String({ ...checkName, description: 'The name of the check.' }),
    },
    body: Type.Object({
      state,
      link: Type.Optional(link),
      summary: Type.Optional(summary),
      revision: Type.Optional(
        id(
          'The revision of the change request that was checked. Without it, the one it has now.',
        ),
      ),
    }),
    status: 200,
    reply: changeRequestCheck,
    errors: [400, 403, 404, 409],
  },
})

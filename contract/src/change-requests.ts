import { Type, type Static } from 'typebox'

import { constant, enumeration, id, identifier, named, timestamp, uri } from './common.ts'
import { jsonDocument } from './documents.ts'
import { user } from './users.ts'

export const changeRequestStatus = named(
  'ChangeRequestStatus',
  enumeration(['draft', 'open', 'archived', 'merged']),
)

export const changeRequest = named(
  'ChangeRequest',
  Type.Object({
    object: constant('change-request'),
    id: identifier,
    number: Type.Integer({ minimum: 1, description: 'Counts from 1 in each space.' }),
    status: changeRequestStatus,
    subject: Type.String({ maxLength: 100 }),
    description: Type.Optional(jsonDocument),
    createdBy: user,
    createdAt: timestamp,
    updatedAt: timestamp,
    space: identifier,
    revision: id('Its own last revision.'),
    revisionInitial: id('The revision of the main content it began with.'),
    revisionMergedAncestor: Type.Optional(
      id('The revision of the main content it was last updated with.'),
    ),
    revisionMerged: Type.Optional(id('The revision that its merge made.')),
    comments: Type.Integer({ minimum: 0, description: 'Open comments.' }),
    outdated: Type.Boolean({ description: 'Whether the main content has moved on.' }),
    conversationsIssuesCluster: Type.Optional(identifier),
    urls: Type.Object({ app: uri, location: uri }),
  }),
)
export type ChangeRequest = Static<typeof changeRequest>

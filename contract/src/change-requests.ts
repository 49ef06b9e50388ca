import { Type, type Static } from 'typebox'

import {
  constant,
  enumeration,
  id,
  identifier,
  list,
  named,
  paging,
  timestamp,
  uri,
} from './common.ts'
import { jsonDocument, jsonDocumentInput } from './documents.ts'
import { defineOperations } from './operation.ts'
import { inChangeRequest, inOrganization, inSpace } from './parameters.ts'
import { templateId, templateParams } from './templates.ts'
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
    merge: Type.Object(
      {
        allowed: Type.Boolean({
          description:
            'Whether you may merge it now: your role allows it, and every merge rule is met or you may bypass them. Conflicts are another matter. False for one that is merged: there is nothing left to merge.',
        }),
        unmet: Type.Array(
          Type.Object({
            rule: Type.String({ description: 'The kind of merge rule.' }),
            message: Type.String({ description: 'What would satisfy it.' }),
          }),
          {
            description:
              'The merge rules of the space that are not met yet, in their order. Of one that is merged: none.',
          },
        ),
      },
      { description: 'Whether you may merge it.' },
    ),
    urls: Type.Object({ app: uri, location: uri }),
  }),
)
export type ChangeRequest = Static<typeof changeRequest>

const subject = Type.String({ maxLength: 100 })

const filters = {
  ...paging,
  status: Type.Optional(
    enumeration(['draft', 'open', 'archived', 'merged'], {
      default: 'open',
      description: 'Only those in this state.',
    }),
  ),
  creator: Type.Optional(id('Only those that this user created.')),
  contributor: Type.Optional(id('Only those that this user edited or commented on.')),
  requestedReviewer: Type.Optional(id('Only those that this user was asked to review.')),
  conversationsIssuesCluster: Type.Optional(
    id('Only those that are linked to this cluster.'),
  ),
}

export const contentConflict = named(
  'ContentConflict',
  Type.Object(
    {
      id: Type.String({
        description:
          'Stays the same as long as what it is about does; `resolve_conflict` names it.',
      }),
      kind: enumeration(
        [
          'body',
          'attribute',
          'head',
          'variable',
          'file',
          'kind',
          'place',
          'delete',
          'parent',
          'cycle',
          'slug',
        ],
        {
          description:
            'Blocks of a text, an attribute, bytes of the front matter, a variable, the bytes of a file, the kind of a page, its place, something changed here and deleted there, something put into what was deleted, pages put into each other, or two pages with one address.',
        },
      ),
      page: Type.Optional(identifier),
      file: Type.Optional(identifier),
      reusableContent: Type.Optional(identifier),
      title: Type.Optional(Type.String()),
      path: Type.Optional(Type.String()),
      others: Type.Optional(
        Type.Array(identifier, { description: 'What else it is about.' }),
      ),
      field: Type.Optional(
        Type.String({ description: 'The name of the attribute or variable.' }),
      ),
      blocks: Type.Optional(
        Type.Array(Type.String(), { description: 'Keys of the blocks, in the base.' }),
      ),
      base: Type.Optional(Type.Unknown({ description: 'What both sides began with.' })),
      ours: Type.Optional(
        Type.Unknown({ description: 'What the change request made of it.' }),
      ),
      theirs: Type.Optional(
        Type.Unknown({ description: 'What the main content made of it.' }),
      ),
    },
    { description: 'What both sides changed, so that a person has to decide.' },
  ),
)
export type ContentConflict = Static<typeof contentConflict>

/** Enough conflicts for a decision; `listChangeRequestConflicts` returns all of them. */
const conflictsShown = 100

function outcome(name: string, result: 'merge' | 'update', made: string) {
  return named(
    name,
    Type.Object({
      revision: id(`The revision that ${made}; with conflicts the one it has.`),
      result: enumeration([result, 'conflicts']),
      conflicts: Type.Optional(
        Type.Array(contentConflict, {
          maxItems: conflictsShown,
          description: 'Why nothing was changed: the first hundred conflicts.',
        }),
      ),
    }),
  )
}

export const changeRequestOperations = defineOperations({
  listChangeRequestsForSpace: {
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests',
    tag: 'change-requests',
    summary: 'List the change requests of a space',
    description: 'Answers change requests in one state, newest first.',
    caller: 'user',
    reach: 'organization',
    params: inSpace,
    query: filters,
    status: 200,
    reply: list('ChangeRequestList', changeRequest),
    errors: [404],
  },
  listChangeRequestsForOrganization: {
    method: 'GET',
    path: '/orgs/{organizationId}/change-requests',
    tag: 'change-requests',
    summary: 'List the change requests of an organization',
    description:
      'Answers change requests in one state of all spaces that you may view, newest first.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    query: {
      ...filters,
      space: Type.Optional(id('Only those of this space.')),
      site: Type.Optional(id('Only those of spaces that this site shows.')),
    },
    status: 200,
    reply: list('ChangeRequestList', changeRequest),
    errors: [404],
  },
  createChangeRequest: {
    method: 'POST',
    path: '/spaces/{spaceId}/change-requests',
    tag: 'change-requests',
    summary: 'Create a change request',
    description:
      'Begins a draft with the content as it is. Other properties are accepted and ignored. Needs the edit role; a locked space takes change requests too.',
    caller: 'user',
    reach: 'organization',
    params: inSpace,
    body: Type.Object(
      {
        subject: Type.Optional(subject),
        template: Type.Optional(
          Type.Object(
            { id: templateId, params: Type.Optional(templateParams) },
            { description: 'Whose pages it begins with, behind those of the space.' },
          ),
        ),
        conversationsIssuesCluster: Type.Optional(
          id('A cluster of issues that it is about.'),
        ),
      },
      { additionalProperties: true },
    ),
    bodyOptional: true,
    status: 201,
    reply: changeRequest,
    errors: [400, 403, 404],
  },
  getChangeRequestById: {
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}',
    tag: 'change-requests',
    summary: 'Get a change request',
    description:
      'Answers one change request, by its id or its number in the space. Whoever reads a site with a preview of it sees what is in it, and neither people nor rules.',
    caller: 'user',
    visitor: true,
    reach: 'organization',
    params: inChangeRequest,
    status: 200,
    reply: changeRequest,
    errors: [404],
  },
  updateChangeRequestById: {
    method: 'PATCH',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}',
    tag: 'change-requests',
    summary: 'Update a change request',
    description:
      'Changes what is given. A merged one that gets another status is open for edits again, as a branch of the revision that its merge made. Needs the edit role.',
    caller: 'user',
    reach: 'organization',
    params: inChangeRequest,
    body: Type.Object({
      subject: Type.Optional(subject),
      description: Type.Optional(jsonDocumentInput),
      status: Type.Optional(enumeration(['draft', 'open', 'archived'])),
    }),
    status: 200,
    reply: changeRequest,
    errors: [400, 403, 404],
  },
  mergeChangeRequest: {
    method: 'POST',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/merge',
    tag: 'change-requests',
    summary: 'Merge a change request',
    description:
      'Makes its changes a revision of the main content, with what others changed there; where that conflicts, nothing is changed and the conflicts are answered. Needs the review role, and every merge rule of the space to be met unless you may bypass them. One that is merged already is left as it is.',
    caller: 'user',
    reach: 'organization',
    params: inChangeRequest,
    status: 200,
    reply: outcome('ChangeRequestMerge', 'merge', 'the merge made'),
    errors: [403, 404, 409, 412],
  },
  updateChangeRequest: {
    method: 'POST',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/update',
    tag: 'change-requests',
    summary: 'Update a change request from the main content',
    description:
      'Takes in what others changed in the main content since, also into an archived one; one that is merged stays as it is. With conflicts nothing is changed, and they are answered. Needs the edit role.',
    caller: 'user',
    reach: 'organization',
    params: inChangeRequest,
    status: 200,
    reply: outcome('ChangeRequestUpdate', 'update', 'holds both'),
    errors: [403, 404, 409],
  },
  listChangeRequestConflicts: {
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts',
    tag: 'change-requests',
    summary: 'List the conflicts of a change request',
    description:
      'Answers what both the change request and the main content changed and nobody decided yet, with all three texts of each. Decide one with the change `resolve_conflict`.',
    caller: 'user',
    reach: 'organization',
    params: inChangeRequest,
    query: paging,
    status: 200,
    reply: list('ContentConflictList', contentConflict),
    errors: [404],
  },
})

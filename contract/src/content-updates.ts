import { Type, type Static } from 'typebox'

import { changeRequest } from './change-requests.ts'
import { constant, enumeration, id, identifier, named, nullable } from './common.ts'
import { changeRequestChange, changesMax, contentChange } from './content-changes.ts'
import { contentRef } from './content-refs.ts'
import { file, revision } from './content.ts'
import { defineOperations } from './operation.ts'
import { inChangeRequest, inRevision, inSpace } from './parameters.ts'

const madeChange = Type.Object({
  operation: Type.String(),
  page: Type.Optional(identifier),
  file: Type.Optional(identifier),
  reusableContent: Type.Optional(identifier),
  ref: Type.Optional(Type.String()),
  documentId: Type.Optional(id('What the text is called now.')),
})

const breaks = Type.Object(
  {
    links: Type.Array(
      Type.Object({
        page: Type.Optional(identifier),
        reusableContent: Type.Optional(identifier),
        ref: contentRef,
      }),
      { description: 'Links that would lead nowhere, and where they stand.' },
    ),
    paths: Type.Array(Type.Object({ page: identifier, path: Type.String() }), {
      description: 'Paths that would lead nowhere.',
    }),
    redirects: Type.Array(
      Type.Object({ page: identifier, from: Type.String(), to: Type.String() }),
      { description: 'Paths that would go on working, but lead to a new one.' },
    ),
  },
  { description: 'With `dryRun=true` only. At most 1000 of each.' },
)

export const contentUpdate = named(
  'ContentUpdate',
  Type.Object({
    object: constant('content-update'),
    revision: nullable(
      id('The new revision; the old one when nothing is different; null for a dry run.'),
    ),
    parents: Type.Array(identifier),
    changes: Type.Array(madeChange, {
      description: 'What each change made or changed, in their order.',
    }),
    insertedFiles: Type.Optional(Type.Array(file)),
    breaks: Type.Optional(breaks),
    changeRequest: Type.Optional(changeRequest),
  }),
)
export type ContentUpdate = Static<typeof contentUpdate>

/** The limit of a body, which may hold whole pages, and files in base64. */
const contentBytesMax = 25 * 1024 * 1024

const updateQuery = {
  dryRun: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Changes nothing, and answers what would happen and break.',
    }),
  ),
  return: Type.Optional(
    enumeration(['update', 'revision'], {
      default: 'update',
      description: 'What to answer: the ids of what changed, or the whole revision.',
    }),
  ),
}

export const contentUpdateOperations = defineOperations({
  updateSpaceContent: {
    method: 'POST',
    path: '/spaces/{spaceId}/content',
    tag: 'content',
    summary: 'Change the content of a space',
    description:
      'Makes up to 50 changes of pages, files, reusable contents and variables as one revision: all of them happen or none. Needs the edit role, and a space that is not locked.',
    caller: 'user',
    reach: 'organization',
    params: inSpace,
    query: updateQuery,
    body: Type.Object({
      changes: Type.Array(contentChange, { minItems: 1, maxItems: changesMax }),
    }),
    bodyBytesMax: contentBytesMax,
    status: 200,
    reply: Type.Union([contentUpdate, revision]),
    conditional: true,
    errors: [400, 403, 404, 409],
  },
  updateChangeRequestContent: {
    method: 'POST',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content',
    tag: 'content',
    summary: 'Change the content of a change request',
    description:
      'Makes up to 50 changes as one revision of the change request, as `updateSpaceContent` does of the main content, and decides conflicts. Needs the edit role, and a change request that is a draft or open.',
    caller: 'user',
    reach: 'organization',
    params: inChangeRequest,
    query: {
      ...updateQuery,
      compat: Type.Optional(
        Type.Boolean({
          default: true,
          description:
            'Whether to answer the change request alone, or besides it what each change made. A dry run and a whole revision are answered whatever this says.',
        }),
      ),
    },
    body: Type.Object({
      changes: Type.Array(changeRequestChange, { minItems: 1, maxItems: changesMax }),
    }),
    bodyBytesMax: contentBytesMax,
    status: 200,
    reply: Type.Union([changeRequest, contentUpdate, revision]),
    conditional: true,
    errors: [400, 403, 404, 409],
  },
  rollbackSpaceRevision: {
    method: 'POST',
    path: '/spaces/{spaceId}/revisions/{revisionId}/rollback',
    tag: 'content',
    summary: 'Go back to an older revision',
    description:
      'Makes a new revision whose content is that of an older one. What came between stays in the history. Needs the edit role, and a space that is not locked.',
    caller: 'user',
    reach: 'organization',
    params: inRevision,
    status: 201,
    reply: revision,
    conditional: true,
    errors: [403, 404, 409],
  },
})

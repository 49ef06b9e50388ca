import { findMerged } from '#/features/review/change-requests/public.ts'
import {
  changesOfRevision,
  revisionAtHead,
  revisionIn,
} from '#/features/writing/revisions/public.ts'
import { operation } from '#/platform/http/operation.ts'

export const getCurrentRevision = operation(
  'getCurrentRevision',
  async ({ params: { spaceId }, query }, context) =>
    revisionAtHead(context, spaceId, query, findMerged),
)

export const getRevisionById = operation(
  'getRevisionById',
  async ({ params, query }, context) => revisionIn(context, params, query, findMerged),
)

export const getRevisionSemanticChanges = operation(
  'getRevisionSemanticChanges',
  async ({ params, query }, context) =>
    changesOfRevision(context, params, query, findMerged),
)

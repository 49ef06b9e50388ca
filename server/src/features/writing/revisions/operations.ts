import { getChangeRequestChanges } from './get-changes.ts'
import { getRevisionOfChangeRequestById } from './get-revision.ts'
import { listSpaceRevisions } from './list-revisions.ts'

export const revisionOperations = [
  listSpaceRevisions,
  getRevisionOfChangeRequestById,
  getChangeRequestChanges,
]

import { getChangeRequestChanges, getRevisionSemanticChanges } from './get-changes.ts'
import {
  getCurrentRevision,
  getRevisionById,
  getRevisionOfChangeRequestById,
} from './get-revision.ts'
import { listSpaceRevisions } from './list-revisions.ts'

export const revisionOperations = [
  getCurrentRevision,
  listSpaceRevisions,
  getRevisionById,
  getRevisionSemanticChanges,
  getRevisionOfChangeRequestById,
  getChangeRequestChanges,
]

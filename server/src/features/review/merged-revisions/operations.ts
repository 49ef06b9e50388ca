import type { Operation } from '#/platform/http/operation.ts'

import {
  getCurrentRevision,
  getRevisionById,
  getRevisionSemanticChanges,
} from './get-merged-revision.ts'

export const mergedRevisionOperations: readonly Operation[] = [
  getCurrentRevision,
  getRevisionById,
  getRevisionSemanticChanges,
]

import type { Operation } from '#/platform/http/operation.ts'

import { cancelImportRun } from './cancel-import.ts'
import { getImportRun } from './get-import.ts'
import { listImportRuns } from './list-imports.ts'
import { startImportRun } from './start-import.ts'

export const importOperations: readonly Operation[] = [
  listImportRuns,
  startImportRun,
  getImportRun,
  cancelImportRun,
]

import type { Operation } from '#/platform/http/operation.ts'

import { listChangeRequestChecks } from './list-checks.ts'
import { reportChangeRequestCheck } from './report-check.ts'

export const checkOperations: readonly Operation[] = [
  listChangeRequestChecks,
  reportChangeRequestCheck,
]

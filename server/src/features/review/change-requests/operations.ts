import type { Operation } from '#/platform/http/operation.ts'

import { listChangeRequestConflicts } from './conflicts.ts'
import { createChangeRequest } from './create-change-request.ts'
import { getChangeRequestById } from './get-change-request.ts'
import {
  listChangeRequestsForOrganization,
  listChangeRequestsForSpace,
} from './list-change-requests.ts'
import { mergeChangeRequest } from './merge-change-request.ts'
import { updateChangeRequestContent } from './update-change-request-content.ts'
import { updateChangeRequestById } from './update-change-request.ts'
import { updateChangeRequest } from './update-from-main.ts'

export const changeRequestOperations: readonly Operation[] = [
  listChangeRequestsForSpace,
  listChangeRequestsForOrganization,
  createChangeRequest,
  getChangeRequestById,
  updateChangeRequestById,
  updateChangeRequestContent,
  updateChangeRequest,
  mergeChangeRequest,
  listChangeRequestConflicts,
]

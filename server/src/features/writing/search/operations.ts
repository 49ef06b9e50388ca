import type { Operation } from '#/platform/http/operation.ts'

import { searchOrganizationContent, searchSpaceContent } from './search-content.ts'

export const searchOperations: readonly Operation[] = [
  searchSpaceContent,
  searchOrganizationContent,
]

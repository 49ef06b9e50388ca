import type { Operation } from '#/platform/http/operation.ts'

import {
  listChangeRequestFileBacklinks,
  listChangeRequestPageBacklinks,
  listSpaceFileBacklinks,
  listSpacePageBacklinks,
} from './list-backlinks.ts'
import {
  listChangeRequestLinks,
  listPageLinksInChangeRequest,
  listPageLinksInSpace,
  listSpaceLinks,
} from './list-links.ts'

export const linkOperations: readonly Operation[] = [
  listSpaceLinks,
  listChangeRequestLinks,
  listPageLinksInSpace,
  listPageLinksInChangeRequest,
  listSpacePageBacklinks,
  listChangeRequestPageBacklinks,
  listSpaceFileBacklinks,
  listChangeRequestFileBacklinks,
]

import { apiTokenOperations } from '#/features/api-tokens/operations.ts'
import { contentEditOperations } from '#/features/content-edits/operations.ts'
import { fileOperations } from '#/features/files/operations.ts'
import { contentPermissionOperations } from '#/features/content-permissions/operations.ts'
import { collectionOperations } from '#/features/collections/operations.ts'
import { importOperations } from '#/features/imports/operations.ts'
import { inviteOperations } from '#/features/invites/operations.ts'
import { memberOperations } from '#/features/members/operations.ts'
import { organizationOperations } from '#/features/organizations/operations.ts'
import { pageOperations } from '#/features/pages/operations.ts'
import { revisionOperations } from '#/features/revisions/operations.ts'
import { spaceOperations } from '#/features/spaces/operations.ts'
import { searchOperations } from '#/features/search/operations.ts'
import { subdomainOperations } from '#/features/subdomains/operations.ts'
import { systemOperations } from '#/features/system/operations.ts'
import { teamOperations } from '#/features/teams/operations.ts'
import { transferOperations } from '#/features/transfers/operations.ts'
import { userOperations } from '#/features/users/operations.ts'
import type { Operation } from '#/platform/http/operation.ts'

/** Every operation the api serves. */
export const allOperations: readonly Operation[] = [
  ...apiTokenOperations,
  ...contentEditOperations,
  ...fileOperations,
  ...contentPermissionOperations,
  ...collectionOperations,
  ...importOperations,
  ...inviteOperations,
  ...memberOperations,
  ...organizationOperations,
  ...pageOperations,
  ...revisionOperations,
  ...spaceOperations,
  ...searchOperations,
  ...subdomainOperations,
  ...systemOperations,
  ...teamOperations,
  ...transferOperations,
  ...userOperations,
]

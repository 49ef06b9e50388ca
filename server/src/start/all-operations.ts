import { apiTokenOperations } from '#/features/api-tokens/operations.ts'
import { inviteOperations } from '#/features/invites/operations.ts'
import { memberOperations } from '#/features/members/operations.ts'
import { organizationOperations } from '#/features/organizations/operations.ts'
import { subdomainOperations } from '#/features/subdomains/operations.ts'
import { systemOperations } from '#/features/system/operations.ts'
import { teamOperations } from '#/features/teams/operations.ts'
import { userOperations } from '#/features/users/operations.ts'
import type { Operation } from '#/platform/http/operation.ts'

/** Every operation the api serves. */
export const allOperations: readonly Operation[] = [
  ...apiTokenOperations,
  ...inviteOperations,
  ...memberOperations,
  ...organizationOperations,
  ...subdomainOperations,
  ...systemOperations,
  ...teamOperations,
  ...userOperations,
]

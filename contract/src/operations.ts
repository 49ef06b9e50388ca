import { apiTokenOperations } from './api-tokens.ts'
import { inviteOperations } from './invites.ts'
import { memberOperations } from './members.ts'
import type { OperationTypes } from './operation.ts'
import { organizationOperations } from './organizations.ts'
import { subdomainOperations } from './subdomains.ts'
import { systemOperations } from './system.ts'
import { teamOperations } from './teams.ts'
import { userOperations } from './users.ts'

/** Every operation of the management API, by its id. */
export const operations = {
  ...apiTokenOperations,
  ...inviteOperations,
  ...memberOperations,
  ...organizationOperations,
  ...subdomainOperations,
  ...systemOperations,
  ...teamOperations,
  ...userOperations,
}

export type OperationId = keyof typeof operations

/** What each operation's handler receives and answers. */
export type Operations = {
  [Id in OperationId]: OperationTypes<(typeof operations)[Id]>
}

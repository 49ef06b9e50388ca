import { apiTokenOperations } from './api-tokens.ts'
import { collectionOperations } from './collections.ts'
import { contentUpdateOperations } from './content-updates.ts'
import { contentPermissionOperations } from './content-permissions.ts'
import { contentReadOperations } from './content-reads.ts'
import { importOperations } from './imports.ts'
import { inviteOperations } from './invites.ts'
import { memberOperations } from './members.ts'
import type { OperationTypes } from './operation.ts'
import { organizationOperations } from './organizations.ts'
import { searchOperations } from './search.ts'
import { spaceOperations } from './spaces.ts'
import { storageOperations } from './storage.ts'
import { subdomainOperations } from './subdomains.ts'
import { systemOperations } from './system.ts'
import { teamOperations } from './teams.ts'
import { userOperations } from './users.ts'

/** Every operation of the management API, by its id. */
export const operations = {
  ...apiTokenOperations,
  ...collectionOperations,
  ...contentUpdateOperations,
  ...contentPermissionOperations,
  ...contentReadOperations,
  ...importOperations,
  ...inviteOperations,
  ...memberOperations,
  ...organizationOperations,
  ...searchOperations,
  ...spaceOperations,
  ...storageOperations,
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

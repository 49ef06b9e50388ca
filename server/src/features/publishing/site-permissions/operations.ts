import {
  removeTeamFromSite,
  updateTeamPermissionInSite,
} from './change-team-permission.ts'
import {
  removeUserFromSite,
  updateUserPermissionInSite,
} from './change-user-permission.ts'
import { inviteToSite } from './give-permissions.ts'
import { listTeamPermissionsInSite } from './list-team-permissions.ts'
import { listUserPermissionsInSite } from './list-user-permissions.ts'

export const sitePermissionOperations = [
  inviteToSite,
  listUserPermissionsInSite,
  updateUserPermissionInSite,
  removeUserFromSite,
  listTeamPermissionsInSite,
  updateTeamPermissionInSite,
  removeTeamFromSite,
]

import {
  removeTeamFromCollection,
  removeTeamFromSpace,
  updateTeamPermissionInCollection,
  updateTeamPermissionInSpace,
} from './change-team-permission.ts'
import {
  removeUserFromCollection,
  removeUserFromSpace,
  updateUserPermissionInCollection,
  updateUserPermissionInSpace,
} from './change-user-permission.ts'
import { inviteToCollection, inviteToSpace } from './give-permissions.ts'
import {
  listPermissionsAggregateInCollection,
  listPermissionsAggregateInSpace,
} from './list-effective-permissions.ts'
import {
  listTeamPermissionsInCollection,
  listTeamPermissionsInSpace,
} from './list-team-permissions.ts'
import {
  listUserPermissionsInCollection,
  listUserPermissionsInSpace,
} from './list-user-permissions.ts'

export const contentPermissionOperations = [
  inviteToSpace,
  listUserPermissionsInSpace,
  updateUserPermissionInSpace,
  removeUserFromSpace,
  listTeamPermissionsInSpace,
  updateTeamPermissionInSpace,
  removeTeamFromSpace,
  listPermissionsAggregateInSpace,
  inviteToCollection,
  listUserPermissionsInCollection,
  updateUserPermissionInCollection,
  removeUserFromCollection,
  listTeamPermissionsInCollection,
  updateTeamPermissionInCollection,
  removeTeamFromCollection,
  listPermissionsAggregateInCollection,
]

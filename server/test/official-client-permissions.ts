import { forAdminsOnly, outsideOf } from './official-client-calls.ts'
import { memberRole } from './official-client.ts'

/** In an order in which each finds what it needs. */
export const permissionCalls = {
  inviteToSpace: forAdminsOnly(async (client, { space, users, team }) =>
    client.spaces.inviteToSpace(space, {
      role: memberRole('edit'),
      users: [users.comment],
      teams: [team],
    }),
  ),
  listUserPermissionsInSpace: outsideOf(async (client, { space }) =>
    client.spaces.listUserPermissionsInSpace(space, { limit: 5 }),
  ),
  listTeamPermissionsInSpace: outsideOf(async (client, { space }) =>
    client.spaces.listTeamPermissionsInSpace(space, { limit: 5 }),
  ),
  listPermissionsAggregateInSpace: outsideOf(async (client, { space }) =>
    client.spaces.listPermissionsAggregateInSpace(space, { role: memberRole('edit') }),
  ),
  updateUserPermissionInSpace: forAdminsOnly(async (client, { space, users }) =>
    client.spaces.updateUserPermissionInSpace(space, users.comment, { role: null }),
  ),
  updateTeamPermissionInSpace: forAdminsOnly(async (client, { space, team }) =>
    client.spaces.updateTeamPermissionInSpace(space, team, {
      role: memberRole('read'),
    }),
  ),
  removeUserFromSpace: forAdminsOnly(async (client, { space, users }) =>
    client.spaces.removeUserFromSpace(space, users.comment),
  ),
  removeTeamFromSpace: forAdminsOnly(async (client, { space, team }) =>
    client.spaces.removeTeamFromSpace(space, team),
  ),
  inviteToCollection: forAdminsOnly(async (client, { collection, users, team }) =>
    client.collections.inviteToCollection(collection, {
      role: memberRole('edit'),
      users: [users.comment],
      teams: [team],
    }),
  ),
  listUserPermissionsInCollection: outsideOf(async (client, { collection }) =>
    client.collections.listUserPermissionsInCollection(collection, { limit: 5 }),
  ),
  listTeamPermissionsInCollection: outsideOf(async (client, { collection }) =>
    client.collections.listTeamPermissionsInCollection(collection, { limit: 5 }),
  ),
  listPermissionsAggregateInCollection: outsideOf(async (client, { collection }) =>
    client.collections.listPermissionsAggregateInCollection(collection, {
      role: memberRole('edit'),
    }),
  ),
  updateUserPermissionInCollection: forAdminsOnly(async (client, { collection, users }) =>
    client.collections.updateUserPermissionInCollection(collection, users.comment, {
      role: null,
    }),
  ),
  updateTeamPermissionInCollection: forAdminsOnly(async (client, { collection, team }) =>
    client.collections.updateTeamPermissionInCollection(collection, team, {
      role: memberRole('read'),
    }),
  ),
  removeUserFromCollection: forAdminsOnly(async (client, { collection, users }) =>
    client.collections.removeUserFromCollection(collection, users.comment),
  ),
  removeTeamFromCollection: forAdminsOnly(async (client, { collection, team }) =>
    client.collections.removeTeamFromCollection(collection, team),
  ),
}

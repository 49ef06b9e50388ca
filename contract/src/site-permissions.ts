import { Type, type Static } from 'typebox'

import { id, list, named, paging, role } from './common.ts'
import { gift } from './content-permissions.ts'
import { defineOperations } from './operation.ts'
import { inSite } from './parameters.ts'
import { team } from './teams.ts'
import { user } from './users.ts'

export const userSitePermissionOverride = named(
  'UserSitePermissionOverride',
  Type.Object({ permission: role, user }),
)
export type UserSitePermissionOverride = Static<typeof userSitePermissionOverride>

export const teamSitePermissionOverride = named(
  'TeamSitePermissionOverride',
  Type.Object({ permission: role, team }),
)
export type TeamSitePermissionOverride = Static<typeof teamSitePermissionOverride>

const common = { tag: 'permissions', caller: 'user', reach: 'organization' } as const

const listing = {
  ...common,
  method: 'GET',
  params: inSite,
  query: paging,
  status: 200,
  errors: [403, 404],
} as const

const change = {
  ...common,
  method: 'PATCH',
  description:
    'Changes the role that was given on the site, and nothing else that may give them access. Null keeps them in the list and gives nothing.',
  body: Type.Object({ role: Type.Optional(role) }),
  status: 204,
  errors: [403, 404],
} as const

const take = { ...common, method: 'DELETE', status: 204, errors: [403] } as const

const ofUser = { ...inSite, userId: id('The user the role was given to.') }
const ofTeam = { ...inSite, teamId: id('The team the role was given to.') }
const onSite = '/orgs/{organizationId}/sites/{siteId}/permissions'

export const sitePermissionOperations = defineOperations({
  inviteToSite: {
    ...common,
    method: 'POST',
    path: onSite,
    summary: 'Give users and teams a role on a site',
    description:
      'Gives a role to users, teams or both: to all of them or, when one is unknown, to nobody. The role counts for the site alone, never for its spaces: `create` is for its structure, `admin` for its settings and publishing, any other for seeing the site. With the role null they are listed, and given nothing.',
    params: inSite,
    body: gift,
    status: 204,
    errors: [400, 403, 404],
  },
  listUserPermissionsInSite: {
    ...listing,
    path: `${onSite}/users`,
    summary: 'List the users with a role on a site',
    description:
      'Answers the users who were given a role on the site, by user id. Those who have access for another reason are in the aggregate list.',
    reply: list('UserSitePermissionOverrideList', userSitePermissionOverride),
  },
  updateUserPermissionInSite: {
    ...change,
    path: `${onSite}/users/{userId}`,
    summary: 'Change the role of a user on a site',
    params: ofUser,
  },
  removeUserFromSite: {
    ...take,
    path: `${onSite}/users/{userId}`,
    summary: 'Take the role of a user on a site back',
    description:
      'Takes back what was given to the user on the site; they keep what they have for other reasons. Succeeds when nothing was given.',
    params: ofUser,
  },
  listTeamPermissionsInSite: {
    ...listing,
    path: `${onSite}/teams`,
    summary: 'List the teams with a role on a site',
    description:
      'Answers the teams that were given a role on the site, in order of creation.',
    reply: list('TeamSitePermissionOverrideList', teamSitePermissionOverride),
  },
  updateTeamPermissionInSite: {
    ...change,
    path: `${onSite}/teams/{teamId}`,
    summary: 'Change the role of a team on a site',
    params: ofTeam,
  },
  removeTeamFromSite: {
    ...take,
    path: `${onSite}/teams/{teamId}`,
    summary: 'Take the role of a team on a site back',
    description:
      'Takes back what was given to the team on the site; its members keep what they have for other reasons. Succeeds when nothing was given.',
    params: ofTeam,
  },
})

import { Type, type Static } from 'typebox'

import {
  entriesMax,
  enumeration,
  id,
  identifier,
  list,
  named,
  paging,
  role,
  roles,
} from './common.ts'
import { defineOperations } from './operation.ts'
import { inCollection, inSpace } from './parameters.ts'
import { team } from './teams.ts'
import { user } from './users.ts'

export const userContentPermission = named(
  'UserContentPermission',
  Type.Object({ permission: role, user }),
)
export type UserContentPermission = Static<typeof userContentPermission>

export const teamContentPermission = named(
  'TeamContentPermission',
  Type.Object({ permission: role, team }),
)
export type TeamContentPermission = Static<typeof teamContentPermission>

/** The limit of origins that are listed for one person. */
export const originsMax = 20

export const accessOrigin = named(
  'AccessOrigin',
  Type.Object({
    kind: enumeration(
      ['organization-admin', 'organization-role', 'direct', 'team', 'default'],
      {
        description:
          '`organization-admin`: admins of the organization may do everything. `organization-role`: nothing says otherwise, so the role in the organization counts. `direct`: given to this user. `team`: given to a team they are in. `default`: the default level, which is for everybody with a role in the organization.',
      },
    ),
    permission: enumeration(roles, { description: 'What this alone would give.' }),
    content: Type.Optional(
      Type.Object(
        {
          kind: enumeration(['collection', 'space']),
          id: Type.Optional(identifier),
          title: Type.Optional(Type.String()),
        },
        {
          description:
            'Where it was given or set: here, or on a collection above. Of a collection that you cannot see only the kind is told.',
        },
      ),
    ),
    team: Type.Optional(Type.Object({ id: identifier, title: Type.String() })),
  }),
)
export type AccessOrigin = Static<typeof accessOrigin>

export const effectiveContentPermission = named(
  'EffectiveContentPermission',
  Type.Object({
    permission: enumeration(roles, { description: 'The strongest of the origins.' }),
    user,
    origins: Type.Array(accessOrigin, {
      maxItems: originsMax,
      description: `Why they have it, the strongest first; at most ${originsMax}.`,
    }),
  }),
)
export type EffectiveContentPermission = Static<typeof effectiveContentPermission>

const users = Type.Array(identifier, {
  minItems: 1,
  maxItems: entriesMax,
  description: 'Members of the organization, by user id.',
})
const teams = Type.Array(identifier, {
  minItems: 1,
  maxItems: entriesMax,
  description: 'Teams of the organization.',
})

/** A role, and those it is given to. */
export const gift = Type.Union([
  Type.Object({ role, users, teams: Type.Optional(teams) }),
  Type.Object({ role, teams, users: Type.Optional(users) }),
])

const common = { tag: 'permissions', caller: 'user', reach: 'organization' } as const

const give = {
  ...common,
  method: 'POST',
  description:
    'Gives a role to users, teams or both: to all of them or, when one is unknown, to nobody. Whoever was given a role before has the new one from now on. With the role null they are listed, and given nothing.',
  body: gift,
  status: 204,
  errors: [400, 403, 404],
} as const

const listing = { ...common, method: 'GET', status: 200, errors: [403, 404] } as const
const listUsers = {
  ...listing,
  description:
    'Answers the users who were given a role here, by user id. Those who have access for another reason are in the aggregate list.',
  query: paging,
  reply: list('UserContentPermissionList', userContentPermission),
} as const
const listTeams = {
  ...listing,
  description: 'Answers the teams that were given a role here, in order of creation.',
  query: paging,
  reply: list('TeamContentPermissionList', teamContentPermission),
} as const
const listEffective = {
  ...listing,
  description:
    'Answers everybody who has access, by user id, with the role that counts and where it comes from. Suspended members are left out.',
  query: {
    ...paging,
    role: Type.Optional(
      enumeration(roles, { description: 'Only those with exactly this role.' }),
    ),
  },
  reply: list('EffectiveContentPermissionList', effectiveContentPermission),
} as const

const change = {
  ...common,
  method: 'PATCH',
  description:
    'Changes the role that was given here, and nothing else that may give them access. Null keeps them in the list and gives nothing.',
  body: Type.Object({ role: Type.Optional(role) }),
  status: 204,
  errors: [403, 404],
} as const

const take = { ...common, method: 'DELETE', status: 204, errors: [403] } as const
const takeFromUser = {
  ...take,
  description:
    'Takes back what was given to the user here; they keep what they have for other reasons. Succeeds when nothing was given.',
} as const
const takeFromTeam = {
  ...take,
  description:
    'Takes back what was given to the team here; its members keep what they have for other reasons. Succeeds when nothing was given.',
} as const

const userId = id('The user the role was given to.')
const teamId = id('The team the role was given to.')
const onSpace = '/spaces/{spaceId}/permissions'
const onCollection = '/collections/{collectionId}/permissions'

export const contentPermissionOperations = defineOperations({
  inviteToSpace: {
    ...give,
    path: onSpace,
    summary: 'Give users and teams a role on a space',
    params: inSpace,
  },
  listUserPermissionsInSpace: {
    ...listUsers,
    path: `${onSpace}/users`,
    summary: 'List the users with a role on a space',
    params: inSpace,
  },
  updateUserPermissionInSpace: {
    ...change,
    path: `${onSpace}/users/{userId}`,
    summary: 'Change the role of a user on a space',
    params: { ...inSpace, userId },
  },
  removeUserFromSpace: {
    ...takeFromUser,
    path: `${onSpace}/users/{userId}`,
    summary: 'Take the role of a user on a space back',
    params: { ...inSpace, userId },
  },
  listTeamPermissionsInSpace: {
    ...listTeams,
    path: `${onSpace}/teams`,
    summary: 'List the teams with a role on a space',
    params: inSpace,
  },
  updateTeamPermissionInSpace: {
    ...change,
    path: `${onSpace}/teams/{teamId}`,
    summary: 'Change the role of a team on a space',
    params: { ...inSpace, teamId },
  },
  removeTeamFromSpace: {
    ...takeFromTeam,
    path: `${onSpace}/teams/{teamId}`,
    summary: 'Take the role of a team on a space back',
    params: { ...inSpace, teamId },
  },
  listPermissionsAggregateInSpace: {
    ...listEffective,
    path: `${onSpace}/aggregate`,
    summary: 'List everybody with access to a space',
    params: inSpace,
  },
  inviteToCollection: {
    ...give,
    path: onCollection,
    summary: 'Give users and teams a role on a collection',
    params: inCollection,
  },
  listUserPermissionsInCollection: {
    ...listUsers,
    path: `${onCollection}/users`,
    summary: 'List the users with a role on a collection',
    params: inCollection,
  },
  updateUserPermissionInCollection: {
    ...change,
    path: `${onCollection}/users/{userId}`,
    summary: 'Change the role of a user on a collection',
    params: { ...inCollection, userId },
  },
  removeUserFromCollection: {
    ...takeFromUser,
    path: `${onCollection}/users/{userId}`,
    summary: 'Take the role of a user on a collection back',
    params: { ...inCollection, userId },
  },
  listTeamPermissionsInCollection: {
    ...listTeams,
    path: `${onCollection}/teams`,
    summary: 'List the teams with a role on a collection',
    params: inCollection,
  },
  updateTeamPermissionInCollection: {
    ...change,
    path: `${onCollection}/teams/{teamId}`,
    summary: 'Change the role of a team on a collection',
    params: { ...inCollection, teamId },
  },
  removeTeamFromCollection: {
    ...takeFromTeam,
    path: `${onCollection}/teams/{teamId}`,
    summary: 'Take the role of a team on a collection back',
    params: { ...inCollection, teamId },
  },
  listPermissionsAggregateInCollection: {
    ...listEffective,
    path: `${onCollection}/aggregate`,
    summary: 'List everybody with access to a collection',
    params: inCollection,
  },
})

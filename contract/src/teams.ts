import { Type, type Static } from 'typebox'

import {
  constant,
  entriesMax,
  enumeration,
  identifier,
  list,
  named,
  paging,
  permissions,
  record,
  timestamp,
} from './common.ts'
import { member } from './members.ts'
import { defineOperations } from './operation.ts'
import {
  inOrganization,
  ofMember,
  ofTeam,
  ofTeamMember,
  textFilter,
} from './parameters.ts'

export const teamRole = named(
  'TeamRole',
  enumeration(['owner', 'member'], {
    description: 'Owners manage the members of the team.',
  }),
)
export type TeamRole = Static<typeof teamRole>

const title = Type.String({ minLength: 1, maxLength: 64 })

export const team = named(
  'Team',
  Type.Object({
    object: constant('team'),
    id: identifier,
    title,
    members: Type.Integer({ minimum: 0 }),
    spaces: Type.Integer({
      minimum: 0,
      description: 'Spaces the team was given access to.',
    }),
    createdAt: timestamp,
    permissions: permissions({
      admin: 'Rename or remove the team and change its members.',
      view: 'See the team and its members.',
    }),
  }),
)
export type Team = Static<typeof team>

export const teamMembership = named('TeamMembership', Type.Object({ role: teamRole }))
export type TeamMembership = Static<typeof teamMembership>

export const teamMember = named(
  'TeamMember',
  Type.Object({
    organization: member,
    team: teamMembership,
    permissions: permissions({ view: 'See this member.' }),
  }),
)
export type TeamMember = Static<typeof teamMember>

export const memberTeam = named(
  'MemberTeam',
  Type.Object({ team, member: teamMembership }),
)
export type MemberTeam = Static<typeof memberTeam>

/** A user id or an e-mail address; the server distinguishes the two. */
const userReference = Type.String({ minLength: 1, maxLength: 254 })

export const teamOperations = defineOperations({
  listTeamsInOrganizationById: {
    method: 'GET',
    path: '/orgs/{organizationId}/teams',
    tag: 'teams',
    summary: 'List the teams of an organization',
    description: 'Answers teams in the order they were created. Guests see no teams.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    query: {
      ...paging,
      owner: Type.Optional(
        Type.String({
          ...identifier,
          description: 'Only teams this user can manage.',
        }),
      ),
      title: textFilter('Only teams whose title contains this, in any letter case.'),
    },
    status: 200,
    reply: list('TeamList', team),
    errors: [403, 404],
  },
  createOrganizationTeam: {
    method: 'PUT',
    path: '/orgs/{organizationId}/teams',
    tag: 'teams',
    summary: 'Create a team',
    description:
      'Creates a team with the listed members; you become its owner. Two teams may have the same title.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    body: Type.Object({
      title,
      members: Type.Optional(
        Type.Array(identifier, {
          maxItems: entriesMax,
          description: 'Members of the organization, by user id.',
        }),
      ),
    }),
    status: 201,
    reply: team,
    errors: [400, 403, 404],
  },
  getTeamInOrganizationById: {
    method: 'GET',
    path: '/orgs/{organizationId}/teams/{teamId}',
    tag: 'teams',
    summary: 'Get a team',
    description: 'Answers one team with its counters and what you may do with it.',
    caller: 'user',
    reach: 'organization',
    params: ofTeam,
    status: 200,
    reply: team,
    versioned: true,
    errors: [403, 404],
  },
  updateTeamInOrganizationById: {
    method: 'PATCH',
    path: '/orgs/{organizationId}/teams/{teamId}',
    tag: 'teams',
    summary: 'Rename a team',
    description:
      'Changes the title. Open to admins of the organization and to team owners.',
    caller: 'user',
    reach: 'organization',
    params: ofTeam,
    body: Type.Object({ title }),
    status: 200,
    reply: team,
    conditional: true,
    errors: [403, 404],
  },
  removeTeamFromOrganizationById: {
    method: 'DELETE',
    path: '/orgs/{organizationId}/teams/{teamId}',
    tag: 'teams',
    summary: 'Remove a team',
    description:
      'Removes the team and the access it gave; its members stay in the organization. Removing a team that is already gone succeeds.',
    caller: 'user',
    reach: 'organization',
    params: ofTeam,
    status: 204,
    conditional: true,
    errors: [403],
  },
  listTeamMembersInOrganizationById: {
    method: 'GET',
    path: '/orgs/{organizationId}/teams/{teamId}/members',
    tag: 'teams',
    summary: 'List the members of a team',
    description:
      'Answers each member with their role in the team and in the organization.',
    caller: 'user',
    reach: 'organization',
    params: ofTeam,
    query: paging,
    status: 200,
    reply: list('TeamMemberList', teamMember),
    errors: [403, 404],
  },
  updateMembersInOrganizationTeam: {
    method: 'PUT',
    path: '/orgs/{organizationId}/teams/{teamId}/members',
    tag: 'teams',
    summary: 'Add, change and remove members of a team',
    description:
      'Applies all changes at once or none: first `add`, then `memberships`, then `remove`. A user in both `add` and `remove` is removed.',
    caller: 'user',
    reach: 'organization',
    params: ofTeam,
    body: Type.Object({
      add: Type.Optional(
        Type.Array(userReference, {
          maxItems: entriesMax,
          description: 'User ids or e-mail addresses of members of the organization.',
        }),
      ),
      memberships: Type.Optional(
        record(teamMembership, {
          maxProperties: entriesMax,
          propertyNames: userReference,
          description: 'Roles by user; someone not in the team joins it.',
        }),
      ),
      remove: Type.Optional(
        Type.Array(userReference, {
          maxItems: entriesMax,
          description: 'User ids or e-mail addresses; unknown ones are ignored.',
        }),
      ),
    }),
    status: 204,
    errors: [400, 403, 404],
  },
  addMemberToOrganizationTeamById: {
    method: 'PUT',
    path: '/orgs/{organizationId}/teams/{teamId}/members/{userId}',
    tag: 'teams',
    summary: 'Add a member to a team or change their role',
    description:
      'Puts a member of the organization into the team. Without a role, someone new becomes `member`.',
    caller: 'user',
    reach: 'organization',
    params: ofTeamMember,
    body: Type.Object({ role: Type.Optional(teamRole) }),
    bodyOptional: true,
    status: 204,
    errors: [403, 404],
  },
  deleteMemberFromOrganizationTeamById: {
    method: 'DELETE',
    path: '/orgs/{organizationId}/teams/{teamId}/members/{userId}',
    tag: 'teams',
    summary: 'Remove a member from a team',
    description:
      'Takes the user out of the team; they stay in the organization. Removing someone who is not in the team succeeds.',
    caller: 'user',
    reach: 'organization',
    params: ofTeamMember,
    status: 204,
    errors: [403],
  },
  listTeamsForOrganizationMember: {
    method: 'GET',
    path: '/orgs/{organizationId}/members/{userId}/teams',
    tag: 'members',
    summary: 'List the teams of a member',
    description: 'Answers each team the member belongs to, with their role in it.',
    caller: 'user',
    reach: 'organization',
    params: ofMember,
    query: {
      ...paging,
      title: textFilter('Only teams whose title contains this, in any letter case.'),
    },
    status: 200,
    reply: list('MemberTeamList', memberTeam),
    errors: [403, 404],
  },
})

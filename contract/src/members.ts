import { Type, type Static } from 'typebox'

import {
  constant,
  enumeration,
  id,
  list,
  named,
  order,
  paging,
  role,
  roles,
  timestamp,
} from './common.ts'
import { defineOperations } from './operation.ts'
import { inOrganization, ofMember, textFilter } from './parameters.ts'
import { space } from './spaces.ts'
import { user } from './users.ts'

export const member = named(
  'Member',
  Type.Object({
    object: constant('member'),
    id: id('The same as the id of the user.'),
    role,
    user,
    disabled: Type.Boolean({ description: 'True when access is suspended.' }),
    joinedAt: timestamp,
    lastSeenAt: Type.Optional(timestamp),
    sso: Type.Boolean({ description: 'Whether the member signs in with SSO.' }),
    spaces: Type.Integer({
      minimum: 0,
      description: 'Spaces shared with them directly.',
    }),
    teams: Type.Integer({ minimum: 0, description: 'Teams they belong to.' }),
    sites: Type.Integer({
      minimum: 0,
      description:
        'Sites on which the member was given a role, without those through teams.',
    }),
  }),
)
export type Member = Static<typeof member>

export const memberSpace = named(
  'MemberSpace',
  Type.Object({
    permission: enumeration(roles, { description: 'The strongest role on the space.' }),
    space,
  }),
)
export type MemberSpace = Static<typeof memberSpace>

export const memberOperations = defineOperations({
  listMembersInOrganizationById: {
    method: 'GET',
    path: '/orgs/{organizationId}/members',
    tag: 'members',
    summary: 'List the members of an organization',
    description:
      'Answers members and guests, the latest to join first. Sorting by `lastSeenAt` leaves out those who were never seen and those who are disabled.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    query: {
      ...paging,
      order: Type.Optional(order),
      role: Type.Optional(
        enumeration([...roles, 'guest'], { description: 'Only members with this role.' }),
      ),
      search: textFilter('Only members whose name or e-mail address contains this.'),
      sort: Type.Optional(
        enumeration(['joinedAt', 'lastSeenAt'], { default: 'joinedAt' }),
      ),
    },
    status: 200,
    reply: list('MemberList', member),
    errors: [403, 404],
  },
  getMemberInOrganizationById: {
    method: 'GET',
    path: '/orgs/{organizationId}/members/{userId}',
    tag: 'members',
    summary: 'Get a member',
    description: 'Answers the membership of one user: role, activity and counters.',
    caller: 'user',
    reach: 'organization',
    params: ofMember,
    status: 200,
    reply: member,
    versioned: true,
    errors: [403, 404],
  },
  updateMemberInOrganizationById: {
    method: 'PATCH',
    path: '/orgs/{organizationId}/members/{userId}',
    tag: 'members',
    summary: 'Change the role of a member',
    description:
      'Sets the role, or makes the member a guest with null. The last admin of an organization keeps the role.',
    caller: 'user',
    reach: 'organization',
    params: ofMember,
    body: Type.Object({ role: Type.Optional(role) }),
    status: 200,
    reply: member,
    conditional: true,
    errors: [403, 404, 409],
  },
  removeMemberFromOrganizationById: {
    method: 'DELETE',
    path: '/orgs/{organizationId}/members/{userId}',
    tag: 'members',
    summary: 'Remove a member from an organization',
    description:
      'Ends the membership, with its teams and direct access. Members can remove themselves; the last admin stays. Removing someone who is not a member succeeds.',
    caller: 'user',
    reach: 'organization',
    params: ofMember,
    status: 204,
    errors: [403, 409],
  },
  updateOrganizationMemberLastSeenAt: {
    method: 'POST',
    path: '/orgs/{organizationId}/ping',
    tag: 'members',
    summary: 'Record that you are active in an organization',
    description:
      'Sets your `lastSeenAt` to now. When AI features are on, the answer carries a signed token that identifies you to published sites.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    status: 200,
    reply: Type.Object({
      serviceVisitorClaims: Type.Optional(
        Type.String({ description: 'A JWT that is valid for an hour.' }),
      ),
      gitbookVisitorClaims: Type.Optional(
        Type.String({ description: 'The same token under the name older clients read.' }),
      ),
    }),
    errors: [403, 404],
  },
  setUserAsSSOMemberForOrganization: {
    method: 'POST',
    path: '/orgs/{organizationId}/members/{userId}/sso',
    tag: 'members',
    summary: 'Make a user an SSO member',
    description:
      'Marks the member as signing in with SSO. A user who is not a member yet joins with the default role.',
    caller: 'user',
    reach: 'organization',
    params: ofMember,
    status: 200,
    reply: member,
    errors: [403, 404],
  },
  listSpacesForOrganizationMember: {
    method: 'GET',
    path: '/orgs/{organizationId}/members/{userId}/spaces',
    tag: 'members',
    summary: 'List the spaces a member can use',
    description:
      'Answers each space with the strongest role the member has on it, whether given directly, through a team or by a collection.',
    caller: 'user',
    reach: 'organization',
    params: ofMember,
    query: { ...paging, order: Type.Optional(order) },
    status: 200,
    reply: list('MemberSpaceList', memberSpace),
    errors: [403, 404],
  },
})

import { Type, type Static } from 'typebox'

import { collection } from './collections.ts'
import {
  constant,
  email,
  emptyObject,
  exactlyOne,
  id,
  identifier,
  list,
  named,
  paging,
  role,
} from './common.ts'
import { defineOperations } from './operation.ts'
import { inOrganization, ofInvite } from './parameters.ts'
import { space } from './spaces.ts'

const linkFields = {
  object: constant('invite'),
  id: Type.String({
    ...identifier,
    description: 'Whoever has it can accept the invite.',
    'x-secret': true,
  }),
  redundant: Type.Boolean({
    description: 'True when you already have everything the invite would give you.',
  }),
}

export const inviteLinkToOrganization = named(
  'InviteLinkToOrganization',
  Type.Object({ ...linkFields, role }),
)
export type InviteLinkToOrganization = Static<typeof inviteLinkToOrganization>

export const inviteLinkToSpace = named(
  'InviteLinkToSpace',
  Type.Object({ ...linkFields, level: role, space }),
)
export type InviteLinkToSpace = Static<typeof inviteLinkToSpace>

export const inviteLinkToCollection = named(
  'InviteLinkToCollection',
  Type.Object({ ...linkFields, level: role, collection }),
)
export type InviteLinkToCollection = Static<typeof inviteLinkToCollection>

export const inviteLink = named(
  'InviteLink',
  Type.Union([inviteLinkToOrganization, inviteLinkToSpace, inviteLinkToCollection]),
)
export type InviteLink = Static<typeof inviteLink>

export const inviteOperations = defineOperations({
  inviteUsersToOrganization: {
    method: 'POST',
    path: '/orgs/{organizationId}/invites',
    tag: 'invites',
    summary: 'Invite people by e-mail',
    description:
      'Mails each address a link to join; nobody becomes a member before they follow it. A role beside an address wins over the common one, and people who are already members are left as they are.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    body: Type.Object({
      emails: Type.Array(Type.Union([email, Type.Object({ email, role })]), {
        minItems: 1,
        maxItems: 100,
      }),
      role: Type.Optional(role),
      sso: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Invite them as SSO members, who come in by the single sign-on of the organization alone. Invites nobody while no provider is active.',
        }),
      ),
    }),
    status: 200,
    reply: Type.Object({
      users: Type.Array(identifier, { description: 'The users behind the addresses.' }),
      invited: Type.Integer({ minimum: 0, description: 'How many mails go out.' }),
      failedSSOEmails: Type.Optional(
        Type.Array(Type.String(), {
          description:
            'Addresses that could not be made SSO members: all of them while no provider is active, else those of members, who stay as they are.',
        }),
      ),
    }),
    errors: [400, 403, 404],
  },
  joinOrganizationWithInvite: {
    method: 'POST',
    path: '/orgs/{organizationId}/invites/{inviteId}',
    tag: 'invites',
    summary: 'Accept an invite',
    description:
      'Gives you what the invite offers and answers an empty object. Refused while invite links are switched off for the organization.',
    caller: 'user',
    reach: 'organization',
    params: ofInvite,
    status: 200,
    reply: emptyObject,
    errors: [403, 404],
  },
  listOrganizationInviteLinks: {
    method: 'GET',
    path: '/orgs/{organizationId}/link-invites',
    tag: 'invites',
    summary: 'List the invite links to an organization',
    description:
      'Answers the links that lead into the organization itself; links to a single space or collection are not listed. Needs a token with the `write` scope: whoever has an id can join with it.',
    revealsSecret: 'refused',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    query: paging,
    status: 200,
    reply: list('InviteLinkToOrganizationList', inviteLinkToOrganization),
    errors: [403, 404],
  },
  createOrganizationInvite: {
    method: 'POST',
    path: '/orgs/{organizationId}/link-invites',
    tag: 'invites',
    summary: 'Create an invite link',
    description:
      'Makes a link that anyone who has it can accept: to the organization with a `role`, or to one space or collection with a `level`. Links to content can be made by its admins, too; whoever is new comes in as a guest.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    body: exactlyOne(
      Type.Object({ role }),
      Type.Object({ level: role, space: id('The space the link leads to.') }),
      Type.Object({ level: role, collection: id('The collection the link leads to.') }),
    ),
    status: 201,
    reply: inviteLink,
    errors: [403, 404],
  },
  getOrganizationInviteLink: {
    method: 'GET',
    path: '/orgs/{organizationId}/link-invites/{inviteId}',
    tag: 'invites',
    summary: 'Get an invite link',
    description:
      'Answers what the link offers and whether you need it. Needs a token with the `write` scope.',
    revealsSecret: 'refused',
    caller: 'user',
    reach: 'organization',
    params: ofInvite,
    status: 200,
    reply: inviteLink,
    versioned: true,
    errors: [403, 404],
  },
  updateOrganizationInviteById: {
    method: 'PATCH',
    path: '/orgs/{organizationId}/link-invites/{inviteId}',
    tag: 'invites',
    summary: 'Change what an invite link gives',
    description:
      'Sets the `role` of a link to the organization, or the `level` of a link to a space or collection. People who already accepted keep what they got.',
    caller: 'user',
    reach: 'organization',
    params: ofInvite,
    body: exactlyOne(Type.Object({ role }), Type.Object({ level: role })),
    status: 200,
    reply: inviteLink,
    conditional: true,
    errors: [400, 403, 404],
  },
  deleteOrganizationInviteById: {
    method: 'DELETE',
    path: '/orgs/{organizationId}/link-invites/{inviteId}',
    tag: 'invites',
    summary: 'Delete an invite link',
    description:
      'Makes the link useless at once; people who accepted it stay. Deleting a link that is already gone succeeds.',
    caller: 'user',
    reach: 'organization',
    params: ofInvite,
    status: 204,
    conditional: true,
    errors: [403],
  },
})

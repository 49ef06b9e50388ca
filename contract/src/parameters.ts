import { Type } from 'typebox'

import { id } from './common.ts'

export const inOrganization = { organizationId: id('The organization.') }
export const ofMember = {
  ...inOrganization,
  userId: id('The user behind the membership.'),
}
export const ofTeam = { ...inOrganization, teamId: id('The team.') }
export const ofTeamMember = {
  ...ofTeam,
  userId: id('The user who is or becomes a member.'),
}
export const ofInvite = { ...inOrganization, inviteId: id('The invite.') }
export const ofUser = { userId: id('The user.') }
export const ofToken = { tokenId: id('The API token, by its id and not its secret.') }

/** Filters on text are looked up in an index, so their size is bounded. */
export function textFilter(description: string) {
  return Type.Optional(Type.String({ maxLength: 256, description }))
}

import { createOrganizationInvite } from './create-invite-link.ts'
import { deleteOrganizationInviteById } from './delete-invite-link.ts'
import { getOrganizationInviteLink } from './get-invite-link.ts'
import { inviteUsersToOrganization } from './invite-users.ts'
import { joinOrganizationWithInvite } from './join-with-invite.ts'
import { listOrganizationInviteLinks } from './list-invite-links.ts'
import { updateOrganizationInviteById } from './update-invite-link.ts'

export const inviteOperations = [
  inviteUsersToOrganization,
  joinOrganizationWithInvite,
  listOrganizationInviteLinks,
  createOrganizationInvite,
  getOrganizationInviteLink,
  updateOrganizationInviteById,
  deleteOrganizationInviteById,
]

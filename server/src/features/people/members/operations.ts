import { getMemberInOrganizationById } from './get-member.ts'
import { listMembersInOrganizationById } from './list-members.ts'
import { updateOrganizationMemberLastSeenAt } from './ping-organization.ts'
import { removeMemberFromOrganizationById } from './remove-member.ts'
import { setUserAsSSOMemberForOrganization } from './set-sso-member.ts'
import { updateMemberInOrganizationById } from './update-member.ts'

export const memberOperations = [
  listMembersInOrganizationById,
  getMemberInOrganizationById,
  updateMemberInOrganizationById,
  removeMemberFromOrganizationById,
  setUserAsSSOMemberForOrganization,
  updateOrganizationMemberLastSeenAt,
]

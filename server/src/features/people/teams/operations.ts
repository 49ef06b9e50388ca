import {
  addMemberToOrganizationTeamById,
  deleteMemberFromOrganizationTeamById,
  updateMembersInOrganizationTeam,
} from './change-team-members.ts'
import { createOrganizationTeam } from './create-team.ts'
import { getTeamInOrganizationById } from './get-team.ts'
import { listTeamMembersInOrganizationById } from './list-team-members.ts'
import { listTeamsForOrganizationMember } from './list-teams-of-member.ts'
import { listTeamsInOrganizationById } from './list-teams.ts'
import { removeTeamFromOrganizationById } from './remove-team.ts'
import { updateTeamInOrganizationById } from './update-team.ts'

export const teamOperations = [
  listTeamsInOrganizationById,
  createOrganizationTeam,
  getTeamInOrganizationById,
  updateTeamInOrganizationById,
  removeTeamFromOrganizationById,
  listTeamMembersInOrganizationById,
  updateMembersInOrganizationTeam,
  addMemberToOrganizationTeamById,
  deleteMemberFromOrganizationTeamById,
  listTeamsForOrganizationMember,
]

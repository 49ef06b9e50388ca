import {
  getOrganizationAgentInstructions,
  updateOrganizationAgentInstructions,
} from './agent-instructions.ts'
import { createOrganization } from './create-organization.ts'
import { getOrganizationById } from './get-organization.ts'
import { joinOrganization } from './join-organization.ts'
import { getOrganizationsForEmailDomain } from './list-organizations-of-email-domain.ts'
import { listOrganizationsForAuthenticatedUser } from './list-organizations.ts'
import { updateOrganizationById } from './update-organization.ts'

export const organizationOperations = [
  listOrganizationsForAuthenticatedUser,
  createOrganization,
  getOrganizationById,
  updateOrganizationById,
  joinOrganization,
  getOrganizationAgentInstructions,
  updateOrganizationAgentInstructions,
  getOrganizationsForEmailDomain,
]

import { createSpace } from './create-space.ts'
import { deleteSpaceById } from './delete-space.ts'
import { duplicateSpace } from './duplicate-space.ts'
import { getSpaceById } from './get-space.ts'
import { listSpacesForOrganizationMember } from './list-spaces-of-member.ts'
import { listSpacesInOrganizationById } from './list-spaces.ts'
import { moveSpace } from './move-space.ts'
import { restoreSpace } from './restore-space.ts'
import { updateSpaceById } from './update-space.ts'

export const spaceOperations = [
  listSpacesInOrganizationById,
  listSpacesForOrganizationMember,
  createSpace,
  getSpaceById,
  updateSpaceById,
  deleteSpaceById,
  restoreSpace,
  duplicateSpace,
  moveSpace,
]

import { addSectionGroupToSite } from './add-group.ts'
import { addSectionToGroup } from './add-section-to-group.ts'
import { deleteSiteSectionGroupById } from './delete-group.ts'
import { listSiteSectionGroups } from './list-groups.ts'
import { moveSiteSectionGroup } from './move-group.ts'
import { removeSectionFromGroup } from './remove-section-from-group.ts'
import { updateSiteSectionGroupById } from './update-group.ts'

export const siteSectionGroupOperations = [
  listSiteSectionGroups,
  addSectionGroupToSite,
  updateSiteSectionGroupById,
  deleteSiteSectionGroupById,
  addSectionToGroup,
  removeSectionFromGroup,
  moveSiteSectionGroup,
]

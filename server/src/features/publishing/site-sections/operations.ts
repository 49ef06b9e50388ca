import { addSectionToSite } from './add-section.ts'
import { deleteSiteSectionById } from './delete-section.ts'
import { listSiteSections } from './list-sections.ts'
import { moveSiteSection } from './move-section.ts'
import { updateSiteSectionById } from './update-section.ts'

export const siteSectionOperations = [
  listSiteSections,
  addSectionToSite,
  updateSiteSectionById,
  deleteSiteSectionById,
  moveSiteSection,
]

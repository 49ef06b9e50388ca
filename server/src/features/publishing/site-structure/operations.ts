import { addSectionGroupToSite } from './add-group.ts'
import { addSectionToGroup } from './add-section-to-group.ts'
import { addSectionToSite } from './add-section.ts'
import { addSpaceToSite } from './add-site-space.ts'
import { deleteSiteSectionGroupById } from './delete-group.ts'
import { deleteSiteSectionById } from './delete-section.ts'
import { deleteSiteSpaceById } from './delete-site-space.ts'
import { duplicateSiteSpace } from './duplicate-site-space.ts'
import {
  addExternalLinkToSite,
  deleteSiteExternalLinkById,
  updateSiteExternalLinkById,
} from './external-links.ts'
import { getSiteStructure } from './get-site-structure.ts'
import { listSiteSectionGroups } from './list-groups.ts'
import { listSiteSections } from './list-sections.ts'
import { listSiteSpaces } from './list-site-spaces.ts'
import { moveSiteSectionGroup } from './move-group.ts'
import { moveSiteSection } from './move-section.ts'
import { moveSiteSpace } from './move-site-space.ts'
import { removeSectionFromGroup } from './remove-section-from-group.ts'
import { sortSiteStructure } from './sort-site-structure.ts'
import { updateSiteSectionGroupById } from './update-group.ts'
import { updateSiteSectionById } from './update-section.ts'
import { updateSiteSpaceById } from './update-site-space.ts'

export const siteStructureOperations = [
  getSiteStructure,
  sortSiteStructure,
  listSiteSections,
  addSectionToSite,
  updateSiteSectionById,
  deleteSiteSectionById,
  moveSiteSection,
  listSiteSectionGroups,
  addSectionGroupToSite,
  updateSiteSectionGroupById,
  deleteSiteSectionGroupById,
  addSectionToGroup,
  removeSectionFromGroup,
  moveSiteSectionGroup,
  listSiteSpaces,
  addSpaceToSite,
  updateSiteSpaceById,
  deleteSiteSpaceById,
  moveSiteSpace,
  duplicateSiteSpace,
  addExternalLinkToSite,
  updateSiteExternalLinkById,
  deleteSiteExternalLinkById,
]

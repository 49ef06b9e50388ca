import { addSpaceToSite } from './add-site-space.ts'
import { deleteSiteSpaceById } from './delete-site-space.ts'
import { listSiteSpaces } from './list-site-spaces.ts'
import { moveSiteSpace } from './move-site-space.ts'
import { updateSiteSpaceById } from './update-site-space.ts'

export const siteSpaceOperations = [
  listSiteSpaces,
  addSpaceToSite,
  updateSiteSpaceById,
  deleteSiteSpaceById,
  moveSiteSpace,
]

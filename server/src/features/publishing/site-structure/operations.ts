import { getSiteStructure } from './get-site-structure.ts'
import { sortSiteStructure } from './sort-site-structure.ts'

export const siteStructureOperations = [getSiteStructure, sortSiteStructure]

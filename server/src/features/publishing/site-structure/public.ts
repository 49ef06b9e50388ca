export { pageOfParts } from './page-of-parts.ts'
export { movePart } from './move-part.ts'
export { groupIn, sectionIn, siteSpaceIn } from './parts-of-tree.ts'
export { saveStructure } from './save-structure.ts'
export { validShareKey } from './share-key.ts'
export { keptCondition } from './site-conditions.ts'
export { chosenPath, takenBySections, takenBySiteSpaces } from './site-paths.ts'
export {
  defaultsOf,
  groupsInOrder,
  isShown,
  sectionsInOrder,
  siteSpacesInOrder,
  siteSpacesOf,
  type SiteTree,
} from './site-tree.ts'
export { notOfSection } from './structure-errors.ts'
export {
  openPart,
  openStructure,
  openStructureFor,
  readStructure,
  spaceToShow,
} from './structure-resolve.ts'
export {
  readStructureForReaders,
  type StructureForReaders,
} from './structure-for-readers.ts'
export {
  viewGroup,
  viewing,
  viewSection,
  viewSiteSpace,
  viewStructure,
} from './structure-view.ts'
export {
  addGroupNode,
  addSectionNode,
  addSiteSpaceNode,
  putIntoGroup,
  removeGroupNode,
  removeSectionNode,
  removeSiteSpaceNode,
  sectionForNew,
  takeOutOfGroup,
} from './tree-changes.ts'
export { siteSpacesBelow, viewFor } from './view-for.ts'
export { viewOneGroup, viewOneSection, viewOneSiteSpace } from './view-one.ts'

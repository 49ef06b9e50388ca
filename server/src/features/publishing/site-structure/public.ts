export { withoutLinks } from './reads-links.ts'
export { validShareKey } from './share-key.ts'
export {
  defaultsOf,
  siteSpacesInOrder,
  siteSpacesOf,
  type SiteTree,
} from './site-tree.ts'
export { readStructure } from './structure-resolve.ts'
export {
  readStructureForReaders,
  type StructureForReaders,
} from './structure-for-readers.ts'
export { viewing, viewStructure } from './structure-view.ts'
export { viewFor } from './view-for.ts'

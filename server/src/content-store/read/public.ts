export { selectPageIdAtPath } from './page-at-path.ts'
export { hasPageAt } from './page-in-head.ts'
export {
  type EntryAt,
  selectEntry,
  selectEntryAt,
  selectEntryInRevision,
} from './select-entry.ts'
export { type OpenPlace, selectFileObject } from './select-file-object.ts'
export { type FileListRow, selectFiles, selectFilesInRevision } from './select-files.ts'
export {
  type ContentPlace,
  type FoundInPlace,
  type FoundRevision,
  hasEntry,
  hasKind,
  hasPage,
  readInPlace,
  readInSpace,
  revisionOf,
  versionedAtHead,
  versionedInPlace,
} from './select-for-caller.ts'
export {
  type OutlineEntry,
  type OutlineRow,
  selectOutline,
  selectOutlineInRevision,
  selectVersions,
} from './select-outline.ts'
export {
  type AncestorColumns,
  type BodyColumns,
  type BodyShape,
  type HeadPageRow,
  type OrNone,
  type RevisionPageRow,
  selectPage,
  selectPageAtPath,
  selectPageAtPathInRevision,
  selectPageInRevision,
} from './select-page.ts'
export {
  entriesAt,
  selectAncestors,
  selectChildrenInRevision,
  selectSubtree,
  selectTree,
  selectTreeInRevision,
  type TreeRow,
} from './select-tree.ts'
export { versionedRevisionAtHead } from './versioned-revision.ts'

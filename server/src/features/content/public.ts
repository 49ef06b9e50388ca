export { beginContent } from './begin-content.ts'
export {
  commitRevision,
  type DocumentToStore,
  type EntryToStore,
  type GoneEntry,
  type OldName,
  type RevisionToStore,
} from './commit-revision.ts'
export {
  carryContent,
  type CarriedHeads,
  type Carrying,
  holdContent,
} from './carry-content.ts'
export { copyContent } from './copy-content.ts'
export { selectFileKeys } from './copy-queries.ts'
export { documentIdOf } from './document-id.ts'
export {
  type EntryKind,
  type EntryState,
  isPageKind,
  type StoredLink,
  variablesId,
} from './entry-state.ts'
export { decodeProjection, projectionJson } from './projection.ts'
export { selectFileObject } from './select-file-object.ts'
export {
  isFindable,
  selectChangedForSearch,
  selectHeadForSearch,
  selectPageIdsForSearch,
  selectPagesForSearch,
  selectSpacesForSearch,
  selectVersionsForSearch,
} from './select-search-pages.ts'
export { addressOf } from './addresses.ts'
export {
  type BlockChange,
  type BodyEdit,
  type BodyOutcome,
  type BodyProblem,
  type BodyText,
  type BodyWork,
  readBodies,
  type ReadBody,
  type SentBody,
  writeBody,
} from './body-work.ts'
export { withStoredLinks } from './document-refs.ts'
export {
  type BaseRow,
  type EntryRow,
  selectBases,
  selectDescendants,
  selectEntries,
  selectOldVersion,
  selectSiblings,
  type SiblingRow,
} from './entry-queries.ts'
export { lockBranch, selectContentForCaller, selectRevision } from './head-queries.ts'
export { addressOfFile, fileOfPage, pathOfNamed } from './page-files.ts'
export {
  type DraftOfTargets,
  idsIn,
  type RefsToResolve,
  resolveLinks,
} from './resolve-links.ts'
export type { OfBranch } from './revision-writes.ts'
export { selectLeadingTo } from './target-queries.ts'
export { type PlaceForSearch, selectPlacesForSearch } from './select-search-places.ts'
export { selectDocument, selectDocumentSource } from './select-documents.ts'
export {
  selectChangedEntries,
  selectEntry,
  selectEntryInRevision,
} from './select-entry.ts'
export { type FileListRow, selectFiles, selectFilesInRevision } from './select-files.ts'
export {
  hasEntry,
  hasKind,
  hasPage,
  readInSpace,
  revisionOf,
  versionedAtHead,
} from './select-for-caller.ts'
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
export { type RevisionListRow, selectRevisions } from './select-revisions.ts'
export {
  type InRevision,
  type OfSpace,
  type RevisionColumns,
  selectRevisionForCaller,
  type VersionRow,
} from './select-space.ts'
export {
  selectAncestors,
  selectChildrenInRevision,
  selectSubtree,
  selectTree,
  selectTreeInRevision,
  type TreeRow,
} from './select-tree.ts'
export { type DifferenceRow, selectDifferences } from './rollback-queries.ts'
export {
  type HeadEntryRow,
  selectHeadEntries,
  selectOrigins,
} from './select-head-entries.ts'
export { boundedSlug } from './bounded-slug.ts'

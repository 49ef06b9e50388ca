export { beginBranch } from './begin-branch.ts'
export { beginContent } from './begin-content.ts'
export {
  type CommittedRevision,
  commitRevision,
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
export type { DocumentToStore } from './document-rows.ts'
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
  selectSiblings,
  type SiblingRow,
} from './entry-queries.ts'
export { lockBranch, selectContentForCaller, selectRevision } from './head-queries.ts'
export { selectVersionBefore, selectVersionIn } from './old-version.ts'
export { hasPageAt } from './page-in-head.ts'
export { selectPageIdAtPath } from './page-at-path.ts'
export { addressOfFile, fileOfPage, pathOfNamed } from './page-files.ts'
export {
  type DraftOfTargets,
  idsIn,
  type RefsToResolve,
  resolveLinks,
  storedLink,
} from './resolve-links.ts'
export { mainBranch, type OfBranch, shapeOf, withoutChanges } from './branches.ts'
export { keyOfTarget, respellLinksTask, type TargetNow } from './respell-links.ts'
export { selectLeadingTo } from './target-queries.ts'
export type { TextChange } from './text-change.ts'
export { selectTexts } from './select-texts.ts'
export { type PlaceForSearch, selectPlacesForSearch } from './select-search-places.ts'
export {
  selectDocument,
  selectDocumentSource,
  selectLinksOfVersion,
} from './select-documents.ts'
export { selectBodyChanges, selectMainRevisions } from './select-body-changes.ts'
export { selectChangedEntries, selectChangedOnBranch } from './select-changed.ts'
export { selectEntry, selectEntryInRevision } from './select-entry.ts'
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
  type OutlineEntry,
  type OutlineRow,
  selectOutline,
  selectOutlineInRevision,
  selectVersions,
} from './select-outline.ts'
export { type RevisionListRow, selectRevisions } from './select-revisions.ts'
export {
  type HeadColumns,
  type OfSpace,
  selectHead,
  selectPlace,
  type VersionRow,
} from './select-space.ts'
export type { OfRevision } from './version-at.ts'
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
  selectHidden,
} from './select-head-entries.ts'
export { findBrokenPaths } from './find-broken-paths.ts'
export { selectBacklinks } from './select-backlinks.ts'
export {
  type LinkListRow,
  selectBrokenTargets,
  selectLinkTargets,
} from './select-links.ts'
export {
  type LocatedRow,
  selectLocated,
  selectSpaceHeads,
  type SpaceHeadRow,
} from './select-located.ts'
export { boundedSlug } from './bounded-slug.ts'
export {
  type HeadsRow,
  selectHeads,
  selectNamesakes,
  selectPlaces,
  selectSides,
  selectTextsById,
} from './merge-queries.ts'
export { differs, oldNameOf, sorted, stateOfRow } from './entry-difference.ts'

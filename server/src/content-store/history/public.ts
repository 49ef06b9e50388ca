export { selectVersionBefore, selectVersionIn } from './old-version.ts'
export {
  copyVersions,
  type DifferenceRow,
  selectDifferences,
} from './rollback-queries.ts'
export { selectBodyChanges, selectMainRevisions } from './select-body-changes.ts'
export { selectChangedEntries, selectChangedOnBranch } from './select-changed.ts'
export {
  type FollowedSpecification,
  type RevisionListRow,
  selectRevisions,
} from './select-revisions.ts'

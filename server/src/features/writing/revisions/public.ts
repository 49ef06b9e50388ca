export { readChangeRequestRevision, readHeadRevision } from './read-head-revision.ts'
export { changesOfRevision } from './get-changes.ts'
export { revisionAtHead, revisionIn } from './get-revision.ts'
export type { FindMergedFrom } from './merged-from.ts'

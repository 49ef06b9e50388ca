export { beginBranch } from './begin-branch.ts'
export { beginContent } from './begin-content.ts'
export { boundedSlug } from './bounded-slug.ts'
export {
  commitRevision,
  type CommittedRevision,
  type EntryToStore,
  type GoneEntry,
  type OldName,
  type RevisionToStore,
} from './commit-revision.ts'
export { countFiles, insertBranch, insertDocuments } from './revision-writes.ts'

export { ImportFailure } from './import-failure.ts'
export type { ImportMode } from './imported-tree.ts'
export { listUploads, type UploadedFiles } from './list-uploads.ts'
export { pathsOfTree } from './paths-of-tree.ts'
export {
  conditionProblems,
  type ReadEntries,
  readEntries,
  type ReadText,
  readTexts,
} from './read-entries.ts'
export { readUploads } from './read-uploads.ts'
export type { StoredResult } from './tree-difference.ts'
export { type ImportedEntry, readFiles, type Unpacked } from './unpack-task.ts'
export {
  prepareComments,
  readHead,
  readHidden,
  withDeleted,
  writeUnpacked,
} from './write-tree.ts'

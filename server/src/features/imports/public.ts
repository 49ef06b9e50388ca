export { pathsOfTree } from './import-targets.ts'
export { type ReadEntries, readTexts, type ReadText } from './read-entries.ts'
export { type ImportedEntry, readFiles, type Unpacked } from './unpack-task.ts'
export { readHead, writeUnpacked } from './write-import.ts'

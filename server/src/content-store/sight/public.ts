export { hiddenAmong, type HiddenPage } from './hidden-pages.ts'
export {
  fileSight,
  isEntrySeen,
  seenAmong,
  seenFiles,
  seenOf,
  seenPageRows,
  seenRows,
} from './see-content.ts'
export type { KnownVisitor } from './seen-by.ts'

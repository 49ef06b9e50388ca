export {
  fileSight,
  isEntrySeen,
  type KnownVisitor,
  seenAmong,
  seenFiles,
  seenOf,
  seenPageRows,
  seenRows,
} from './see-content.ts'

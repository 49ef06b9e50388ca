export {
  isEntrySeen,
  seenAmong,
  seenFiles,
  seenOf,
  seenPageRows,
  seenRows,
} from './see-content.ts'

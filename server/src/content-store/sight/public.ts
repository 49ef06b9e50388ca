export { hiddenPages, withSeenTargets } from './hidden-targets.ts'
export {
  fileSight,
  holdingFor,
  isEntrySeen,
  seenAmong,
  seenFiles,
  seenOf,
  seenPageRows,
  seenRows,
} from './see-content.ts'
export type { KnownVisitor } from './seen-by.ts'
export { selectPageConditions } from './sight-queries.ts'
export { isSpecSeen } from './see-specs.ts'

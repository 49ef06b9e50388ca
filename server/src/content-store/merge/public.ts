export { selectHeads } from './merge-queries.ts'
export type { Resolutions } from './merge-work.ts'
export { isPlanFor, type MergePlan, planMerge, planMergeUnderLock } from './plan-merge.ts'
export {
  mergedTexts,
  type MergeToWrite,
  mergeIntoBranch,
  mergeIntoMain,
} from './merge-to-write.ts'

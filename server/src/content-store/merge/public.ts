export { selectHeads, selectTextsById } from './merge-queries.ts'
export type { Resolutions } from './merge-work.ts'
export { isPlanFor, type MergePlan, planMerge } from './plan-merge.ts'
export {
  mergedTexts,
  type MergeToWrite,
  mergeIntoBranch,
  mergeIntoMain,
} from './merge-to-write.ts'

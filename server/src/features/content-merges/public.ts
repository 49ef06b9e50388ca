export type { Resolutions } from './merge-work.ts'
export { isPlanFor, type MergePlan, planMerge } from './plan-merge.ts'
export {
  mergedTexts,
  type SettledMerge,
  settleOnBranch,
  settleOnMain,
} from './settle-merge.ts'

export { addressOf } from './addresses.ts'
export { findBrokenPaths } from './find-broken-paths.ts'
export { addressOfFile, fileOfPage, pathOfNamed } from './page-files.ts'
export {
  type DraftOfTargets,
  idsIn,
  type RefsToResolve,
  resolveLinks,
  storedLink,
} from './resolve-links.ts'
export { keyOfTarget, respellLinksTask, type TargetNow } from './respell-work.ts'
export { selectBacklinks } from './select-backlinks.ts'
export {
  type LinkListRow,
  selectBrokenTargets,
  selectLinkTargets,
} from './select-links.ts'
export {
  type LocatedRow,
  selectLocated,
  selectSpaceHeads,
  type SpaceHeadRow,
} from './select-located.ts'
export { selectLeadingTo } from './target-queries.ts'

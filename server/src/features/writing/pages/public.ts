export { documentInRevision } from './document-in-revision.ts'
export { requirePageInPlace } from './get-page-in-revision.ts'
export { findPageAtPath, findPageById, hasPath } from './get-page.ts'
export { pathAmong } from './page-path.ts'
export { viewTree } from './page-tree.ts'
export {
  type ComputedQuery,
  declaredAsked,
  declaredScene,
  isDeclaredGroup,
  type PageScene,
  pageScene,
  revisionScene,
  viewCover,
  viewLayout,
  viewPage,
} from './page-view.ts'
export { viewReusableContent } from './reusable-content-view.ts'
export { recordUses } from './record-uses.ts'

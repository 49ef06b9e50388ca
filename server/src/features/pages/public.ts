export { pathAmong } from './page-path.ts'
export { viewTree } from './page-tree.ts'
export { pageScene, viewCover, viewLayout } from './page-view.ts'
export { viewReusableContent } from './reusable-content-view.ts'

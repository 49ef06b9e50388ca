export { spaceAppUrl } from './app-urls.ts'
export { createNode } from './create-node.ts'
export { resolvedLevel, storedLevel } from './default-level.ts'
export { dropCollectionGrants, dropSpaceGrants, grantTo } from './give-grants.ts'
export { listedFor } from './listed-for.ts'
export { lockForChange, type Reach } from './lock-node.ts'
export { type Moved, moveNode } from './move-node.ts'
export {
  isRestorable,
  type NodeColumns,
  nodeColumns,
  nodeForCaller,
  type NodeOfCaller,
  trashDays,
} from './node-access.ts'
export { openPositionAfter } from './open-position-after.ts'
export { positionAtEnd, enterParent, openParent } from './open-parent.ts'
export { creationPolicy } from './creation-policy.ts'
export { lockStructure, type OfNode, rewriteSubtree } from './structure-queries.ts'

export { checkOverlay } from './check-overlay-work.ts'
export { lockSpec, type OfSpec, type SpecRow } from './openapi-spec-queries.ts'
export {
  authorizeEdit,
  authorizeReader,
  authorizeView,
  findSpec,
  findVersion,
  type FoundVersion,
  type NamedSpec,
  slugKey,
} from './openapi-spec-resolve.ts'
export { specLocation } from './openapi-spec-view.ts'
export { type FileParts, readFilePartsTask } from './read-file-parts.ts'
export { showSpec } from './show-spec.ts'
export type { OverlayProblemFound } from './show-spec-work.ts'
export { type PartHash, selectParts, selectShownInfo } from './shown-queries.ts'
export { bundleKey } from './spec-content.ts'
export { addSpecRoutes, isSpecMember } from './spec-routes.ts'

export { anchorHashes, anchorHashOf } from './anchor-hash.ts'
export {
  type BlockChange,
  type BodyEdit,
  type BodyOutcome,
  type BodyProblem,
  type BodyText,
  type BodyWork,
  readBodies,
  type ReadBody,
  type SentBody,
  writeBody,
} from './body-work.ts'
export { documentIdOf, documentIdOfDigest } from './document-id.ts'
export { refsOf, withRefs } from './document-refs.ts'
export { documentRows, type DocumentRows, type DocumentToStore } from './document-rows.ts'
export { decodeProjection, encodeProjection, projectionJson } from './projection.ts'
export {
  currentProjection,
  selectOldProjections,
  updateProjection,
} from './projection-queries.ts'
export {
  type DocumentVersionRow,
  selectDocument,
  selectDocumentSource,
  selectDocumentVersions,
  selectLinksOfVersion,
} from './select-documents.ts'
export { selectTexts, selectTextsById } from './select-texts.ts'
export { partsOfBlock, type ShownPart, shownParts } from './shown-parts.ts'
export type { TextChange } from './text-change.ts'
export { selectWithoutUses, updateUses, type WithoutUsesRow } from './uses-queries.ts'

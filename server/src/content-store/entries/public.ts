export { differs, oldNameOf, sorted, stateOfRow } from './entry-difference.ts'
export {
  type BaseRow,
  columns,
  type EntryRow,
  selectBases,
  selectDescendants,
  selectEntries,
  selectSiblings,
  type SiblingRow,
} from './entry-queries.ts'
export {
  type Attributes,
  type EntryKind,
  type EntryState,
  isPageKind,
  type StoredLink,
  variablesId,
} from './entry-state.ts'
export { type Uses, usesOf } from './entry-uses.ts'
export {
  type HeadEntryRow,
  selectHeadEntries,
  selectHidden,
} from './select-head-entries.ts'
export { isSpecTarget, sourceSpecs, specTarget, withSpecTargets } from './spec-targets.ts'

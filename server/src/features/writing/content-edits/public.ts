export { editContent } from './edit-content.ts'
export { plannedEntry, preparedOf } from './computed-groups.ts'
export { invalidChange, spaceLocked } from './content-edit-errors.ts'
export {
  type Draft,
  draftFrom,
  isInside,
  place,
  remove,
  rename,
  siblingsIn,
} from './draft.ts'
export { finishDraft } from './finish-draft.ts'
export { type LoadedState, loadState } from './load-state.ts'
export {
  type ContentToEdit,
  findContent,
  lockContent,
  requireEditable,
} from './resolve-content.ts'
export { finishedTexts } from './text-changes.ts'

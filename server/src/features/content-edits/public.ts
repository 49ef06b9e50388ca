export { editContent } from './edit-content.ts'
export { invalidChange, spaceLocked } from './content-edit-errors.ts'
export { spaceContentUpdated } from './content-edit-events.ts'
export {
  type ContentToEdit,
  findContent,
  lockContent,
  requireEditable,
} from './resolve-content.ts'

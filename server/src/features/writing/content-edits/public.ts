export { editContent } from './edit-content.ts'
export { invalidChange, spaceLocked } from './content-edit-errors.ts'
export {
  type ContentToEdit,
  findContent,
  lockContent,
  requireEditable,
} from './resolve-content.ts'

export { spaceLocked } from './content-edit-errors.ts'
export { spaceContentUpdated } from './content-edit-events.ts'

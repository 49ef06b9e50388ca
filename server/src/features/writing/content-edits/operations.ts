import { rollbackSpaceRevision } from './rollback-space-revision.ts'
import { updateSpaceContent } from './update-space-content.ts'

export const contentEditOperations = [updateSpaceContent, rollbackSpaceRevision]

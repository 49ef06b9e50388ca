import { listOpenAPISpecVersionChanges } from './list-changes.ts'

export const openApiChangeOperations = [listOpenAPISpecVersionChanges]

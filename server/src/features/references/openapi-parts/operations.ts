import { readOpenAPISpecParts } from './read-parts.ts'

export const openApiPartOperations = [readOpenAPISpecParts]

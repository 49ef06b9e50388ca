import { applyTemplateToSpace } from './apply-template.ts'

export const templateOperations = [applyTemplateToSpace]

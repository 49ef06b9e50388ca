import { partnerCheck } from '#/platform/integrity/common-checks.ts'
import type { OrganizationCheck } from '#/platform/integrity/integrity-check.ts'

/** Checks that the space of a diagram exists: without it, nothing would ever delete its drawings. */
const space = partnerCheck('diagram-space', 'diagram.space_id', 'space.id')

export const diagramChecks: readonly OrganizationCheck[] = [space]

import { partnerCheck } from '#/platform/integrity/common-checks.ts'
import type { OrganizationCheck } from '#/platform/integrity/integrity-check.ts'

/**
 * Checks that the revision of a PDF exists: without it, nobody could request the PDF again, but it
 * would keep its storage.
 */
const revision = partnerCheck('pdf-revision', 'pdf.revision_id', 'revision.id', {
  within: { space_id: 'space_id' },
})

export const pdfChecks: readonly OrganizationCheck[] = [revision]

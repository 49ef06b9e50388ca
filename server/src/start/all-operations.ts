import { apiTokenOperations } from '#/features/api-tokens/operations.ts'
import { auditEventOperations } from '#/features/audit-events/operations.ts'
import { changeRequestOperations } from '#/features/change-requests/operations.ts'
import { checkOperations } from '#/features/checks/operations.ts'
import { commentOperations } from '#/features/comments/operations.ts'
import { contentEditOperations } from '#/features/content-edits/operations.ts'
import { customHostnameOperations } from '#/features/custom-hostnames/operations.ts'
import { exportOperations } from '#/features/exports/operations.ts'
import { fileOperations } from '#/features/files/operations.ts'
import { contentPermissionOperations } from '#/features/content-permissions/operations.ts'
import { collectionOperations } from '#/features/collections/operations.ts'
import { importOperations } from '#/features/imports/operations.ts'
import { inviteOperations } from '#/features/invites/operations.ts'
import { linkOperations } from '#/features/links/operations.ts'
import { memberOperations } from '#/features/members/operations.ts'
import { notificationOperations } from '#/features/notifications/operations.ts'
import { organizationOperations } from '#/features/organizations/operations.ts'
import { pageOperations } from '#/features/pages/operations.ts'
import { publishedSiteOperations } from '#/features/published-sites/operations.ts'
import { siteInsightsOperations } from '#/features/site-insights/operations.ts'
import { pdfOperations } from '#/features/pdf/operations.ts'
import { reviewOperations } from '#/features/reviews/operations.ts'
import { revisionOperations } from '#/features/revisions/operations.ts'
import { siteAdaptiveOperations } from '#/features/site-adaptive/operations.ts'
import { siteCustomizationOperations } from '#/features/site-customization/operations.ts'
import { sitePublishingOperations } from '#/features/site-publishing/operations.ts'
import { siteRedirectOperations } from '#/features/site-redirects/operations.ts'
import { siteShareLinkOperations } from '#/features/site-share-links/operations.ts'
import { siteSectionGroupOperations } from '#/features/site-section-groups/operations.ts'
import { siteSectionOperations } from '#/features/site-sections/operations.ts'
import { siteSpaceOperations } from '#/features/site-spaces/operations.ts'
import { siteStructureOperations } from '#/features/site-structure/operations.ts'
import { siteOperations } from '#/features/sites/operations.ts'
import { spaceOperations } from '#/features/spaces/operations.ts'
import { searchOperations } from '#/features/search/operations.ts'
import { subdomainOperations } from '#/features/subdomains/operations.ts'
import { systemOperations } from '#/features/system/operations.ts'
import { teamOperations } from '#/features/teams/operations.ts'
import { templateOperations } from '#/features/apply-templates/operations.ts'
import { transferOperations } from '#/features/transfers/operations.ts'
import { userOperations } from '#/features/users/operations.ts'
import type { Operation } from '#/platform/http/operation.ts'

/** Every operation the api serves. */
export const allOperations: readonly Operation[] = [
  ...apiTokenOperations,
  ...auditEventOperations,
  ...changeRequestOperations,
  ...checkOperations,
  ...commentOperations,
  ...contentEditOperations,
  ...customHostnameOperations,
  ...exportOperations,
  ...fileOperations,
  ...contentPermissionOperations,
  ...collectionOperations,
  ...importOperations,
  ...inviteOperations,
  ...linkOperations,
  ...memberOperations,
  ...notificationOperations,
  ...organizationOperations,
  ...pageOperations,
  ...publishedSiteOperations,
  ...siteInsightsOperations,
  ...pdfOperations,
  ...reviewOperations,
  ...revisionOperations,
  ...siteAdaptiveOperations,
  ...siteCustomizationOperations,
  ...sitePublishingOperations,
  ...siteRedirectOperations,
  ...siteShareLinkOperations,
  ...siteSectionGroupOperations,
  ...siteSectionOperations,
  ...siteSpaceOperations,
  ...siteStructureOperations,
  ...siteOperations,
  ...spaceOperations,
  ...searchOperations,
  ...subdomainOperations,
  ...systemOperations,
  ...teamOperations,
  ...templateOperations,
  ...transferOperations,
  ...userOperations,
]

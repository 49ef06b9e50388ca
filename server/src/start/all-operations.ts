import { inviteOperations } from '#/features/joining/invites/operations.ts'
import { notificationOperations } from '#/features/joining/notifications/operations.ts'
import { templateOperations } from '#/features/moving/apply-templates/operations.ts'
import { importOperations } from '#/features/moving/imports/operations.ts'
import { linkOperations } from '#/features/moving/links/operations.ts'
import { transferOperations } from '#/features/moving/transfers/operations.ts'
import { apiTokenOperations } from '#/features/people/api-tokens/operations.ts'
import { scimTokenOperations } from '#/features/people/scim-tokens/operations.ts'
import { secondFactorOperations } from '#/features/people/second-factor/operations.ts'
import { sessionOperations } from '#/features/people/sessions/operations.ts'
import { signInMethodOperations } from '#/features/people/sign-in-methods/operations.ts'
import { auditEventOperations } from '#/features/people/audit-events/operations.ts'
import { memberOperations } from '#/features/people/members/operations.ts'
import { organizationOperations } from '#/features/people/organizations/operations.ts'
import { samlProviderOperations } from '#/features/people/saml-providers/operations.ts'
import { subdomainOperations } from '#/features/people/subdomains/operations.ts'
import { emailChangeOperations } from '#/features/joining/email-change/operations.ts'
import { firstRunOperations } from '#/features/joining/first-run/operations.ts'
import { systemOperations } from '#/features/people/system/operations.ts'
import { teamOperations } from '#/features/people/teams/operations.ts'
import { userOperations } from '#/features/people/users/operations.ts'
import { pageMetaLinkOperations } from '#/features/publishing/page-meta-links/operations.ts'
import { customFontOperations } from '#/features/publishing/custom-fonts/operations.ts'
import { customHostnameOperations } from '#/features/publishing/custom-hostnames/operations.ts'
import { pdfOperations } from '#/features/publishing/pdf/operations.ts'
import { publishedSiteOperations } from '#/features/publishing/published-sites/operations.ts'
import { siteAdaptiveOperations } from '#/features/publishing/site-adaptive/operations.ts'
import { siteCustomizationOperations } from '#/features/publishing/site-customization/operations.ts'
import { openApiOverlayOperations } from '#/features/references/openapi-overlays/operations.ts'
import { openApiPartOperations } from '#/features/references/openapi-parts/operations.ts'
import { openApiChangeOperations } from '#/features/references/openapi-changes/operations.ts'
import { openApiRequestOperations } from '#/features/references/openapi-requests/operations.ts'
import { openApiSpecOperations } from '#/features/references/openapi-specs/operations.ts'
import { siteInsightsOperations } from '#/features/insight/site-insights/operations.ts'
import { sitePermissionOperations } from '#/features/publishing/site-permissions/operations.ts'
import { sitePublishingOperations } from '#/features/publishing/site-publishing/operations.ts'
import { siteRedirectOperations } from '#/features/publishing/site-redirects/operations.ts'
import { siteShareLinkOperations } from '#/features/publishing/site-share-links/operations.ts'
import { siteStructureOperations } from '#/features/publishing/site-structure/operations.ts'
import { siteOperations } from '#/features/publishing/sites/operations.ts'
import { changeRequestOperations } from '#/features/review/change-requests/operations.ts'
import { checkOperations } from '#/features/review/checks/operations.ts'
import { mergedRevisionOperations } from '#/features/review/merged-revisions/operations.ts'
import { reviewOperations } from '#/features/review/reviews/operations.ts'
import { collectionOperations } from '#/features/writing/collections/operations.ts'
import { commentOperations } from '#/features/writing/comments/operations.ts'
import { contentEditOperations } from '#/features/writing/content-edits/operations.ts'
import { contentPermissionOperations } from '#/features/writing/content-permissions/operations.ts'
import { exportOperations } from '#/features/writing/exports/operations.ts'
import { fileOperations } from '#/features/writing/files/operations.ts'
import { pageOperations } from '#/features/writing/pages/operations.ts'
import { revisionOperations } from '#/features/writing/revisions/operations.ts'
import { searchOperations } from '#/features/writing/search/operations.ts'
import { spaceOperations } from '#/features/writing/spaces/operations.ts'
import type { Operation } from '#/platform/http/operation.ts'

/** Every operation the api serves. */
export const allOperations: readonly Operation[] = [
  ...sessionOperations,
  ...samlProviderOperations,
  ...signInMethodOperations,
  ...secondFactorOperations,
  ...apiTokenOperations,
  ...scimTokenOperations,
  ...auditEventOperations,
  ...changeRequestOperations,
  ...checkOperations,
  ...commentOperations,
  ...contentEditOperations,
  ...pageMetaLinkOperations,
  ...customFontOperations,
  ...customHostnameOperations,
  ...exportOperations,
  ...fileOperations,
  ...contentPermissionOperations,
  ...collectionOperations,
  ...importOperations,
  ...inviteOperations,
  ...linkOperations,
  ...memberOperations,
  ...mergedRevisionOperations,
  ...notificationOperations,
  ...organizationOperations,
  ...pageOperations,
  ...publishedSiteOperations,
  ...siteInsightsOperations,
  ...pdfOperations,
  ...openApiSpecOperations,
  ...openApiOverlayOperations,
  ...openApiPartOperations,
  ...openApiChangeOperations,
  ...openApiRequestOperations,
  ...reviewOperations,
  ...revisionOperations,
  ...siteAdaptiveOperations,
  ...siteCustomizationOperations,
  ...sitePermissionOperations,
  ...sitePublishingOperations,
  ...siteRedirectOperations,
  ...siteShareLinkOperations,
  ...siteStructureOperations,
  ...siteOperations,
  ...spaceOperations,
  ...searchOperations,
  ...subdomainOperations,
  ...systemOperations,
  ...emailChangeOperations,
  ...firstRunOperations,
  ...teamOperations,
  ...templateOperations,
  ...transferOperations,
  ...userOperations,
]

import { apiTokenOperations } from './api-tokens.ts'
import { auditEventOperations } from './audit-events.ts'
import { changeRequestCheckOperations } from './change-request-checks.ts'
import { changeRequestContentOperations } from './change-request-content.ts'
import { changeRequestOperations } from './change-requests.ts'
import { collectionOperations } from './collections.ts'
import { customFontOperations } from './custom-fonts.ts'
import { customHostnameOperations } from './custom-hostnames.ts'
import { commentOperations } from './comment-operations.ts'
import { contentUpdateOperations } from './content-updates.ts'
import { contentPermissionOperations } from './content-permissions.ts'
import { contentReadOperations } from './content-reads.ts'
import { importOperations } from './imports.ts'
import { inviteOperations } from './invites.ts'
import { linkOperations } from './links.ts'
import { memberOperations } from './members.ts'
import { notificationOperations } from './notifications.ts'
import { openApiChangeOperations } from './openapi-changes.ts'
import { openApiOverlayOperations } from './openapi-overlays.ts'
import { openApiRequestOperations } from './openapi-requests.ts'
import { openApiSpecOperations } from './openapi-specs.ts'
import type { OperationTypes } from './operation.ts'
import { organizationOperations } from './organizations.ts'
import { pageMetaLinkOperations } from './page-meta-links.ts'
import { pdfOperations } from './pdf.ts'
import { publishedSiteOperations } from './published-sites.ts'
import { reviewOperations } from './reviews.ts'
import { scimTokenOperations } from './scim-tokens.ts'
import { searchOperations } from './search.ts'
import { secondFactorOperations } from './second-factor.ts'
import { sessionOperations } from './sessions.ts'
import { singleSignOnOperations } from './single-sign-on.ts'
import { signInMethodOperations } from './sign-in-methods.ts'
import { siteInsightsQueryOperations } from './site-insights-query.ts'
import { siteExternalLinkOperations } from './site-external-links.ts'
import { siteInsightsOperations } from './site-insights.ts'
import { siteAdaptiveOperations } from './site-adaptive.ts'
import { siteCustomizationOperations } from './site-customization.ts'
import { sitePermissionOperations } from './site-permissions.ts'
import { sitePublishingOperations } from './site-publishing.ts'
import { siteRedirectOperations } from './site-redirects.ts'
import { siteShareLinkOperations } from './site-share-links.ts'
import { siteSectionGroupOperations } from './site-section-groups.ts'
import { siteSectionOperations } from './site-sections.ts'
import { siteSpaceOperations } from './site-spaces.ts'
import { siteStructureOperations } from './site-structure.ts'
import { siteOperations } from './sites.ts'
import { spaceOperations } from './spaces.ts'
import { storageOperations } from './storage.ts'
import { subdomainOperations } from './subdomains.ts'
import { emailChangeOperations } from './email-change.ts'
import { firstRunOperations } from './first-run.ts'
import { systemOperations } from './system.ts'
import { teamOperations } from './teams.ts'
import { templateOperations } from './templates.ts'
import { urlOperations } from './urls.ts'
import { userOperations } from './users.ts'

/** Every operation of the management API, by its id. */
export const operations = {
  ...apiTokenOperations,
  ...auditEventOperations,
  ...changeRequestOperations,
  ...changeRequestCheckOperations,
  ...changeRequestContentOperations,
  ...collectionOperations,
  ...commentOperations,
  ...customFontOperations,
  ...customHostnameOperations,
  ...contentUpdateOperations,
  ...contentPermissionOperations,
  ...contentReadOperations,
  ...importOperations,
  ...inviteOperations,
  ...linkOperations,
  ...memberOperations,
  ...notificationOperations,
  ...openApiOverlayOperations,
  ...openApiSpecOperations,
  ...openApiRequestOperations,
  ...openApiChangeOperations,
  ...organizationOperations,
  ...pageMetaLinkOperations,
  ...pdfOperations,
  ...publishedSiteOperations,
  ...reviewOperations,
  ...scimTokenOperations,
  ...searchOperations,
  ...sessionOperations,
  ...singleSignOnOperations,
  ...signInMethodOperations,
  ...secondFactorOperations,
  ...siteInsightsOperations,
  ...siteInsightsQueryOperations,
  ...siteAdaptiveOperations,
  ...siteCustomizationOperations,
  ...sitePermissionOperations,
  ...sitePublishingOperations,
  ...siteRedirectOperations,
  ...siteShareLinkOperations,
  ...siteSectionGroupOperations,
  ...siteSectionOperations,
  ...siteSpaceOperations,
  ...siteExternalLinkOperations,
  ...siteStructureOperations,
  ...siteOperations,
  ...spaceOperations,
  ...storageOperations,
  ...subdomainOperations,
  ...systemOperations,
  ...emailChangeOperations,
  ...firstRunOperations,
  ...teamOperations,
  ...templateOperations,
  ...urlOperations,
  ...userOperations,
}

export type OperationId = keyof typeof operations

/** The input and the answer of each operation's handler. */
export type Operations = {
  [Id in OperationId]: OperationTypes<(typeof operations)[Id]>
}

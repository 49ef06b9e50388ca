import { contentChecks } from '#/content-store/fsck/content-fsck.ts'
import {
  contentHomeWalk,
  contentNodeChecks,
} from '#/content-store/nodes/content-nodes-fsck.ts'
import { siteInsightsChecks } from '#/features/insight/site-insights/insights-fsck.ts'
import { inviteLinkCounter } from '#/features/joining/invites/invites-fsck.ts'
import { notificationChecks } from '#/features/joining/notifications/notifications-fsck.ts'
import {
  welcomeAccountChecks,
  welcomeChecks,
} from '#/features/joining/welcome/welcome-fsck.ts'
import { tokenWalk } from '#/features/people/api-tokens/api-tokens-fsck.ts'
import { identityChecks } from '#/features/people/identities/identities-fsck.ts'
import {
  identityMemberWalk,
  memberChecks,
  memberCounter,
  seenMemberCounter,
  membershipWalk,
} from '#/features/people/members/members-fsck.ts'
import {
  counterNames,
  directoryWalk,
  emailDomainWalk,
  organizationChecks,
} from '#/features/people/organizations/organizations-fsck.ts'
import {
  identityProviderWalk,
  samlProviderChecks,
  samlProviderHomeWalk,
} from '#/features/people/saml-providers/saml-providers-fsck.ts'
import { sessionWalk } from '#/features/people/sessions/sessions-fsck.ts'
import { visitWalk } from '#/features/publishing/site-visits/visits-fsck.ts'
import {
  subdomainChecks,
  subdomainWalk,
} from '#/features/people/subdomains/subdomains-fsck.ts'
import { teamChecks, teamCounter } from '#/features/people/teams/teams-fsck.ts'
import { accountChecks } from '#/features/people/users/users-fsck.ts'
import { customFontChecks } from '#/features/publishing/custom-fonts/custom-fonts-fsck.ts'
import {
  customHostnameChecks,
  customHostnameWalk,
} from '#/features/publishing/custom-hostnames/custom-hostnames-fsck.ts'
import { diagramChecks } from '#/features/publishing/diagrams/diagram-fsck.ts'
import { pdfChecks } from '#/features/publishing/pdf/pdf-fsck.ts'
import { adaptiveSchemas } from '#/features/publishing/site-adaptive/adaptive-fsck.ts'
import { siteSettingsChecks } from '#/features/publishing/site-customization/site-settings-fsck.ts'
import { redirectSources } from '#/features/publishing/site-redirects/redirects-fsck.ts'
import { shareLinkKeys } from '#/features/publishing/site-share-links/share-links-fsck.ts'
import { siteStructureChecks } from '#/features/publishing/site-structure/site-structure-fsck.ts'
import {
  siteChecks,
  siteCounter,
  siteHomeWalk,
} from '#/features/publishing/sites/sites-fsck.ts'
import { openApiSpecChecks } from '#/features/references/openapi-specs/openapi-specs-fsck.ts'
import { changeRequestChecks } from '#/features/review/change-requests/change-requests-fsck.ts'
import { reviewChecks } from '#/features/review/reviews/reviews-fsck.ts'
import { commentChecks } from '#/features/writing/comments/comments-fsck.ts'
import { fileBytesCounter, fileChecks } from '#/features/writing/files/files-fsck.ts'
import { searchChecks } from '#/features/writing/search/search-fsck.ts'
import { spaceChecks } from '#/features/writing/spaces/spaces-fsck.ts'
import type {
  GlobalCheck,
  OrganizationCheck,
} from '#/platform/integrity/integrity-check.ts'
import { pendingEventWalk } from '#/platform/outbox/outbox-fsck.ts'
import type { Sealer } from '#/platform/secrets/sealed-secret.ts'
import type { CounterName } from '#/platform/tenancy/counters.ts'

import { accountSecretsOpen, secretsOpen } from './secrets-check.ts'

/** The checks that recount the counters; a counter without one does not compile. */
const counters: Readonly<Record<CounterName, OrganizationCheck>> = {
  members: memberCounter,
  'members-seen': seenMemberCounter,
  teams: teamCounter,
  'link-invites': inviteLinkCounter,
  sites: siteCounter,
  'file-bytes': fileBytesCounter,
}

export function organizationChecksWith(sealer: Sealer): readonly OrganizationCheck[] {
  return [
    ...organizationChecks,
    ...Object.values(counters),
    counterNames(Object.keys(counters)),
    ...memberChecks,
    ...teamChecks,
    ...contentNodeChecks,
    ...spaceChecks,
    ...siteChecks,
    ...siteStructureChecks,
    ...siteSettingsChecks,
    adaptiveSchemas,
    redirectSources,
    shareLinkKeys(sealer),
    ...customFontChecks,
    ...customHostnameChecks,
    ...openApiSpecChecks,
    ...siteInsightsChecks,
    ...contentChecks,
    ...changeRequestChecks,
    ...commentChecks,
    ...reviewChecks,
    ...notificationChecks,
    ...fileChecks,
    ...pdfChecks,
    ...diagramChecks,
    ...searchChecks,
    ...subdomainChecks,
    ...samlProviderChecks,
    ...welcomeChecks,
    secretsOpen(sealer),
  ]
}

export function globalChecksWith(sealer: Sealer): readonly GlobalCheck[] {
  return [
    ...accountChecks,
    ...welcomeAccountChecks,
    ...identityChecks,
    identityMemberWalk,
    identityProviderWalk,
    membershipWalk,
    emailDomainWalk,
    subdomainWalk,
    directoryWalk,
    contentHomeWalk,
    siteHomeWalk,
    samlProviderHomeWalk,
    customHostnameWalk,
    tokenWalk,
    sessionWalk,
    visitWalk,
    pendingEventWalk,
    accountSecretsOpen(sealer),
  ]
}

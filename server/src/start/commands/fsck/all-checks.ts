import { tokenWalk } from '#/features/api-tokens/api-tokens-fsck.ts'
import {
  contentHomeWalk,
  contentNodeChecks,
} from '#/content-store/nodes/content-nodes-fsck.ts'
import { changeRequestChecks } from '#/features/change-requests/change-requests-fsck.ts'
import { commentChecks } from '#/features/comments/comments-fsck.ts'
import { contentChecks } from '#/content-store/fsck/content-fsck.ts'
import {
  customHostnameChecks,
  customHostnameWalk,
} from '#/features/custom-hostnames/custom-hostnames-fsck.ts'
import { fileChecks } from '#/features/files/files-fsck.ts'
import { inviteLinkCounter } from '#/features/invites/invites-fsck.ts'
import {
  memberChecks,
  memberCounter,
  seenMemberCounter,
  membershipWalk,
} from '#/features/members/members-fsck.ts'
import { notificationChecks } from '#/features/notifications/notifications-fsck.ts'
import {
  counterNames,
  directoryWalk,
  emailDomainWalk,
  organizationChecks,
} from '#/features/organizations/organizations-fsck.ts'
import { pdfChecks } from '#/features/pdf/pdf-fsck.ts'
import { reviewChecks } from '#/features/reviews/reviews-fsck.ts'
import { searchChecks } from '#/features/search/search-fsck.ts'
import { adaptiveSchemas } from '#/features/site-adaptive/adaptive-fsck.ts'
import { siteSettingsChecks } from '#/features/site-customization/site-settings-fsck.ts'
import { redirectSources } from '#/features/site-redirects/redirects-fsck.ts'
import { shareLinkKeys } from '#/features/site-share-links/share-links-fsck.ts'
import { siteStructureChecks } from '#/features/site-structure/site-structure-fsck.ts'
import { siteChecks, siteCounter, siteHomeWalk } from '#/features/sites/sites-fsck.ts'
import { spaceChecks } from '#/features/spaces/spaces-fsck.ts'
import { subdomainChecks, subdomainWalk } from '#/features/subdomains/subdomains-fsck.ts'
import { teamChecks, teamCounter } from '#/features/teams/teams-fsck.ts'
import { accountChecks } from '#/features/users/users-fsck.ts'
import { welcomeAccountChecks, welcomeChecks } from '#/features/welcome/welcome-fsck.ts'
import type {
  GlobalCheck,
  OrganizationCheck,
} from '#/platform/integrity/integrity-check.ts'
import { pendingEventWalk } from '#/platform/outbox/outbox-fsck.ts'
import type { Sealer } from '#/platform/secrets/sealed-secret.ts'
import type { CounterName } from '#/platform/tenancy/counters.ts'

import { secretsOpen } from './secrets-check.ts'

/** A counter that nobody recounts does not compile. */
const counters: Readonly<Record<CounterName, OrganizationCheck>> = {
  members: memberCounter,
  'members-seen': seenMemberCounter,
  teams: teamCounter,
  'link-invites': inviteLinkCounter,
  sites: siteCounter,
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
    ...customHostnameChecks,
    ...contentChecks,
    ...changeRequestChecks,
    ...commentChecks,
    ...reviewChecks,
    ...notificationChecks,
    ...fileChecks,
    ...pdfChecks,
    ...searchChecks,
    ...subdomainChecks,
    ...welcomeChecks,
    secretsOpen(sealer),
  ]
}

export const globalChecks: readonly GlobalCheck[] = [
  ...accountChecks,
  ...welcomeAccountChecks,
  membershipWalk,
  emailDomainWalk,
  subdomainWalk,
  directoryWalk,
  contentHomeWalk,
  siteHomeWalk,
  customHostnameWalk,
  tokenWalk,
  pendingEventWalk,
]

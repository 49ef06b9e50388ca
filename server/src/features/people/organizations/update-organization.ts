import { authorize, requireVersion } from '#/access/actor.ts'
import { requireFreshSignIn } from '#/access/session.ts'
import { passesDoor } from '#/access/sso-door.ts'
import { holdMembersToSso } from '#/features/people/members/public.ts'
import {
  claimSubdomain,
  isReservedSubdomain,
  releaseSubdomain,
} from '#/features/people/subdomains/public.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { noteChange } from '#/platform/outbox/change-notes.ts'
import { differing } from '#/platform/outbox/differing.ts'

import { syncEmailDomains } from './email-domains.ts'
import {
  hostnameTaken,
  invalidDefaultContent,
  noActiveSsoProvider,
  ssoUntried,
  subdomainReserved,
} from './organization-errors.ts'
import { organizationUpdated } from './organization-events.ts'
import { organizationPolicy } from './organization-policy.ts'
import {
  lockDefaultSite,
  type OrganizationRow,
  updateEpochsOfSites,
  updateOrganizationSettings,
} from './organization-queries.ts'
import { resolveOrganizationToChange } from './organization-resolve.ts'
import {
  type OrganizationSettings,
  settingsAfter,
  settingsOf,
} from './organization-settings.ts'
import { viewOrganization } from './organization-view.ts'

const decidesWhoEnters = new Set<string>(['sso', 'emailDomains'])

export const updateOrganizationById = operation(
  'updateOrganizationById',
  async ({ params: { organizationId }, body }, context) =>
    change(context, async (tx) => {
      const found = await resolveOrganizationToChange(tx, context, organizationId)
      authorize(
        organizationPolicy.admin(found.actor),
        'change this organization',
        'the admin role',
      )
      requireVersion(context, found.organization.version, 'organization')

      const before = settingsOf(found.organization)
      const after = settingsAfter(before, body)
      const difference = differing(before, after)
      if (difference.changed.length === 0) return viewOrganization(found, context)
      if (difference.changed.some((name) => decidesWhoEnters.has(name))) {
        await requireFreshSignIn(tx, context, { tokens: 'allowed' })
      }
      refuseLockingOut(found.organization, after, context)
      await refuseUnknownSite(tx, { organizationId, before, after })
      const keptDays = context.config.SUBDOMAIN_KEEP_DAYS
      await moveHostname(tx, { organizationId, before, after }, keptDays)
      const organization = await writeSettings(tx, { organizationId, before, after })
      organizationUpdated(tx, context, { organizationId, ...difference })

      return viewOrganization({ ...found, organization }, context)
    }),
)

/**
 * Refuses to want single sign-on of everybody where nobody could use it, or where the change would
 * shut out who makes it: each who enforces it has come through it, or has a token for emergencies.
 */
function refuseLockingOut(
  before: OrganizationRow,
  after: OrganizationSettings,
  { caller }: Pick<Context, 'caller'>,
): void {
  if (!after.sso || before.sso) return
  if (!before.sso_provided) throw noActiveSsoProvider()
  const heldAdmin = { actor_role: 'admin', actor_needs_sso: true }
  if (!passesDoor(heldAdmin, caller, before.organization_id)) throw ssoUntried()
}

interface SettingsChange {
  readonly organizationId: string
  readonly before: OrganizationSettings
  readonly after: OrganizationSettings
}

/**
 * Refuses a default site that does not exist. One that was chosen before may stay: a site that is
 * deleted takes the choice with it.
 */
async function refuseUnknownSite(
  tx: Transaction,
  { organizationId, before, after }: SettingsChange,
): Promise<void> {
  const siteId = after.defaultContent?.site
  if (siteId === undefined || siteId === before.defaultContent?.site) return
  // The lock keeps the site from being deleted while it becomes the default.
  const found = await tx.first(lockDefaultSite, { organizationId, siteId })
  if (found === undefined) throw invalidDefaultContent(siteId)
}

async function moveHostname(
  tx: Transaction,
  { organizationId, before, after }: SettingsChange,
  keptDays: number,
): Promise<void> {
  const { hostname: subdomain } = after
  if (subdomain === before.hostname) return
  if (isReservedSubdomain(subdomain)) throw subdomainReserved(subdomain)
  const isFree = await claimSubdomain(tx, { organizationId, subdomain })
  if (!isFree) throw hostnameTaken(subdomain)
  await releaseSubdomain(tx, { organizationId, subdomain: before.hostname, keptDays })
  await moveSites(tx, organizationId)
}

async function writeSettings(
  tx: Transaction,
  { organizationId, before, after }: SettingsChange,
): Promise<OrganizationRow> {
  const { defaultContent, mergeRules, ...columns } = after
  const isHeldAnew = before.sso !== after.sso
  const [row] = await Promise.all([
    tx.first(updateOrganizationSettings, {
      organizationId,
      ...columns,
      defaultSiteId: defaultContent?.site ?? null,
      mergeRules: storableJson(mergeRules),
    }),
    syncEmailDomains(tx, {
      organizationId,
      before: before.emailDomains,
      after: after.emailDomains,
    }),
  ])
  if (isHeldAnew) await holdMembersToSso(tx, { organizationId })
  return written(row)
}

/** Raises the epochs of all sites: the name of the organization is in their URLs. */
async function moveSites(tx: Transaction, organizationId: string): Promise<void> {
  const moved = await tx.many(updateEpochsOfSites, { organizationId })
  for (const { id } of moved) noteChange(tx, { organizationId, subject: `site:${id}` })
}

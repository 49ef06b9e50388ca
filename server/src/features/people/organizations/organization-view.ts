import type { OrganizationMergeRules } from '@lectern/contract/merge-rules.ts'
import type { Organization } from '@lectern/contract/organizations.ts'

import type { Actor } from '#/access/actor.ts'
import type { Role } from '#/access/roles.ts'
import type { Config } from '#/platform/config/config.ts'

import { organizationPolicy } from './organization-policy.ts'
import type { OrganizationRow } from './organization-queries.ts'

/** An organization as read for one caller; without a role they are a guest or could join. */
export interface OrganizationForCaller {
  readonly actor: Actor
  readonly organization: OrganizationRow
  readonly ownsTeam: boolean
}

export function viewOrganization(
  { actor, organization: row, ownsTeam }: OrganizationForCaller,
  { config }: { config: Config },
): Organization {
  const permissions = viewPermissions(actor, ownsTeam)
  return {
    object: 'organization',
    id: row.organization_id,
    title: row.title,
    createdAt: row.created_at,
    emailDomains: row.email_domains,
    hostname: row.hostname,
    ...viewKind(row),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint holds the column to the roles
    defaultRole: row.default_role as Role | null,
    ...(row.default_site_id !== null && {
      defaultContent: { type: 'site', site: row.default_site_id },
    }),
    sso: row.sso,
    ai: row.ai,
    inviteLinks: row.invite_links,
    plan: 'enterprise_2024',
    ...(permissions.viewBilling && { billing: nothingCharged }),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written only after the contract has checked it
    mergeRules: row.merge_rules as OrganizationMergeRules,
    urls: {
      location: organizationUrl(row.organization_id, config),
      app: `${config.APP_URL ?? config.PUBLIC_URL}/o/${row.organization_id}`,
      ...(row.logo !== null && { logo: row.logo }),
    },
    ...(row.custom_hostname !== null && { customHostname: row.custom_hostname }),
    trial: { status: 'notapplicable', count: 0 },
    permissions,
  }
}

export function organizationUrl(organizationId: string, { PUBLIC_URL }: Config): string {
  return `${PUBLIC_URL}/v1/orgs/${organizationId}`
}

type Kind = Pick<Organization, 'type' | 'useCase' | 'communityType'>

function viewKind({ type, use_case, community_type }: OrganizationRow): Kind {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written only after the contract has checked them
  return {
    type,
    ...(use_case !== null && { useCase: use_case }),
    ...(community_type !== null && { communityType: community_type }),
  } as Kind
}

function viewPermissions(actor: Actor, ownsTeam: boolean): Organization['permissions'] {
  return {
    view: organizationPolicy.view(),
    access: organizationPolicy.access(actor),
    admin: organizationPolicy.admin(actor),
    ownTeam: organizationPolicy.ownTeam(actor, { ownsTeam }),
    createContent: organizationPolicy.createContent(actor),
    createOpenAPISpec: organizationPolicy.createOpenAPISpec(actor),
    ingestConversations: organizationPolicy.ingestConversations(actor),
    viewBilling: organizationPolicy.viewBilling(actor),
    listMembers: organizationPolicy.listMembers(actor),
    listTeams: organizationPolicy.listTeams(actor),
    listIntegrations: organizationPolicy.listIntegrations(actor),
    listInstallations: organizationPolicy.listInstallations(actor),
    installIntegration: organizationPolicy.installIntegration(actor),
  }
}

const free = { monthly: 0, yearly: 0 }

/**
 * The billing of every organization: clients of the hosted product expect prices; this server has
 * none.
 */
const nothingCharged: NonNullable<Organization['billing']> = {
  interval: 'yearly',
  endDate: null,
  hasPaymentFailed: false,
  isScheduledToCancel: false,
  pricing: {
    members: { plus_2024: free, pro_2024: free },
    sites: { premium: free, ultimate: free },
  },
  usageAddons: {},
}

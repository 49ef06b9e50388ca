import type { OrganizationMergeRules } from '@lectern/contract/merge-rules.ts'

import type { Role } from '#/access/roles.ts'
import { invalidRequest } from '#/platform/errors/api-error.ts'
import type { Request } from '#/platform/http/operation.ts'

import { acceptedRules } from './accepted-rules.ts'
import { normalizeEmailDomains } from './email-domains.ts'
import type { OrganizationRow } from './organization-queries.ts'

type Changes = Request<'updateOrganizationById'>['body']

/** The settings that an admin can change, under the names of the contract. */
export interface OrganizationSettings {
  readonly title: string
  readonly emailDomains: string[]
  readonly hostname: string
  readonly defaultRole: Role | null
  readonly defaultContent: { type: 'site'; site: string } | null
  readonly logo: string | null
  readonly sso: boolean
  readonly ai: boolean
  readonly inviteLinks: boolean
  readonly mergeRules: OrganizationMergeRules
}

export function settingsOf(row: OrganizationRow): OrganizationSettings {
  const site = row.default_site_id
  return {
    title: row.title,
    emailDomains: row.email_domains,
    hostname: row.hostname,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint holds the column to the roles
    defaultRole: row.default_role as Role | null,
    defaultContent: site === null ? null : { type: 'site', site },
    logo: row.logo,
    sso: row.sso,
    ai: row.ai,
    inviteLinks: row.invite_links,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written only after the contract has checked it
    mergeRules: row.merge_rules as OrganizationMergeRules,
  }
}

/** The settings after the changes, or the refusal of a change that cannot be made. */
export function settingsAfter(
  before: OrganizationSettings,
  changes: Changes,
): OrganizationSettings {
  refuseUnsafeLogo(changes)
  const { emailDomains, mergeRules } = changes
  return {
    title: changes.title ?? before.title,
    emailDomains: emailDomains
      ? normalizeEmailDomains(emailDomains)
      : before.emailDomains,
    hostname: changes.hostname ?? before.hostname,
    defaultRole: given(changes.defaultRole, before.defaultRole),
    defaultContent: given(changes.defaultContent, before.defaultContent),
    logo: given(changes.logo, before.logo),
    sso: changes.sso ?? before.sso,
    ai: changes.ai ?? before.ai,
    inviteLinks: changes.inviteLinks ?? before.inviteLinks,
    mergeRules: mergeRules ? acceptedRules(mergeRules) : before.mergeRules,
  }
}

/** The given value, or the former one where the key is absent: null is a value of a setting. */
function given<Value>(value: Value | undefined, before: Value): Value {
  return value === undefined ? before : value
}

/**
 * Refuses a logo that is no http or https URL: clients show it as it is, so a `javascript:` or
 * `data:` URL must not get in.
 */
function refuseUnsafeLogo({ logo }: Changes): void {
  if (logo === undefined || logo === null) return
  if (URL.canParse(logo) && /^https?:$/.test(new URL(logo).protocol)) return
  const detail = { path: 'body.logo', message: 'must be an http or https URL' }
  throw invalidRequest(`${detail.path} ${detail.message}.`, [detail])
}

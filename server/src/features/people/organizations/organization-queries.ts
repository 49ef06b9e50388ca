import { type RawBuilder, sql } from 'kysely'

import type { OfCaller } from '#/access/list-for-caller.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

export interface OrganizationRow {
  readonly organization_id: string
  readonly title: string
  readonly hostname: string
  readonly custom_hostname: string | null
  readonly type: string
  readonly use_case: string | null
  readonly community_type: string | null
  readonly default_role: string | null
  readonly default_site_id: string | null
  readonly email_domains: string[]
  readonly logo: string | null
  readonly sso: boolean
  /** Whether a provider of single sign-on works. */
  readonly sso_provided: boolean
  readonly ai: boolean
  readonly invite_links: boolean
  readonly merge_rules: unknown
  readonly created_at: string
  readonly version: number
}

const organizationColumns = [
  'o.organization_id',
  'o.title',
  'o.hostname',
  'o.custom_hostname',
  'o.type',
  'o.use_case',
  'o.community_type',
  'o.default_role',
  'o.default_site_id',
  'o.email_domains',
  'o.logo',
  'o.sso',
  'o.sso_provided',
  'o.ai',
  'o.invite_links',
  'o.merge_rules',
  'o.created_at',
  'o.version',
] as const

/** The caller as a member; as nobody in particular where they are none. */
const columnsOfCaller = [
  'me.role as actor_role',
  sql<boolean>`coalesce(me.disabled, false)`.as('actor_disabled'),
  sql<boolean>`coalesce(me.needs_sso, false)`.as('actor_needs_sso'),
] as const

/**
 * The organization and the caller's role: one row for members and for people who could join, these
 * with a null role; none for everybody else. E-mail addresses are only looked at when there is no
 * membership.
 */
export const selectOrganizationForCaller = statement(
  'organization.for-caller',
  (p: OfCaller) =>
    sqlBuilder
      .selectFrom('organization as o')
      .leftJoin('member as me', (join) =>
        join
          .on('me.organization_id', '=', p.organizationId)
          .on('me.user_id', '=', p.callerId),
      )
      .select(columnsOfCaller)
      .select(organizationColumns)
      .select((eb) =>
        eb
          .exists(
            eb
              .selectFrom('team_member as owned')
              .select('owned.team_id')
              .where('owned.organization_id', '=', p.organizationId)
              .where('owned.user_id', '=', p.callerId)
              .where('owned.role', '=', 'owner'),
          )
          .$castTo<boolean>()
          .as('owns_team'),
      )
      .where('o.organization_id', '=', p.organizationId)
      .where((eb) =>
        eb.or([eb('me.user_id', 'is not', null), hasAllowedAddress(p.callerId)]),
      ),
)

/**
 * Selects the organization that the caller wants to join, and locks it: its domains cannot change
 * before the new membership is written.
 */
export const selectOrganizationToJoin = statement('organization.to-join', (p: OfCaller) =>
  sqlBuilder
    .selectFrom('organization as o')
    .leftJoin('member as me', (join) =>
      join
        .on('me.organization_id', '=', p.organizationId)
        .on('me.user_id', '=', p.callerId),
    )
    .select(['me.user_id', ...columnsOfCaller])
    .select('o.default_role')
    .select(hasAllowedAddress(p.callerId).as('is_allowed'))
    .where('o.organization_id', '=', p.organizationId)
    .forShare('o'),
)

/**
 * Whether mail to an address of the caller is known to reach them, at a domain that the organization
 * names and has proven.
 */
function hasAllowedAddress(callerId: string): RawBuilder<boolean> {
  const address = sqlBuilder
    .selectFrom('account_email as e')
    .select('e.email')
    .where('e.account_id', '=', callerId)
    .where('e.verified_at', 'is not', null)
    .where(
      sql<boolean>`split_part(e.email, '@', -1) = any(o.email_domains)
        and split_part(e.email, '@', -1) = any(o.proven_email_domains)`,
    )
  return sql`exists ${address}`
}

type OfOrganization = Readonly<{ organizationId: string }>

/** Makes changes of one organization wait for each other, but no statement that refers to it. */
export const lockOrganization = statement('organization.lock', (p: OfOrganization) =>
  sqlBuilder
    .selectFrom('organization as o')
    .select('o.organization_id')
    .where('o.organization_id', '=', p.organizationId)
    .forNoKeyUpdate(),
)

interface SettingsParams extends OfOrganization {
  readonly title: string
  readonly hostname: string
  readonly defaultRole: string | null
  readonly defaultSiteId: string | null
  readonly emailDomains: string[]
  readonly logo: string | null
  readonly sso: boolean
  readonly ai: boolean
  readonly inviteLinks: boolean
  /** The merge rules as JSON text. */
  readonly mergeRules: string
}

export const updateOrganizationSettings = statement(
  'organization.update',
  (p: SettingsParams) =>
    sqlBuilder
      .updateTable('organization as o')
      .set({
        title: p.title,
        hostname: p.hostname,
        default_role: p.defaultRole,
        default_site_id: p.defaultSiteId,
        email_domains: p.emailDomains,
        proven_email_domains: sql`array(
          select proven from unnest(proven_email_domains) as proven
          where proven = any (${p.emailDomains}::text[]))`,
        logo: p.logo,
        sso: p.sso,
        ai: p.ai,
        invite_links: p.inviteLinks,
        merge_rules: sql`${p.mergeRules}::jsonb`,
        version: sql`version + 1`,
      })
      .where('o.organization_id', '=', p.organizationId)
      .returning(organizationColumns),
)

interface MembershipParams {
  readonly callerId: string
  readonly onlyOrganizationId: string | undefined
  readonly afterId: string | undefined
}
type MembershipShape = Readonly<{ only: boolean; after: boolean; rowsMax: number }>

/** A page of the caller's memberships and their number; an empty page is one row with a null id. */
export const selectMemberships = statementByShape(
  'organization.memberships',
  (shape: MembershipShape, p: MembershipParams) => {
    const mine = sqlBuilder
      .selectFrom('account_membership')
      .where('account_id', '=', p.callerId)
      .$if(shape.only, (q) => q.where('organization_id', '=', p.onlyOrganizationId ?? ''))
    const page = mine
      .select('organization_id')
      .$if(shape.after, (q) => q.where('organization_id', '>', p.afterId ?? ''))
      .orderBy('organization_id')
      .limit(sql.lit(shape.rowsMax))
    const size = mine.select(({ fn }) => fn.countAll<number>().as('count'))
    return sql<{ count: number; organization_id: string | null }>`
      select size.count, page.organization_id
      from ${size} as size
      left join ${page} as page on true
      order by page.organization_id`
  },
)

/** Notes whether single sign-on of the organization works: it has a provider that is active. */
export const updateSsoProvided = statement(
  'organization.sso-provided',
  (p: OfOrganization & { isProvided: boolean }) =>
    sqlBuilder
      .updateTable('organization')
      .set({ sso_provided: p.isProvided })
      .where('organization_id', '=', p.organizationId),
)

/** Locks a site that becomes the default, so that it cannot be deleted meanwhile. */
export const lockDefaultSite = statement(
  'site.lock-to-share',
  (p: Readonly<{ organizationId: string; siteId: string }>) =>
    sqlBuilder
      .selectFrom('site as st')
      .select('st.id')
      .where('st.organization_id', '=', p.organizationId)
      .where('st.id', '=', p.siteId)
      .forKeyShare(),
)

/** Raises the epochs of all sites of the organization, locked in the order of all writers. */
export const updateEpochsOfSites = statement(
  'site.touch-of-organization',
  (p: Readonly<{ organizationId: string }>) => sql<{ id: string }>`
    update site set version = version + 1, epoch = epoch + 1, updated_at = now()
    where organization_id = ${p.organizationId} and id in (
      select st.id from site as st
      where st.organization_id = ${p.organizationId}
      order by st.id for update)
    returning id`,
)

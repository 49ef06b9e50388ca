import { type RawBuilder, sql } from 'kysely'

import { type Actor, type ActorColumns, actorFrom } from '#/access/actor.ts'
import { type InOrganization, rankOf } from '#/access/content-access.ts'
import { type Role, roleOfRank, strongest } from '#/access/roles.ts'
import type { Context } from '#/platform/http/context.ts'

/**
 * The caller of a request about a site; `role` is the stronger of their role in the organization
 * and of those given to them on the site. It counts for the site alone, never for its spaces.
 */
export interface SiteActor extends Actor {
  /** The caller's role in the organization; null for a guest. */
  readonly organizationRole: Role | null
}

/** The columns that a statement selects so that the caller's role on the site needs no second. */
export interface SiteActorColumns extends ActorColumns {
  readonly site_granted: number | null
}

/** The rank of the strongest role given to `me` on the site `st`, to them or to a team of theirs. */
export function siteGrantedRank(p: InOrganization): RawBuilder<number | null> {
  return sql`greatest(
    (select ${rankOf(sql`u.role`)} from site_user_grant as u
     where u.organization_id = ${p.organizationId} and u.user_id = me.user_id
       and u.site_id = st.id),
    (select max(${rankOf(sql`g.role`)}) from team_member as t
     cross join lateral (
       select x.role from site_team_grant as x
       where x.organization_id = ${p.organizationId} and x.site_id = st.id
         and x.team_id = t.team_id limit 1) as g
     where t.organization_id = ${p.organizationId} and t.user_id = me.user_id))`
}

/** Whether `me` may see the site `st`: guests see the sites on which they have a role. */
export function seesSite(p: InOrganization): RawBuilder<boolean> {
  return sql`(me.role is not null or st.id = any (array(
    select u.site_id from site_user_grant as u
    where u.organization_id = ${p.organizationId} and u.user_id = me.user_id
      and u.role is not null
    union all
    select x.site_id from team_member as t
    join site_team_grant as x on x.organization_id = ${p.organizationId} and x.team_id = t.team_id
    where t.organization_id = ${p.organizationId} and t.user_id = me.user_id
      and x.role is not null)))`
}

export function siteActorFrom(
  columns: SiteActorColumns,
  context: Pick<Context, 'caller'>,
  organizationId: string,
): SiteActor {
  const actor = actorFrom(columns, context, organizationId)
  return onSite(actor, columns.site_granted)
}

/** The caller with their role on a site, where one of that rank was given to them. */
export function onSite(actor: Actor, granted: number | null): SiteActor {
  const given = granted === null ? null : roleOfRank(granted)
  return { ...actor, role: strongest(given, actor.role), organizationRole: actor.role }
}

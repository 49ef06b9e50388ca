import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

type Claim = Readonly<{ subdomain: string; organizationId: string }>

/** The organization that has the name; a former name is nobody's. */
export const selectSubdomain = statement('subdomain.select', (p: { subdomain: string }) =>
  sqlBuilder
    .selectFrom('subdomain')
    .select(['subdomain', 'organization_id'])
    .where('subdomain', '=', p.subdomain)
    .where('kept_until', 'is', null),
)

/** The organization that the name leads to. */
export const selectHolder = statement(
  'subdomain.holder',
  (p: { subdomain: string }) => sql<{ organization_id: string }>`
    select organization_id from subdomain
    where subdomain = ${p.subdomain} and coalesce(kept_until > now(), true)`,
)

/** Claims a name that is new, was kept long enough, or is kept for the same organization. */
export const insertSubdomain = statement(
  'subdomain.insert',
  (p: Claim) => sql`
    insert into subdomain as held (subdomain, organization_id)
    values (${p.subdomain}, ${p.organizationId})
    on conflict (subdomain) do update
    set organization_id = excluded.organization_id, created_at = excluded.created_at,
      kept_until = null
    where held.kept_until <= excluded.created_at
      or (held.kept_until is not null and held.organization_id = excluded.organization_id)`,
)

export const keepSubdomain = statement(
  'subdomain.keep',
  (p: Claim & { keptDays: number }) => sql`
    update subdomain set kept_until = now() + make_interval(days => ${p.keptDays}::integer)
    where subdomain = ${p.subdomain} and organization_id = ${p.organizationId}`,
)

/** Frees the former names of an organization, but for the latest. */
export const deleteKeptSubdomains = statement(
  'subdomain.delete-kept',
  (p: { organizationId: string; keptMax: number }) => sql`
    delete from subdomain
    where organization_id = ${p.organizationId} and kept_until is not null
      and subdomain <> all (array(
        select latest.subdomain from subdomain as latest
        where latest.organization_id = ${p.organizationId} and latest.kept_until is not null
        order by latest.kept_until desc limit ${p.keptMax}::integer))`,
)

import { sql } from 'kysely'

import { countUpTo, listForCaller, type OfCaller } from '#/access/list-for-caller.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

export interface RedirectRow {
  readonly id: string
  readonly source: string
  readonly source_key: string
  readonly destination: unknown
}

type OfRedirect = OfSite & { readonly siteRedirectId: string }

const columns = ['id', 'source', 'source_key', 'destination'] as const

interface ListParams extends OfCaller {
  readonly siteId: string
  readonly sourcePattern: string | undefined
  readonly afterId: string | undefined
}

/** The redirects of a site in order of creation: ids are time-ordered. */
export const selectRedirects = statementByShape(
  'site-redirect.list',
  (
    shape: Readonly<{ search: boolean; after: boolean; rowsMax: number }>,
    p: ListParams,
  ) => {
    const matching = sqlBuilder
      .selectFrom('site_redirect as r')
      .where('r.organization_id', '=', p.organizationId)
      .where('r.site_id', '=', p.siteId)
      .$if(shape.search, (q) => q.where('r.source', 'ilike', p.sourcePattern ?? ''))
    const page = matching
      .select(['r.id', 'r.source', 'r.source_key', 'r.destination'])
      .$if(shape.after, (q) => q.where('r.id', '>', p.afterId ?? ''))
      .orderBy('r.id')
      .limit(sql.lit(shape.rowsMax))
    const count = shape.search
      ? countUpTo(matching.select('r.id'))
      : sql<number>`(select st.redirects from site as st
          where st.organization_id = ${p.organizationId} and st.id = ${p.siteId})`
    return listForCaller<RedirectRow>(p, { page, count, orderBy: sql`page.id` })
  },
)

export const selectRedirect = statement('site-redirect.get', (p: OfRedirect) =>
  sqlBuilder
    .selectFrom('site_redirect')
    .select(columns)
    .where('organization_id', '=', p.organizationId)
    .where('site_id', '=', p.siteId)
    .where('id', '=', p.siteRedirectId),
)

/**
 * The rules with these keys. The lateral join probes the index once per key, so that no other rules
 * of the site are read.
 */
export const selectRedirectsOf = statement(
  'site-redirect.by-source',
  (p: OfSite & { sourceKeys: readonly string[] }) => sql<RedirectRow>`
    select r.id, r.source, r.source_key, r.destination
    from (select distinct unnest(${p.sourceKeys}::text[]) as source_key) as asked
    cross join lateral (
      select id, source, source_key, destination from site_redirect
      where organization_id = ${p.organizationId} and site_id = ${p.siteId}
        and source_key = asked.source_key
      limit 1) as r`,
)

interface StoredRedirect extends OfRedirect {
  readonly source: string
  readonly sourceKey: string
  readonly destination: string
}

/** Inserts a rule; no row where another rule has its source. */
export const insertRedirect = statement(
  'site-redirect.insert',
  (p: StoredRedirect) => sql<RedirectRow>`
    insert into site_redirect
      (organization_id, site_id, id, source, source_key, destination)
    values (${p.organizationId}, ${p.siteId}, ${p.siteRedirectId}, ${p.source},
      ${p.sourceKey}, ${p.destination}::jsonb)
    on conflict (organization_id, site_id, source_key) do nothing
    returning id, source, source_key, destination`,
)

/** Updates a rule; no row where another rule has its source. */
export const updateRedirect = statement(
  'site-redirect.update',
  (p: StoredRedirect) => sql<RedirectRow>`
    update site_redirect as r
    set source = ${p.source}, source_key = ${p.sourceKey},
      destination = ${p.destination}::jsonb, updated_at = now()
    where r.organization_id = ${p.organizationId} and r.site_id = ${p.siteId}
      and r.id = ${p.siteRedirectId} and not exists (
        select from site_redirect as other
        where other.organization_id = ${p.organizationId} and other.site_id = ${p.siteId}
          and other.source_key = ${p.sourceKey} and other.id <> ${p.siteRedirectId})
    returning r.id, r.source, r.source_key, r.destination`,
)

export const deleteRedirect = statement('site-redirect.delete', (p: OfRedirect) =>
  sqlBuilder
    .deleteFrom('site_redirect')
    .where('organization_id', '=', p.organizationId)
    .where('site_id', '=', p.siteId)
    .where('id', '=', p.siteRedirectId),
)

import { type RawBuilder, sql } from 'kysely'

import type { OfSite } from '#/features/writing/publications/public.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

import type { Facet, Grain } from './facets.ts'

/** Who adds counts to a site holds this row until they have committed; no row without the site. */
export const lockInsights = statement(
  'site-insight.lock',
  (p: OfSite) => sql<{ site_id: string }>`
    insert into site_insight_state (organization_id, site_id, written_at)
    select ${p.organizationId}, s.id, now() from site as s
    where s.organization_id = ${p.organizationId} and s.id = ${p.siteId}
    on conflict (organization_id, site_id) do update set written_at = excluded.written_at
    returning site_id`,
)

interface KnownRow {
  readonly facet: Facet
  readonly grain: Grain
  readonly starts_ms: number
  readonly digest: string
  readonly visitors: string
}

/** The rows that counts are added to, as far as there are any. */
export const selectKnown = statement(
  'site-insight.known',
  (p: OfSite & { rows: string }) => sql<KnownRow>`
    select x.facet, x.grain, (extract(epoch from x.starts_at) * 1000)::float8 as starts_ms,
      x.digest, x.visitors
    from jsonb_to_recordset(${p.rows}::jsonb)
      as r (facet text, grain text, starts_at timestamptz, digest text)
    cross join lateral (
      select facet, grain, starts_at, digest, visitors from site_insight
      where organization_id = ${p.organizationId} and site_id = ${p.siteId}
        and facet = r.facet and grain = r.grain and starts_at = r.starts_at
        and digest = r.digest
      limit 1) as x`,
)

interface FilledRow {
  readonly facet: Facet
  readonly grain: Grain
  readonly starts_ms: number
  readonly rows: number
  /** Those of them whose digest says that they hold words of readers. */
  readonly words: number
}

/** How many rows there are already, of each facet in these hours and days. */
export const selectFilled = statement(
  'site-insight.filled',
  (p: OfSite & { slots: string }) => sql<FilledRow>`
    select r.facet, r.grain, (extract(epoch from r.starts_at) * 1000)::float8 as starts_ms,
      x.rows, x.words
    from jsonb_to_recordset(${p.slots}::jsonb)
      as r (facet text, grain text, starts_at timestamptz)
    cross join lateral (
      select count(*)::integer as rows,
        count(*) filter (where digest like '~%')::integer as words
      from site_insight
      where organization_id = ${p.organizationId} and site_id = ${p.siteId}
        and facet = r.facet and grain = r.grain and starts_at = r.starts_at) as x`,
)

/** Adds counts. Sketches are written as they are given: the lock makes them complete. */
export const upsertCounts = statement(
  'site-insight.add',
  (p: OfSite & { rows: string }) => sql`
    insert into site_insight (
      organization_id, site_id, facet, grain, starts_at, digest, dimensions, events, visitors)
    select ${p.organizationId}, ${p.siteId}, r.facet, r.grain, r.starts_at, r.digest,
      r.dimensions, r.events, r.visitors
    from jsonb_to_recordset(${p.rows}::jsonb) as r (facet text, grain text,
      starts_at timestamptz, digest text, dimensions jsonb, events bigint, visitors text)
    on conflict (organization_id, site_id, facet, grain, starts_at, digest) do update
      set events = site_insight.events + excluded.events, visitors = excluded.visitors`,
)

interface Aggregated extends OfSite {
  readonly facet: Facet
  readonly grain: Grain
  readonly from: string
  readonly to: string
  /** The names of the values to group by; null in the places that are not used. */
  readonly keys: readonly (string | null)[]
  readonly interval: string
  /** `[{key, wanted, negated}]` as JSON: rows must fit them all. */
  readonly filters: string
  readonly rowsMax: number
}

export interface GroupRow {
  readonly group: readonly (string | null)[]
  readonly bucket: string | null
  readonly day: string | null
  readonly events: number
  readonly ok: number
  readonly good: number
  readonly bad: number
  readonly visitors: readonly string[] | null
}

/** The most columns that rows are grouped by; one more value marks rows of what had no room. */
export const groupKeysMax = 6

/** Comments repeat the rating that was sent before them, so that only ratings alone are counted. */
function ratingSum(name: string): RawBuilder<number> {
  return sql<number>`
    coalesce(sum(i.events) filter (where i.dimensions ->> 'type' = 'page_post_feedback'
      and i.dimensions ->> 'rating' = ${sql.lit(name)}), 0)::float8`
}

export const selectGroups = statementByShape(
  'site-insight.groups',
  (shape: { readonly visitors: boolean; readonly filtered: boolean }, p: Aggregated) => {
    return sql<GroupRow>`
      select g.list as "group", g.bucket, g.day, sum(i.events)::float8 as events,
        ${ratingSum('ok')} as ok, ${ratingSum('good')} as good, ${ratingSum('bad')} as bad,
        ${shape.visitors ? sql`array_agg(i.visitors) filter (where i.visitors <> '')` : sql`null::text[]`} as visitors
      from site_insight as i
      cross join lateral (
        select jsonb_build_array(${sql.join(
          Array.from(
            { length: groupKeysMax + 1 },
            (_, at) => sql`i.dimensions ->> (${p.keys}::text[])[${sql.lit(at + 1)}]`,
          ),
        )}) as list,
          case when ${p.interval}::text = '' then null
            else date_trunc(${p.interval}::text, i.starts_at, 'UTC') end as bucket,
          ${shape.visitors ? sql`date_trunc('day', i.starts_at, 'UTC')` : sql`null::timestamptz`} as day
      ) as g
      where i.organization_id = ${p.organizationId} and i.site_id = ${p.siteId}
        and i.facet = ${p.facet} and i.grain = ${p.grain}
        and i.starts_at >= ${p.from}::timestamptz and i.starts_at < ${p.to}::timestamptz
        ${
          shape.filtered
            ? sql`and not exists (
                select from jsonb_to_recordset(${p.filters}::jsonb)
                  as f (key text, wanted jsonb, negated boolean)
                where (f.wanted ? coalesce(i.dimensions ->> f.key, '')) = f.negated)`
            : sql``
        }
      group by 1, 2, 3
      limit ${p.rowsMax}`
  },
)

/** The sites of an organization whose readers were counted once. */
export const selectCountedSites = statement(
  'site-insight.sites',
  (p: { organizationId: string; after: string; rowsMax: number }) =>
    sqlBuilder
      .selectFrom('site_insight_state')
      .select('site_id')
      .where('organization_id', '=', p.organizationId)
      .where('site_id', '>', p.after)
      .orderBy('site_id')
      .limit(p.rowsMax),
)

/** Deletes counts from before a day, of one facet and grain. */
export const deleteOldCounts = statement(
  'site-insight.delete-old',
  (p: OfSite & { facet: Facet; grain: Grain; days: number }) => sql`
    delete from site_insight
    where organization_id = ${p.organizationId} and site_id = ${p.siteId}
      and facet = ${p.facet} and grain = ${p.grain}
      and starts_at < date_trunc('day', now(), 'UTC') - make_interval(days => ${p.days})`,
)

import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

import type { OfSpec } from './openapi-spec-queries.ts'

/** What a specification shows, or is about to. */
export interface ShownRow {
  readonly slug: string
  /** The newest version, its content, and where it came from. */
  readonly version_id: string | null
  readonly version_hash: string | null
  readonly version_url: string | null
  readonly overlays_number: number
  readonly shown_version: string | null
  readonly shown_number: number
  readonly shown_hash: string | null
}

const columns = sql.raw(
  `spec.slug, spec.overlays_number, spec.shown_version, spec.shown_number, spec.shown_hash`,
)

const shownOf = (p: OfSpec) => sql`
  select ${columns}, newest.id as version_id, newest.hash as version_hash,
    newest.source_url as version_url
  from openapi_spec as spec
  left join lateral (
    select v.id, v.hash, v.source_url from openapi_spec_version as v
    where v.organization_id = ${p.organizationId} and v.spec_id = ${p.specId}
    order by v.id desc limit 1
  ) as newest on true
  where spec.organization_id = ${p.organizationId} and spec.id = ${p.specId}`

export const selectShown = statement<OfSpec, ShownRow>('openapi-spec.shown', shownOf)

/** The same, with the specification locked until the transaction ends. */
export const lockShown = statement<OfSpec, ShownRow>(
  'openapi-spec.lock-shown',
  (p) => sql`${shownOf(p)} for update of spec`,
)

/** Notes what is shown, and counts it where it differs. */
export const updateShown = statement<
  OfSpec & {
    versionId: string
    plan: string
    hash: string
    size: number
    hasSameParts: boolean
  },
  { shown_number: number }
>(
  'openapi-spec.update-shown',
  (p) => sql`
    update openapi_spec
    set plan = ${p.plan}::jsonb, shown_version = ${p.versionId}, shown_hash = ${p.hash},
      shown_size = ${p.size},
      shown_number = shown_number + case when ${p.hasSameParts}::boolean
        and shown_hash = ${p.hash} and plan = ${p.plan}::jsonb then 0 else 1 end
    where organization_id = ${p.organizationId} and id = ${p.specId}
    returning shown_number`,
)

export interface PartHash {
  readonly kind: string
  readonly name: string
  readonly hash: string
}

export const selectPartHashes = statement<OfSpec, PartHash>(
  'openapi-part.hashes',
  (p) => sql`
    select kind, name, hash from openapi_part
    where organization_id = ${p.organizationId} and spec_id = ${p.specId}`,
)

export const upsertParts = statement(
  'openapi-part.upsert',
  (
    p: OfSpec &
      Record<'kinds' | 'names' | 'hashes' | 'parts' | 'words', readonly string[]>,
  ) => sql`
    insert into openapi_part (organization_id, spec_id, kind, name, hash, part, words)
    select ${p.organizationId}, ${p.specId}, r.kind, r.name, r.hash, r.part::jsonb, r.words
    from unnest(${p.kinds}::text[], ${p.names}::text[], ${p.hashes}::text[],
      ${p.parts}::text[], ${p.words}::text[]) as r (kind, name, hash, part, words)
    on conflict (organization_id, spec_id, kind, name) do update
      set hash = excluded.hash, part = excluded.part, words = excluded.words`,
)

export const deleteParts = statement(
  'openapi-part.delete',
  (p: OfSpec & Record<'kinds' | 'names', readonly string[]>) => sql`
    delete from openapi_part as part
    using unnest(${p.kinds}::text[], ${p.names}::text[]) as gone (kind, name)
    where part.organization_id = ${p.organizationId} and part.spec_id = ${p.specId}
      and part.kind = gone.kind and part.name = gone.name`,
)

export interface OverlayText {
  readonly name: string
  readonly version: number
  readonly text: string
}

/** The overlays of a specification, in the order in which they are applied. */
export const selectOverlayTexts = statement<OfSpec, OverlayText>(
  'openapi-overlay.texts',
  (p) => sql`
    select name, version, text from openapi_overlay
    where organization_id = ${p.organizationId} and spec_id = ${p.specId}
    order by name`,
)

/** Notes what came of applying overlays. */
export const updateOverlayReports = statement(
  'openapi-overlay.update-reports',
  (p: OfSpec & { reports: string }) => sql`
    update openapi_overlay as o
    set problems = r.problems, problem_count = r.count, applied_version = r.version
    from jsonb_to_recordset(${p.reports}::jsonb)
      as r (name text, version integer, problems jsonb, count integer)
    where o.organization_id = ${p.organizationId} and o.spec_id = ${p.specId}
      and o.name = r.name`,
)

/** Specifications whose newest version is not shown, such as those that an older release read. */
export const selectUnshown = statement<
  { organizationId: string; rowsMax: number },
  { id: string }
>(
  'openapi-spec.unshown',
  (p) => sql`
    select spec.id from openapi_spec as spec
    cross join lateral (
      select v.id from openapi_spec_version as v
      where v.organization_id = ${p.organizationId} and v.spec_id = spec.id
      order by v.id desc limit 1
    ) as newest
    where spec.organization_id = ${p.organizationId} and spec.state = 'complete'
      and spec.shown_version is distinct from newest.id
    limit ${p.rowsMax}`,
)

/** What readers of a specification get. */
export interface ServedRow {
  readonly id: string
  readonly slug: string
  readonly visibility: string
  readonly shown_version: string | null
  readonly shown_number: number
  readonly shown_hash: string | null
  readonly shown_size: number | null
  readonly has_overlays: boolean
}

export const selectServed = statement<
  { organizationId: string; slugKey: string },
  ServedRow
>(
  'openapi-spec.served',
  (p) => sql`
    select spec.id, spec.slug, spec.visibility, spec.shown_version, spec.shown_number,
      spec.shown_hash, spec.shown_size, exists (
        select from openapi_overlay as o
        where o.organization_id = ${p.organizationId} and o.spec_id = spec.id
      ) as has_overlays
    from openapi_spec as spec
    where spec.organization_id = ${p.organizationId} and spec.slug_key = ${p.slugKey}`,
)

/** What a specification shows without its pages; no row for one that was never shown. */
export const selectShownInfo = statement<
  { organizationId: string; slugKey: string },
  {
    readonly id: string
    readonly slug: string
    readonly shown_version: string
    readonly shown_number: number
    readonly info: string
  }
>(
  'openapi-spec.shown-info',
  (p) => sql`
    select id, slug, (plan -> 'info')::text as info, shown_version, shown_number
    from openapi_spec
    where organization_id = ${p.organizationId} and slug_key = ${p.slugKey}
      and plan is not null and shown_version is not null`,
)

export interface ShownPart extends PartHash {
  /** JSON. */
  readonly part: string
}

/** Those of the named parts that there are. */
export const selectParts = statement<
  OfSpec & Record<'kinds' | 'names', readonly string[]>,
  ShownPart
>(
  'openapi-part.select',
  (p) => sql`
    select part.kind, part.name, part.hash, part.part::text as part
    from unnest(${p.kinds}::text[], ${p.names}::text[]) as wanted (kind, name)
    join openapi_part as part on part.organization_id = ${p.organizationId}
      and part.spec_id = ${p.specId} and part.kind = wanted.kind
      and part.name = wanted.name`,
)

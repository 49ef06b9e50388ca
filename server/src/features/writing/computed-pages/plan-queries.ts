import type { ApiPlan } from '@lectern/content/openapi/model.ts'
import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

export interface PlanRow {
  readonly id: string
  readonly slug: string
  /** The pages that are made of what is shown; null until a version is. */
  readonly plan: ApiPlan | null
}

/** A plan with the version that it is of, and the one that pages followed before. */
interface PlanToFollow extends PlanRow {
  readonly from_version: string | null
  readonly to_version: string | null
}

/** The plans of specifications by their slugs in lower case. */
export const selectPlans = statement(
  'computed-page.plans',
  (p: { organizationId: string; slugKeys: readonly string[] }) => sql<PlanRow>`
    select s.id, s.slug, s.plan from openapi_spec as s
    where s.organization_id = ${p.organizationId}
      and s.slug_key = any (${p.slugKeys}::text[])`,
)

export const selectPlanIds = statement(
  'computed-page.plan-ids',
  (p: { organizationId: string; slugKeys: readonly string[] }) => sql<{ id: string }>`
    select s.id from openapi_spec as s
    where s.organization_id = ${p.organizationId}
      and s.slug_key = any (${p.slugKeys}::text[])`,
)

export const selectPlan = statement(
  'computed-page.plan',
  (p: { organizationId: string; specId: string }) => sql<PlanToFollow>`
    select s.id, s.slug, s.plan, s.shown_version as to_version,
      coalesce(s.followed_version, earlier.id) as from_version
    from openapi_spec as s
    left join lateral (
      select v.id from openapi_spec_version as v
      where v.organization_id = ${p.organizationId} and v.spec_id = ${p.specId}
        and v.id < s.shown_version
      order by v.id desc limit 1) as earlier on true
    where s.organization_id = ${p.organizationId} and s.id = ${p.specId}`,
)

/** Keeps to which version the pages of all spaces have come. */
export const keepFollowed = statement(
  'computed-page.keep-followed',
  (p: { organizationId: string; specId: string; version: string }) => sql`
    update openapi_spec set followed_version = ${p.version}
    where organization_id = ${p.organizationId} and id = ${p.specId}
      and followed_version is distinct from ${p.version}`,
)

export interface PartHashRow {
  readonly slug_key: string
  readonly kind: string
  readonly name: string
  readonly hash: string
}

/** The digests of parts of specifications, each asked for by slug in lower case, kind and name. */
export const selectPartHashes = statement(
  'computed-page.part-hashes',
  (p: {
    organizationId: string
    slugKeys: readonly string[]
    kinds: readonly string[]
    names: readonly string[]
  }) => sql<PartHashRow>`
    select s.slug_key, o.kind, o.name, o.hash
    from unnest(${p.slugKeys}::text[], ${p.kinds}::text[], ${p.names}::text[])
      as asked (slug_key, kind, name)
    join openapi_spec as s on s.organization_id = ${p.organizationId}
      and s.slug_key = asked.slug_key
    join openapi_part as o on o.organization_id = ${p.organizationId} and o.spec_id = s.id
      and o.kind = asked.kind and o.name = asked.name`,
)

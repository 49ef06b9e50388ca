import { sql } from 'kysely'

import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

import type { OfSpec } from './openapi-spec-queries.ts'
import type { OfContent } from './spec-content.ts'

export interface VersionRow {
  readonly id: string
  readonly hash: string
  readonly source_url: string | null
  readonly created_at: string
  readonly size: number
  readonly format: string
  readonly text_start: number
  readonly text_end: number
  readonly bundle_size: number | null
}

const columns = sql.raw(
  `v.id, v.hash, v.source_url, v.created_at, c.size, c.format, c.text_start, c.text_end,
   c.bundle_size`,
)

/** The versions of a specification, the newest first. */
export const selectVersions = statementByShape(
  'openapi-spec-version.list',
  (
    shape: Readonly<{ after: boolean; rowsMax: number }>,
    p: OfSpec & { afterId: string | undefined },
  ) => {
    const after = shape.after ? sql`and v.id < ${p.afterId ?? ''}` : sql``
    return sql<VersionRow>`
      select ${columns}
      from openapi_spec_version as v
      join openapi_content as c
        on c.organization_id = ${p.organizationId} and c.hash = v.hash
      where v.organization_id = ${p.organizationId} and v.spec_id = ${p.specId} ${after}
      order by v.id desc limit ${sql.lit(shape.rowsMax)}`
  },
)

export const countVersions = statement(
  'openapi-spec-version.count',
  (p: OfSpec) => sql<{ count: number }>`
    select count(*)::integer as count from openapi_spec_version
    where organization_id = ${p.organizationId} and spec_id = ${p.specId}`,
)

export const selectVersion = statement(
  'openapi-spec-version.by-id',
  (p: OfSpec & { versionId: string }) => sql<VersionRow>`
    select ${columns}
    from openapi_spec_version as v
    join openapi_content as c
      on c.organization_id = ${p.organizationId} and c.hash = v.hash
    where v.organization_id = ${p.organizationId} and v.spec_id = ${p.specId}
      and v.id = ${p.versionId}`,
)

export const insertVersion = statement(
  'openapi-spec-version.insert',
  (p: OfSpec & OfContent & { versionId: string; sourceUrl: string | null }) =>
    sqlBuilder.insertInto('openapi_spec_version').values({
      organization_id: p.organizationId,
      spec_id: p.specId,
      id: p.versionId,
      hash: p.hash,
      source_url: p.sourceUrl,
    }),
)

/** Deletes the versions of a specification but for the newest. */
export const deleteOldVersions = statement(
  'openapi-spec-version.delete-old',
  (p: OfSpec & { keptMax: number }) => sql<{ hash: string }>`
    delete from openapi_spec_version
    where organization_id = ${p.organizationId} and spec_id = ${p.specId}
      and id <= (
        select older.id from openapi_spec_version as older
        where older.organization_id = ${p.organizationId} and older.spec_id = ${p.specId}
        order by older.id desc offset ${p.keptMax} limit 1)
    returning hash`,
)

/** The contents that a specification names, whose versions are about to go. */
export const selectHashes = statement(
  'openapi-spec-version.hashes',
  (p: OfSpec) => sql<{ hash: string }>`
    select hash from openapi_spec_version
    where organization_id = ${p.organizationId} and spec_id = ${p.specId}
    union
    select named.hash from openapi_spec as spec
    cross join lateral (values (spec.source_hash), (spec.shown_hash)) as named (hash)
    where spec.organization_id = ${p.organizationId} and spec.id = ${p.specId}
      and named.hash is not null`,
)

import { sql } from 'kysely'

import { listForCaller, type OfCaller } from '#/access/list-for-caller.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

interface InOrganization {
  readonly organizationId: string
}

export interface OfSpec extends InOrganization {
  readonly specId: string
}

export interface SpecRow {
  readonly id: string
  readonly slug: string
  readonly visibility: string
  readonly source_url: string | null
  readonly source_hash: string | null
  readonly state: string
  readonly processed_at: string | null
  readonly error_code: string | null
  readonly errors: readonly { readonly message: string; readonly code?: string }[] | null
  readonly error_count: number | null
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
  readonly last_version: string | null
}

const columns = sql.raw(
  `spec.id, spec.slug, spec.visibility, spec.source_url, spec.source_hash, spec.state,
   spec.processed_at, spec.error_code, spec.errors, spec.error_count, spec.version,
   spec.created_at, spec.updated_at`,
)

/** The newest version of the specification that is called `spec` in the statement. */
const lastVersion = (organizationId: string) => sql<string | null>`(
  select newest.id from openapi_spec_version as newest
  where newest.organization_id = ${organizationId} and newest.spec_id = spec.id
  order by newest.id desc limit 1)`

/** The specifications of an organization in order of creation: ids are time-ordered. */
export const selectSpecs = statementByShape(
  'openapi-spec.list',
  (
    shape: Readonly<{ after: boolean; rowsMax: number }>,
    p: OfCaller & { afterId: string | undefined },
  ) => {
    const after = shape.after ? sql`and spec.id > ${p.afterId ?? ''}` : sql``
    const page = sql`(
      select ${columns}, ${lastVersion(p.organizationId)} as last_version
      from openapi_spec as spec
      where spec.organization_id = ${p.organizationId} ${after}
      order by spec.id limit ${sql.lit(shape.rowsMax)})`
    const count = sql<number>`(select count(*)::integer from openapi_spec as counted_spec
      where counted_spec.organization_id = ${p.organizationId})`
    return listForCaller<SpecRow>(p, { page, count, orderBy: sql`page.id` })
  },
)

export const selectSpec = statement(
  'openapi-spec.by-slug',
  (p: InOrganization & { slugKey: string }) => sql<SpecRow>`
    select ${columns}, ${lastVersion(p.organizationId)} as last_version
    from openapi_spec as spec
    where spec.organization_id = ${p.organizationId} and spec.slug_key = ${p.slugKey}`,
)

/** Locks a specification for a change: other changes of it wait until the transaction ends. */
export const lockSpec = statement(
  'openapi-spec.lock',
  (p: InOrganization & { slugKey: string }) => sql<SpecRow>`
    select ${columns}, ${lastVersion(p.organizationId)} as last_version
    from openapi_spec as spec
    where spec.organization_id = ${p.organizationId} and spec.slug_key = ${p.slugKey}
    for update of spec`,
)

/** The number of specifications, none of which is being added while the organization is locked. */
export const countSpecs = statement(
  'openapi-spec.count',
  (p: InOrganization) => sql<{ count: number }>`
    select count(*)::integer as count from openapi_spec
    where organization_id = ${p.organizationId}`,
)

interface NewSource {
  readonly sourceUrl: string | null
  readonly sourceHash: string | null
  /** When the URL is looked at again, unless its job says another time; null without one. */
  readonly refreshSeconds: number | null
}

/** Adds a specification; no row when the slug is taken. */
export const insertSpec = statement(
  'openapi-spec.insert',
  (p: OfSpec & NewSource & { slug: string; slugKey: string }) => sql<{ id: string }>`
    insert into openapi_spec
      (organization_id, id, slug, slug_key, source_url, source_hash, refresh_at)
    values (${p.organizationId}, ${p.specId}, ${p.slug}, ${p.slugKey},
      ${p.sourceUrl}::text, ${p.sourceHash}::text,
      now() + make_interval(secs => ${p.refreshSeconds}::double precision))
    on conflict (organization_id, slug_key) do nothing
    returning id`,
)

/** Gives a specification another source; what is known of a URL stays when it is the same. */
export const updateSource = statement(
  'openapi-spec.update-source',
  (p: OfSpec & NewSource) => sql`
    update openapi_spec
    set source_url = ${p.sourceUrl}::text, source_hash = ${p.sourceHash}::text,
      source_number = source_number + 1, state = 'pending', failures = 0,
      etag = case when source_url = ${p.sourceUrl}::text then etag end,
      last_modified = case when source_url = ${p.sourceUrl}::text then last_modified end,
      refresh_at = now() + make_interval(secs => ${p.refreshSeconds}::double precision),
      version = version + 1, updated_at = now()
    where organization_id = ${p.organizationId} and id = ${p.specId}`,
)

export const updateVisibility = statement(
  'openapi-spec.update-visibility',
  (p: OfSpec & { visibility: string }) =>
    sqlBuilder
      .updateTable('openapi_spec')
      .set({
        visibility: p.visibility,
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.specId),
)

export const deleteSpec = statement('openapi-spec.delete', (p: OfSpec) =>
  sqlBuilder
    .deleteFrom('openapi_spec')
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.specId),
)

import { sql } from 'kysely'

import type {
  OfSpec,
  OverlayProblemFound,
} from '#/features/references/openapi-specs/public.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

export type OfOverlay = OfSpec & { readonly name: string }

export interface OverlayRow {
  readonly name: string
  readonly version: number
  readonly applied_version: number | null
  readonly problems: readonly OverlayProblemFound[]
  readonly problem_count: number
  readonly created_at: string
  readonly updated_at: string
}

export interface OverlayWithText extends OverlayRow {
  readonly text: string
}

const columns = sql.raw(
  'name, version, applied_version, problems, problem_count, created_at, updated_at',
)

export const selectOverlays = statementByShape<
  Readonly<{ after: boolean; rowsMax: number }>,
  OfSpec & { afterName: string | undefined },
  OverlayRow
>(
  'openapi-overlay.list',
  ({ after, rowsMax }, p) => sql`
    select ${columns} from openapi_overlay
    where organization_id = ${p.organizationId} and spec_id = ${p.specId}
      ${after ? sql`and name > ${p.afterName ?? ''}` : sql``}
    order by name limit ${sql.lit(rowsMax)}`,
)

export const countOverlays = statement<OfSpec, { count: number }>(
  'openapi-overlay.count',
  (p) => sql`
    select count(*)::integer as count from openapi_overlay
    where organization_id = ${p.organizationId} and spec_id = ${p.specId}`,
)

export const selectOverlay = statement<OfOverlay, OverlayWithText>(
  'openapi-overlay.by-name',
  (p) => sql`
    select ${columns}, text from openapi_overlay
    where organization_id = ${p.organizationId} and spec_id = ${p.specId}
      and name = ${p.name}`,
)

/** What is known of an older text stays until the new one was applied. */
export const upsertOverlay = statement<OfOverlay & { text: string }, OverlayWithText>(
  'openapi-overlay.upsert',
  (p) => sql`
    insert into openapi_overlay as o (organization_id, spec_id, name, text)
    values (${p.organizationId}, ${p.specId}, ${p.name}, ${p.text})
    on conflict (organization_id, spec_id, name) do update
      set text = excluded.text, version = o.version + 1, updated_at = excluded.updated_at
    returning ${columns}, text`,
)

export const deleteOverlay = statement('openapi-overlay.delete', (p: OfOverlay) =>
  sqlBuilder
    .deleteFrom('openapi_overlay')
    .where('organization_id', '=', p.organizationId)
    .where('spec_id', '=', p.specId)
    .where('name', '=', p.name),
)

/** Counts a change of the overlays, so that work with those before is noticed. */
export const countOverlayChange = statement(
  'openapi-spec.count-overlay-change',
  (p: OfSpec) =>
    sqlBuilder
      .updateTable('openapi_spec')
      .set({ overlays_number: sql`overlays_number + 1` })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.specId),
)

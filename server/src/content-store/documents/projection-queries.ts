import { documentForm } from '@lectern/content/document/form.ts'
import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

const form = sql.lit(documentForm)

/** The projection of a document, as far as it has the form of this release. */
export function currentProjection(document: string) {
  const row = sql.table(document)
  return sql<Buffer | null>`case when ${row}.projection_form = ${form}
    then ${row}.projection end`
}

export interface OldProjectionRow {
  readonly space_id: string
  readonly id: string
  readonly markdown: string
}

/** Some documents of which an older release derived less, or in another form. */
export const selectOldProjections = statement<
  { organizationId: string; rowsMax: number },
  OldProjectionRow
>(
  'content.old-projections',
  (p) => sql`
    select o.space_id, o.id, o.markdown from (
      (select d.space_id, d.id, d.markdown from document as d
       where d.organization_id = ${p.organizationId} and d.projection_form < ${form}
       limit ${p.rowsMax})
      union all
      (select d.space_id, d.id, d.markdown from document as d
       where d.organization_id = ${p.organizationId} and d.anchors is null
         and d.projection_form >= ${form}
       limit ${p.rowsMax})
    ) as o limit ${p.rowsMax}`,
)

export const updateProjection = statement(
  'content.update-projection',
  (p: {
    organizationId: string
    spaceId: string
    id: string
    projection: Buffer
    anchors: readonly number[]
  }) => sql`
    update document set projection = ${p.projection}::bytea, projection_form = ${form},
      anchors = ${p.anchors}::integer[]
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and id = ${p.id} and (projection_form < ${form} or anchors is null)`,
)

import { type RawBuilder, sql } from 'kysely'

import { statementByShape } from '#/platform/database/statement.ts'

import type { OrNone } from './select-page.ts'
import {
  entryColumns,
  type VersionRow,
  type HeadColumns,
  headForCaller,
  type InRevision,
  isOpen,
  type OfSpace,
  type RevisionColumns,
  revisionForCaller,
} from './select-space.ts'
import { entriesAt } from './select-tree.ts'

interface After {
  readonly afterName: string | undefined
  readonly afterId: string | undefined
}

export interface FileListShape {
  readonly after: boolean
  readonly rowsMax: number
}

export type FileListRow = HeadColumns & OrNone<VersionRow> & { readonly count: number }

/** The files of the head by name: a page of them, or one row with nulls when it is empty. */
export const selectFiles = statementByShape<FileListShape, OfSpace & After, FileListRow>(
  'content.files',
  (shape, p) => sql`
    with found as materialized ${headForCaller(p)}
    select found.*, coalesce(
        (select c.files from space_counter as c
         where c.organization_id = ${p.organizationId} and c.space_id = ${p.spaceId}), 0
      ) as count, ${entryColumns('page')}
    from found left join lateral (
      select ${entryColumns('f')} from entry_version as f
      where ${isOpen('f', p)} and f.kind = 'file' ${isAfter('f', shape, p)}
      order by f.title, f.entry_id limit ${sql.lit(shape.rowsMax)}
    ) as page on true
    order by page.title, page.entry_id`,
)

/** The same in a revision: every entry is probed, because only its version says that it is a file. */
export const selectFilesInRevision = statementByShape<
  FileListShape,
  InRevision & After,
  FileListRow & RevisionColumns
>(
  'content.files-in-revision',
  (shape, p) => sql`
    with found as materialized ${revisionForCaller(p)},
    file as materialized (
      select f.* from found cross join lateral (
        ${entriesAt(p, sql`found.revision_number`, sql`('file')`)}) as f
    )
    select found.*, (select count(*)::integer from file) as count, ${entryColumns('page')}
    from found left join lateral (
      select ${entryColumns('f')} from file as f where true ${isAfter('f', shape, p)}
      order by f.title, f.entry_id limit ${sql.lit(shape.rowsMax)}
    ) as page on true
    order by page.title, page.entry_id`,
)

function isAfter(alias: string, { after }: FileListShape, p: After): RawBuilder<unknown> {
  if (!after) return sql``
  const title = sql.ref(`${alias}.title`)
  return sql`and (${title}, ${sql.ref(`${alias}.entry_id`)})
    > (${p.afterName}::text, ${p.afterId}::text)`
}

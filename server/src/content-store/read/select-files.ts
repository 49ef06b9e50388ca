import { type RawBuilder, sql } from 'kysely'

import {
  atFound,
  type AtRevision,
  entryColumns,
  type HeadColumns,
  headForCaller,
  type InPlace,
  isOnBranch,
  isOpen,
  type OfSpace,
  placeForCaller,
  type PlaceShape,
  type RevisionColumns,
  versionAt,
  type VersionRow,
} from '#/content-store/branches/public.ts'
import { statementByShape } from '#/platform/database/statement.ts'

import type { OrNone } from './select-page.ts'

interface After {
  readonly afterName: string | undefined
  readonly afterId: string | undefined
  /** The files that are listed, where not all are. */
  readonly among?: readonly string[]
}

export interface FileListShape {
  readonly after: boolean
  /** Whether only the files in `among` are listed. */
  readonly isPartial: boolean
  readonly rowsMax: number
}

export type FileListRow = HeadColumns & OrNone<VersionRow> & { readonly count: number }

/** The files of the head by name: one page of the list, or one row with nulls when empty. */
export const selectFiles = statementByShape<FileListShape, OfSpace & After, FileListRow>(
  'content.files',
  (shape, p) => sql`
    with found as materialized ${headForCaller(p)}
    select found.*, ${countOf(shape, p)} as count, ${entryColumns('page')}
    from found left join lateral (
      select ${entryColumns('f')} from entry_version as f
      where ${isOpen('f', p)} and f.kind = 'file' ${isAmong('f', shape, p)}
        ${isAfter('f', shape, p)}
      order by f.title, f.entry_id limit ${sql.lit(shape.rowsMax)}
    ) as page on true
    order by page.title, page.entry_id`,
)

/** The files of a revision by name: one page of the list, or one row with nulls when empty. */
export const selectFilesInRevision = statementByShape<
  FileListShape & PlaceShape,
  InPlace & After,
  FileListRow & RevisionColumns
>(
  'content.files-in-revision',
  (shape, p) => sql`
    with found as materialized ${placeForCaller(shape, p)},
    file as materialized (
      select f.* from found cross join lateral (
        ${filesAt(p, atFound(shape))}) as f
      where true ${isAmong('f', shape, p)}
    )
    select found.*, (select count(*)::integer from file) as count, ${entryColumns('page')}
    from found left join lateral (
      select ${entryColumns('f')} from file as f where true ${isAfter('f', shape, p)}
      order by f.title, f.entry_id limit ${sql.lit(shape.rowsMax)}
    ) as page on true
    order by page.title, page.entry_id`,
)

/**
 * The files of a revision. Versions of files have an index of their own, which is walked from file
 * to file: neither pages, which are most of a space, nor other versions of a file are read.
 */
function filesAt(p: InPlace, at: AtRevision): RawBuilder<unknown> {
  const next = (branchId: RawBuilder<unknown>, after: RawBuilder<unknown>) => sql`
    select v.entry_id from entry_version as v
    where ${isOnBranch('v', p, branchId)} and v.kind = 'file' and v.entry_id > ${after}
    order by v.entry_id limit 1`
  const everOn = (branchId: RawBuilder<unknown>) => sql`
    with recursive walked as (
      (${next(branchId, sql`''`)})
      union all
      select step.entry_id from walked cross join lateral (
        ${next(branchId, sql`walked.entry_id`)}) as step
    )
    select walked.entry_id from walked`
  const onMain = sql`(${everOn(sql`${p.spaceId}`)})`
  const ever =
    at.isMain === true ? onMain : sql`(${onMain} union (${everOn(at.branchId)}))`
  return sql`
    select ${entryColumns('version')} from ${ever} as ever
    cross join ${versionAt(p, sql`ever.entry_id`, at)} as version
    where not version.is_gone`
}

function countOf({ isPartial }: FileListShape, p: OfSpace & After): RawBuilder<unknown> {
  if (isPartial) return sql`cardinality(${p.among}::text[])`
  return sql`coalesce(
    (select c.files from space_counter as c
     where c.organization_id = ${p.organizationId} and c.space_id = ${p.spaceId}), 0)`
}

function isAmong(
  alias: string,
  { isPartial }: FileListShape,
  p: After,
): RawBuilder<unknown> {
  if (!isPartial) return sql``
  return sql`and ${sql.ref(`${alias}.entry_id`)} = any (${p.among}::text[])`
}

function isAfter(alias: string, { after }: FileListShape, p: After): RawBuilder<unknown> {
  if (!after) return sql``
  const title = sql.ref(`${alias}.title`)
  return sql`and (${title}, ${sql.ref(`${alias}.entry_id`)})
    > (${p.afterName}::text, ${p.afterId}::text)`
}

import { type RawBuilder, sql } from 'kysely'

import {
  type ContentColumns,
  type ContentOfCaller,
  spaceForCaller,
} from '#/access/content-access.ts'
import { statement } from '#/platform/database/statement.ts'

export interface OfSpace extends ContentOfCaller {
  readonly spaceId: string
}

export interface InRevision extends OfSpace {
  readonly revisionId: string
}

/** The kinds that are pages, as the indexes spell them. */
export const pageKinds = sql`('document', 'group', 'link', 'computed')`

/** What a read in a space finds out on the way: who is asking, and where the head is. */
export interface HeadColumns extends ContentColumns {
  readonly head_number: number
  readonly head_revision_id: string
  /** The last revision that changed a slug or a parent. */
  readonly moved_number: number
  readonly file_epoch: number
}

/** Of what is looked for in a revision; null when there is no such revision. */
export interface RevisionColumns {
  readonly revision_number: number | null
  readonly revision_type: string | null
  readonly revision_parents: string[] | null
  readonly revision_created_at: string | null
}

const revisionColumns = [
  'r.number as revision_number',
  'r.type as revision_type',
  'r.parents as revision_parents',
  'r.created_at as revision_created_at',
] as const

/** The space for the caller with the head of its main branch. */
export function headForCaller(p: OfSpace) {
  return spaceForCaller(p)
    .innerJoin('branch as b', (join) =>
      join
        .onRef('b.organization_id', '=', 'node.organization_id')
        .onRef('b.space_id', '=', 'node.id')
        .onRef('b.id', '=', 'node.id'),
    )
    .innerJoin('space as s', (join) =>
      join
        .onRef('s.organization_id', '=', 'node.organization_id')
        .onRef('s.id', '=', 'node.id'),
    )
    .select(['b.head_number', 'b.head_revision_id', 'b.moved_number', 's.file_epoch'])
}

/** The same with a revision of the main branch, whose columns are null when there is none. */
export function revisionForCaller(p: InRevision) {
  return headForCaller(p)
    .leftJoin('revision as r', (join) =>
      join
        .onRef('r.organization_id', '=', 'node.organization_id')
        .onRef('r.space_id', '=', 'node.id')
        .onRef('r.branch_id', '=', 'node.id')
        .on('r.id', '=', p.revisionId),
    )
    .select(revisionColumns)
}

/** With the revision that is the head; it is there as long as the branch is. */
export function headRevisionForCaller(p: OfSpace) {
  return headForCaller(p)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('revision as x')
          .select(['x.number', 'x.type', 'x.parents', 'x.created_at'])
          .where('x.organization_id', '=', p.organizationId)
          .where('x.space_id', '=', p.spaceId)
          .whereRef('x.id', '=', 'b.head_revision_id')
          // Without it the planner may join all revisions of the space.
          .limit(sql.lit(1))
          .as('r'),
      (join) => join.onTrue(),
    )
    .select(revisionColumns)
}

/** Only where the head is: enough to say that nothing has changed. */
export const selectHead = statement('content.head', (p: OfSpace) => headForCaller(p))

export const selectRevisionForCaller = statement(
  'content.revision-for-caller',
  (p: InRevision) => revisionForCaller(p),
)

/** A version of an entry, without its text. */
export interface VersionRow {
  readonly entry_id: string
  readonly from_number: number
  readonly kind: string
  readonly parent_id: string
  readonly position: string
  readonly slug: string | null
  readonly title: string
  readonly attributes: unknown
  readonly document_id: string | null
  readonly created_at: string
  readonly updated_at: string
}

export const entryColumnNames = [
  'entry_id',
  'from_number',
  'kind',
  'parent_id',
  'position',
  'slug',
  'title',
  'attributes',
  'document_id',
  'created_at',
  'updated_at',
] as const

/** The columns of an `VersionRow`, of the relation with this alias. */
export function entryColumns(alias: string): RawBuilder<unknown> {
  return sql.join(entryColumnNames.map((name) => sql.ref(`${alias}.${name}`)))
}

type OfContent = Readonly<{ organizationId: string; spaceId: string }>

/** The condition under which `alias` is the head's version of an entry. */
export function isOpenVersion(
  alias: string,
  p: OfContent,
  entryId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`${isOpen(alias, p)} and ${sql.ref(`${alias}.entry_id`)} = ${entryId}`
}

/** The head's version of an entry that another row names, by one probe. */
export function openVersion(
  p: OfContent,
  entryId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`lateral (
    select x.entry_id, x.parent_id, x.slug from entry_version as x
    where ${isOpenVersion('x', p, entryId)} limit 1)`
}

/** The condition under which `alias` is in the head of the main branch. */
export function isOpen(alias: string, p: OfContent): RawBuilder<boolean> {
  return sql`${isOnMain(alias, p)} and ${sql.ref(`${alias}.to_number`)} is null`
}

export function isOnMain(alias: string, p: OfContent): RawBuilder<boolean> {
  return sql`${sql.ref(`${alias}.organization_id`)} = ${p.organizationId}
    and ${sql.ref(`${alias}.space_id`)} = ${p.spaceId}
    and ${sql.ref(`${alias}.branch_id`)} = ${p.spaceId}`
}

/** The version of an entry in a revision of the main branch: the last that began by then. */
export function versionAt(
  p: OfContent,
  entryId: RawBuilder<unknown>,
  number: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`lateral (
    select ${entryColumns('x')}, x.to_number, x.head from entry_version as x
    where ${isOnMain('x', p)} and x.entry_id = ${entryId} and x.from_number <= ${number}
    order by x.from_number desc limit 1)`
}

/** Whether the version with this alias was not over by then. */
export function isStillThere(
  alias: string,
  number: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const to = sql.ref(`${alias}.to_number`)
  return sql`(${to} is null or ${to} > ${number})`
}

import { type RawBuilder, sql } from 'kysely'

import {
  type ContentColumns,
  type ContentOfCaller,
  spaceForCaller,
} from '#/access/content-access.ts'
import { statement, statementByShape } from '#/platform/database/statement.ts'

import type { BranchKey } from './branches.ts'

export interface OfSpace extends ContentOfCaller {
  readonly spaceId: string
}

interface InRevision extends OfSpace {
  readonly revisionId: string
}

interface InChangeRequest extends OfSpace {
  /** The id of the change request, or its number in the space. */
  readonly changeRequestId: string
}

/**
 * The place besides the head where content is read: a revision of the main branch, a revision of
 * another branch, or a change request. Statements on the main branch stay as simple as if it were
 * the only one.
 */
export interface PlaceShape {
  readonly place: 'main' | 'branch' | 'change-request'
}

/** The parameters for a read in any place; the shape of the statement says which of these count. */
export interface InPlace extends InRevision, InChangeRequest {}

/** The entry kinds that are pages, spelled as in the indexes. */
export const pageKinds = sql`('document', 'group', 'link', 'computed')`

/** Columns that every read in a space has: the caller's access and the position of the head. */
export interface HeadColumns extends ContentColumns {
  readonly head_number: number
  readonly head_revision_id: string
  /** The last revision that changed paths: that moved, renamed, deleted or restored an entry. */
  readonly moved_number: number
  readonly file_epoch: number
}

/** The revision in which content is looked for; null columns when no such revision exists. */
export interface RevisionColumns {
  readonly revision_id: string | null
  readonly revision_branch_id: string | null
  readonly revision_number: number | null
  readonly revision_main_number: number | null
  readonly revision_type: string | null
  readonly revision_parents: string[] | null
  readonly revision_created_at: string | null
  /** Set when the revision is the head of the requested change request. */
  readonly change_request_number: number | null
}

const revisionColumns = [
  'r.id as revision_id',
  'r.branch_id as revision_branch_id',
  'r.number as revision_number',
  'r.type as revision_type',
  'r.parents as revision_parents',
  'r.created_at as revision_created_at',
] as const

const noChangeRequest = sql<number | null>`null::integer`.as('change_request_number')

/** The space for the caller with the head of its main branch. */
export function headForCaller(p: OfSpace) {
  return spaceForCaller(p)
    .innerJoin('branch as b', (join) =>
      join
        .on('b.organization_id', '=', p.organizationId)
        .onRef('b.space_id', '=', 'node.id')
        .onRef('b.id', '=', 'node.id'),
    )
    .innerJoin('space as s', (join) =>
      join.on('s.organization_id', '=', p.organizationId).onRef('s.id', '=', 'node.id'),
    )
    .select(['b.head_number', 'b.head_revision_id', 'b.moved_number', 's.file_epoch'])
}

/** The space for the caller with one of its revisions; null columns without such a revision. */
function revisionForCaller(p: InRevision, ofMain: boolean) {
  return (
    headForCaller(p)
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('revision as x')
            .select(['x.id', 'x.branch_id', 'x.number', 'x.main_number', 'x.type'])
            .select(['x.parents', 'x.created_at'])
            .where('x.organization_id', '=', p.organizationId)
            .where('x.space_id', '=', p.spaceId)
            // The first revision from this id on: only the key has that order. Given the id itself,
            // the planner may read all revisions of a space, which it takes for few.
            .where('x.id', '>=', p.revisionId)
            .orderBy('x.id')
            .limit(sql.lit(1))
            .as('r'),
        (join) =>
          join
            .on('r.id', '=', p.revisionId)
            .onRef('r.branch_id', ofMain ? '=' : '<>', 'node.id'),
      )
      .select(revisionColumns)
      // A revision of the main branch reads through to itself.
      .select(
        sql
          .ref<number | null>(ofMain ? 'r.number' : 'r.main_number')
          .as('revision_main_number'),
      )
      .select(noChangeRequest)
  )
}

/** The space for the caller with a change request's head revision; null columns without one. */
function changeRequestForCaller(p: InChangeRequest) {
  return headForCaller(p)
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('change_request as x')
          .select(['x.id', 'x.number'])
          .where('x.organization_id', '=', p.organizationId)
          .where('x.space_id', '=', p.spaceId)
          .where('x.id', '=', p.changeRequestId)
          .unionAll(
            eb
              .selectFrom('change_request as x')
              .select(['x.id', 'x.number'])
              .where('x.organization_id', '=', p.organizationId)
              .where('x.space_id', '=', p.spaceId)
              .where('x.number', '=', numberIn(p)),
          )
          .limit(sql.lit(1))
          .as('c'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('branch as own')
          .innerJoinLateral(
            (from) =>
              from
                .selectFrom('revision as v')
                .selectAll()
                .where('v.organization_id', '=', p.organizationId)
                .where('v.space_id', '=', p.spaceId)
                // The first revision from this id on, as in `revisionForCaller`: only the key has
                // that order.
                .whereRef('v.id', '>=', 'own.head_revision_id')
                .orderBy('v.id')
                .limit(sql.lit(1))
                .as('x'),
            (join) => join.onRef('x.id', '=', 'own.head_revision_id'),
          )
          .selectAll('x')
          .where('own.organization_id', '=', p.organizationId)
          .where('own.space_id', '=', p.spaceId)
          .whereRef('own.id', '=', 'c.id')
          .limit(sql.lit(1))
          .as('r'),
      (join) => join.onTrue(),
    )
    .select(revisionColumns)
    .select([
      'r.main_number as revision_main_number',
      'c.number as change_request_number',
    ])
}

/** The number of a change request, null for an id: numbers have nine digits at most, ids more. */
function numberIn({ changeRequestId }: InChangeRequest) {
  return sql<number>`case when ${changeRequestId}::text ~ '^[1-9][0-9]{0,8}$'
    then ${changeRequestId}::text::integer end`
}

/** The space for the caller and the revision that is read. */
export function placeForCaller({ place }: PlaceShape, p: InPlace) {
  return place === 'change-request'
    ? changeRequestForCaller(p)
    : revisionForCaller(p, place === 'main')
}

/** The space for the caller with its head revision, which exists as long as the branch does. */
export function headRevisionForCaller(p: OfSpace) {
  return headForCaller(p)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('revision as x')
          .select([
            'x.id',
            'x.branch_id',
            'x.number',
            'x.type',
            'x.parents',
            'x.created_at',
          ])
          .where('x.organization_id', '=', p.organizationId)
          .where('x.space_id', '=', p.spaceId)
          // The first revision from this id on, as in `revisionForCaller`: only the key has that
          // order.
          .whereRef('x.id', '>=', 'b.head_revision_id')
          .orderBy('x.id')
          .limit(sql.lit(1))
          .as('r'),
      (join) => join.onRef('r.id', '=', 'b.head_revision_id'),
    )
    .select(revisionColumns)
    .select(['r.number as revision_main_number', noChangeRequest])
}

/** Reads the position of the head alone: enough to answer that nothing has changed. */
export const selectHead = statement('content.head', (p: OfSpace) => headForCaller(p))

/** Reads the head revision without its content. */
export const selectHeadRevision = statement('content.head-revision', (p: OfSpace) =>
  headRevisionForCaller(p),
)

/** Reads which revision the caller asked for, without its content. */
export const selectPlace = statementByShape<
  PlaceShape,
  InPlace,
  HeadColumns & RevisionColumns
>('content.place', (shape, p) => placeForCaller(shape, p))

/** Selects a row if the next revision is older than ten minutes, longer than a page is read. */
export const selectLongReplaced = statement(
  'content.long-replaced',
  (p: BranchKey & { number: number }) => sql<{ number: number }>`
    select number from revision
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and branch_id = ${p.branchId} and number = ${p.number} + 1
      and created_at < now() - interval '10 minutes'`,
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

/** The columns of a `VersionRow`, or others, of the relation with this alias. */
export function entryColumns(
  alias: string,
  names: readonly string[] = entryColumnNames,
): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(`${alias}.${name}`)))
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
  return isOnBranch(alias, p, sql`${p.spaceId}`)
}

export function isOnBranch(
  alias: string,
  p: OfContent,
  branchId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`${sql.ref(`${alias}.organization_id`)} = ${p.organizationId}
    and ${sql.ref(`${alias}.space_id`)} = ${p.spaceId}
    and ${sql.ref(`${alias}.branch_id`)} = ${branchId}`
}

import { sql } from 'kysely'

import { type ContentOfCaller, spaceForCaller } from '#/access/content-access.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'

import type { BranchKey } from './branches.ts'

/** The space, what the caller may do with it, and the head of its main branch. */
export const selectContentForCaller = statement(
  'content.for-caller',
  (p: ContentOfCaller & { spaceId: string }) =>
    spaceForCaller(p)
      .innerJoin('space', (join) =>
        join
          .on('space.organization_id', '=', p.organizationId)
          .onRef('space.id', '=', 'node.id'),
      )
      .innerJoin('branch', (join) =>
        join
          .on('branch.organization_id', '=', p.organizationId)
          .onRef('branch.space_id', '=', 'node.id')
          .onRef('branch.id', '=', 'node.id'),
      )
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('revision as r')
            .select(['r.id', 'r.parents'])
            .where('r.organization_id', '=', p.organizationId)
            .where('r.space_id', '=', p.spaceId)
            // Only the key has this order, so the planner cannot read all revisions of the space
            // instead.
            .whereRef('r.id', '>=', 'branch.head_revision_id')
            .orderBy('r.id')
            .limit(sql.lit(1))
            .as('revision'),
        (join) => join.onRef('revision.id', '=', 'branch.head_revision_id'),
      )
      .select(['space.edit_mode', 'space.file_epoch'])
      .select(['branch.head_number', 'branch.head_revision_id'])
      .select('revision.parents as head_parents'),
)

/**
 * Locks a branch: other writers of its head wait until this transaction ends. Statements after the
 * lock read what the writer before left; this statement itself may read older rows.
 */
export const lockBranch = statement('content.lock-branch', (p: BranchKey) =>
  sqlBuilder
    .selectFrom('branch')
    .select('head_number')
    .where('organization_id', '=', p.organizationId)
    .where('space_id', '=', p.spaceId)
    .where('id', '=', p.branchId)
    .forUpdate(),
)

interface RevisionPoint {
  readonly branch_id: string
  readonly number: number
  readonly main_number: number
}

/** The branch and the numbers of a revision of any branch. */
export const selectRevisionPoint = statement(
  'content.revision-point',
  (p: Omit<BranchKey, 'branchId'> & { revisionId: string }) => sql<RevisionPoint>`
    select branch_id, number, coalesce(main_number, number) as main_number from revision
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and id = ${p.revisionId}`,
)

export const selectRevision = statement(
  'content.revision',
  (p: BranchKey & { revisionId: string }) => sql<{ id: string; number: number }>`
    select id, number from revision
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and branch_id = ${p.branchId} and id = ${p.revisionId}`,
)

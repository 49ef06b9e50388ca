import { sql } from 'kysely'

import {
  type BranchShape,
  type OfBranch,
  versionAt,
} from '#/content-store/branches/public.ts'
import { columns, type EntryRow } from '#/content-store/entries/public.ts'
import { statementByShape } from '#/platform/database/statement.ts'

/** A page as of a revision of its branch or of the main branch. */
export const selectVersionIn = statementByShape<
  BranchShape,
  OfBranch & { entryId: string; revisionId: string },
  EntryRow
>(
  'content.version-in',
  (_shape, p) => sql`
    select ${columns('v')}, d.markdown
    from (
      -- The first from its id on: only the key is in that order.
      select x.* from revision as x
      where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
        and x.id >= ${p.revisionId}
      order by x.id limit 1
    ) as r
    cross join ${versionAt(p, sql`${p.entryId}`, {
      branchId: sql`r.branch_id`,
      number: sql`r.number`,
      mainNumber: sql`coalesce(r.main_number, r.number)`,
    })} as v
    left join document as d on d.organization_id = ${p.organizationId}
      and d.space_id = ${p.spaceId} and d.id = v.document_id
    where r.id = ${p.revisionId} and r.branch_id in (${p.branchId}, ${p.spaceId})
      and not v.is_gone`,
)

/**
 * A page as it was before its last change. On a branch that is the branch's previous version, and
 * before the branch's first version, that of the main branch at the revision read through to.
 */
export const selectVersionBefore = statementByShape<
  BranchShape,
  OfBranch & { entryId: string },
  EntryRow
>('content.version-before', ({ isMain }, p) => {
  const ofEntry = sql`v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
    and v.entry_id = ${p.entryId}`
  const versions = isMain
    ? sql`select 1 as depth, v.* from entry_version as v
        where ${ofEntry} and v.branch_id = ${p.branchId} and v.to_number is not null`
    : sql`select 1 as depth, v.* from entry_version as v
        where ${ofEntry} and v.branch_id = ${p.branchId} and v.to_number is not null
          and not v.is_gone
        union all
        select 2 as depth, v.* from entry_version as v
        where ${ofEntry} and v.branch_id = ${p.spaceId}
          and v.from_number <= ${p.mainNumber}::integer
          and (v.to_number <= ${p.mainNumber}::integer or exists (
            select from entry_version as own
            where own.organization_id = ${p.organizationId} and own.space_id = ${p.spaceId}
              and own.branch_id = ${p.branchId} and own.entry_id = ${p.entryId}
              and own.to_number is null))`
  return sql`
    select ${columns('v')}, d.markdown
    from (${versions}) as v
    left join document as d on d.organization_id = ${p.organizationId}
      and d.space_id = ${p.spaceId} and d.id = v.document_id
    order by v.depth, v.from_number desc limit 1`
})

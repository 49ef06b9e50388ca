import { sql } from 'kysely'

import { isOpen } from '#/content-store/branches/public.ts'
import type { StoredLink } from '#/content-store/entries/public.ts'
import { statement, statementByShape } from '#/platform/database/statement.ts'

interface OfTarget {
  readonly organizationId: string
  /** As `specTarget` makes it. */
  readonly target: string
}

export interface SpaceShowing {
  readonly space_id: string
  readonly head_number: number
}

/** Those of the spaces, none of them in the trash, in whose head something shows a specification. */
export const selectSpacesShowing = statement<
  OfTarget & { spaceIds: readonly string[] },
  SpaceShowing
>(
  'content.spaces-showing-spec',
  (p) => sql`
    with showing as materialized (
      select distinct v.space_id from entry_version as v
      where v.organization_id = ${p.organizationId} and v.to_number is null
        and v.targets @> array[${p.target}::text] and v.branch_id = v.space_id
        and v.space_id = any (${p.spaceIds}::text[]) and not v.is_gone
    )
    select b.space_id, b.head_number from showing
    join content_node as node on node.organization_id = ${p.organizationId}
      and node.id = showing.space_id and node.state = 'live' and node.deleted_at is null
    join branch as b on b.organization_id = ${p.organizationId}
      and b.space_id = showing.space_id and b.id = showing.space_id
    order by b.space_id`,
)

/** A row if something in a change request of one of the spaces shows a specification. */
export const selectIsPreviewed = statement<
  OfTarget & { spaceIds: readonly string[]; branchId: string },
  { entry_id: string }
>(
  'content.spec-previewed',
  (p) => sql`
    select v.entry_id from entry_version as v
    where v.organization_id = ${p.organizationId} and v.to_number is null
      and v.targets @> array[${p.target}::text] and v.branch_id = ${p.branchId}
      and v.space_id = any (${p.spaceIds}::text[]) and not v.is_gone
    limit 1`,
)

/** An entry that shows a specification, by its text or because it is made of one. */
export interface SpecHolder {
  readonly entry_id: string
  /** Those to specifications. */
  readonly links: readonly StoredLink[]
  readonly computed_from: string | null
}

/** The entries of a head that show a specification, or those of them among some. */
export const selectSpecHolders = statementByShape<
  Readonly<{ only: boolean }>,
  OfTarget & { spaceId: string; ids: readonly string[] },
  SpecHolder
>(
  'content.spec-holders',
  ({ only }, p) => sql`
    select v.entry_id,
      coalesce(jsonb_path_query_array(v.links, '$[*] ? (@.ref.kind == "openapi")'), '[]')
        as links,
      v.attributes #>> '{computed,dependencies,spec,ref,spec}' as computed_from
    from entry_version as v
    where ${isOpen('v', p)} and v.targets @> array[${p.target}::text]
      ${only ? sql`and v.entry_id = any (${p.ids}::text[])` : sql``}`,
)

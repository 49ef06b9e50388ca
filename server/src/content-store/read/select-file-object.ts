import { type RawBuilder, sql } from 'kysely'

import type { BranchShape } from '#/content-store/branches/public.ts'
import { statementByShape } from '#/platform/database/statement.ts'

export interface FileObjectRow {
  readonly file_epoch: number
  readonly name: string
  readonly content_type: string | null
  readonly size: string | null
  readonly key: string | null
  /** Whether the file is in the head of the main content. */
  readonly is_current: boolean
  /** The number of that head. */
  readonly head_number: number
  /** The places of the space on sites that anybody may read. */
  readonly open_places: readonly OpenPlace[]
}

/** The place of a space on a site that is published for anybody. */
export interface OpenPlace {
  readonly siteId: string
  readonly epoch: number
  /** The condition of the place and that of its section, null where there is none. */
  readonly conditions: readonly (string | null)[]
}

interface OfFile {
  readonly organizationId: string
  readonly spaceId: string
  readonly branchId: string
  readonly fileId: string
}

/** The storage key of a file of a live space; a deleted file still belongs to old revisions. */
export const selectFileObject = statementByShape<BranchShape, OfFile, FileObjectRow>(
  'content.file-object',
  ({ isMain }, p) => sql`
    select s.file_epoch, v.title as name, v.attributes->>'contentType' as content_type,
      v.attributes->>'size' as size, v.attributes->>'key' as key,
      ${isMain ? sql`v.is_current` : sql`false`} as is_current,
      main.head_number,
      ${isMain ? openPlaces(p) : sql`'[]'::json`} as open_places
    from content_node as node
    join space as s on s.organization_id = ${p.organizationId} and s.id = node.id
    join branch as main on main.organization_id = ${p.organizationId}
      and main.space_id = node.id and main.id = node.id
    join lateral (${isMain ? newestOfMain(p) : newestOfBranch(p)}) as v on true
    where node.organization_id = ${p.organizationId} and node.id = ${p.spaceId}
      and node.kind = 'space' and node.state = 'live' and node.deleted_at is null`,
)

/** The most places that are looked at: a space is on one site as a rule, seldom on a few. */
const placesMax = 100

/** The places of `node` on sites that are public or unlisted, and published. */
function openPlaces(p: OfFile): RawBuilder<unknown> {
  return sql`(
    select coalesce(json_agg(json_build_object('siteId', place.site_id,
      'epoch', place.epoch,
      'conditions', json_build_array(place.condition, place.of_section))), '[]')
    from (
      select ss.site_id, st.epoch, ss.condition, sec.condition as of_section
      from site_space as ss
      join site as st on st.organization_id = ${p.organizationId} and st.id = ss.site_id
      left join site_section as sec on sec.organization_id = ${p.organizationId}
        and sec.site_id = ss.site_id and sec.id = ss.section_id
      where ss.organization_id = ${p.organizationId} and ss.space_id = node.id
        and ss.openness <= 2
      order by ss.openness limit ${sql.lit(placesMax)}) as place)`
}

/** The file's newest version on the main branch, or else on another branch. */
function newestOfMain(p: OfFile): RawBuilder<unknown> {
  const onMain = newestOn(p, sql`node.id`)
  return sql`
    (${onMain})
    union all
    select own.* from branch as b
    cross join lateral (${newestOn(p, sql`b.id`)}) as own
    where b.organization_id = ${p.organizationId} and b.space_id = node.id
      and not exists (${onMain})
    limit 1`
}

/** The file's newest version on the branch, or else in the main content read through to. */
function newestOfBranch(p: OfFile): RawBuilder<unknown> {
  const own = newestOn(p, sql`b.id`, sql`and not f.is_gone`)
  const onMain = newestOn(p, sql`node.id`, sql`and f.from_number <= b.main_number`)
  return sql`
    select layers.title, layers.attributes from branch as b
    cross join lateral (
      select 1 as depth, own.* from (${own}) as own
      union all
      select 2 as depth, through.* from (${onMain}) as through
      order by depth limit 1
    ) as layers
    where b.organization_id = ${p.organizationId} and b.space_id = node.id
      and b.id = ${p.branchId}
    limit 1`
}

function newestOn(
  p: OfFile,
  branchId: RawBuilder<unknown>,
  condition: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`
    select f.title, f.attributes,
      f.branch_id = node.id and f.to_number is null and not f.is_gone as is_current
    from entry_version as f
    where f.organization_id = ${p.organizationId} and f.space_id = node.id
      and f.branch_id = ${branchId} and f.entry_id = ${p.fileId} and f.kind = 'file'
      ${condition}
    order by f.from_number desc limit 1`
}

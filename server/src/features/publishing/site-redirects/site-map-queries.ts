import { type RawBuilder, sql } from 'kysely'

import { isVisible } from '#/access/content-access.ts'
import { shownSpaces, siteColumns } from '#/features/publishing/sites/public.ts'
import { defaultSection, type OfSite } from '#/features/writing/publications/public.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'

export interface MappedRow {
  readonly id: string
  readonly space_id: string
  readonly title: string
  readonly path: string
  readonly is_default: boolean
  readonly section_id: string | null
  readonly section_title: string | null
  readonly section_path: string | null
  readonly section_is_default: boolean | null
}

const mappedColumns = sql`
  node.id, node.space_id, node.title, node.path, node.is_default, node.section_id,
  node.section_title, node.section_path, node.section_is_default`

/** The site-spaces of a site that the caller may see, in no order. */
export const selectSiteMapForCaller = statement(
  'site-redirect.map-for-caller',
  (p: OfSite & { callerId: string }) => sql<MappedRow>`
    ${mapped(p)}, me as materialized (
      select user_id, role from member
      where organization_id = ${p.organizationId} and user_id = ${p.callerId}
    )
    select ${mappedColumns} from me cross join part as node where ${isVisible(p)}`,
)

/** The row of a site, for visitors whose access was checked before. */
export const selectSiteForVisitor = statement('site-redirect.site', (p: OfSite) =>
  sqlBuilder
    .selectFrom('site as st')
    .innerJoin('organization as o', (join) =>
      join.on('o.organization_id', '=', p.organizationId),
    )
    .where('st.organization_id', '=', p.organizationId)
    .where('st.id', '=', p.siteId)
    .select(siteColumns)
    .select('o.hostname as organization_hostname')
    .select(shownSpaces(p).as('site_spaces')),
)

/** All site-spaces of a site; the caller leaves out those that a visitor may not see. */
export const selectSiteMap = statement(
  'site-redirect.map',
  (p: OfSite) => sql<MappedRow>`${mapped(p)} select ${mappedColumns} from part as node`,
)

/**
 * Begins a statement with every `part` of the site: each is read once, together with the columns
 * that decide who sees its space.
 */
function mapped(p: OfSite): RawBuilder<unknown> {
  return sql`
    with home as materialized (
      select st.default_site_space_id, ${defaultSection(p)} as default_section_id
      from site as st
      where st.organization_id = ${p.organizationId} and st.id = ${p.siteId}
    ), sec as materialized (
      select id, title, path, default_site_space_id from site_section
      where organization_id = ${p.organizationId} and site_id = ${p.siteId}
    ), part as materialized (
      select ss.id, ss.space_id, n.title, ss.path, n.base_level, n.lineage,
        row_number() over (
          partition by ss.section_id
          order by ss.id is distinct from case when sec.id is null
            then home.default_site_space_id else sec.default_site_space_id end,
            ss.position, ss.id) = 1 as is_default,
        sec.id as section_id, sec.title as section_title, sec.path as section_path,
        sec.id = home.default_section_id as section_is_default
      from home
      join site_space as ss
        on ss.organization_id = ${p.organizationId} and ss.site_id = ${p.siteId}
      join content_node as n
        on n.organization_id = ${p.organizationId} and n.id = ss.space_id
        and n.state = 'live' and n.deleted_at is null
      left join sec on sec.id = ss.section_id
    )`
}

interface FormerPathRow {
  readonly kind: 'section' | 'site-space'
  readonly section_id: string
  readonly path: string
  readonly target_id: string
}

export const selectFormerPaths = statement(
  'site-redirect.former-paths',
  (p: OfSite & { paths: readonly string[] }) => sql<FormerPathRow>`
    select f.kind, f.section_id, f.path, f.target_id
    from (select distinct unnest(${p.paths}::text[]) as path) as asked
    cross join lateral (
      select kind, section_id, path, target_id from site_former_path
      where organization_id = ${p.organizationId} and site_id = ${p.siteId}
        and path = asked.path
      offset 0) as f`,
)

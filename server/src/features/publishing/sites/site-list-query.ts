import { sql } from 'kysely'

import {
  counterValue,
  countUpTo,
  listForCaller,
  type OfCaller,
} from '#/access/list-for-caller.ts'
import { sqlBuilder, statementByShape } from '#/platform/database/statement.ts'

import { seesSite, siteGrantedRank } from './site-access.ts'
import { faviconOf, shownSpaces, siteColumns, type SiteRow } from './site-queries.ts'

interface SiteListParams extends OfCaller {
  readonly spaceId: string | undefined
  readonly titlePattern: string | undefined
  readonly published: boolean | undefined
  readonly types: readonly string[] | undefined
  readonly afterId: string | undefined
}

interface SiteListShape {
  readonly space: boolean
  readonly title: boolean
  readonly published: boolean
  readonly types: boolean
  readonly after: boolean
  readonly rowsMax: number
}

interface ListedSite extends SiteRow {
  readonly site_granted: number | null
}

/** The sites that the caller may see in order of creation: ids are time-ordered. */
export const selectSites = statementByShape(
  'site.list',
  (shape: SiteListShape, p: SiteListParams) => {
    const matching = sqlBuilder
      .selectFrom('site as st')
      .where('st.organization_id', '=', p.organizationId)
      .where(seesSite(p))
      .$if(shape.title, (q) => q.where('st.title', 'ilike', p.titlePattern ?? ''))
      .$if(shape.published, (q) => q.where('st.published', '=', p.published ?? false))
      .$if(shape.types, (q) => q.where(sql<boolean>`st.type = any (${p.types}::text[])`))
      .$if(shape.space, (q) => q.where(showsSpace(p)))
    const page = matching
      .innerJoin('organization as o', (join) =>
        join.on('o.organization_id', '=', p.organizationId),
      )
      .select(siteColumns)
      .select('o.hostname as organization_hostname')
      .select(shownSpaces(p).as('site_spaces'))
      .select(faviconOf(p).as('icon'))
      .select(siteGrantedRank(p).as('site_granted'))
      .$if(shape.after, (q) => q.where('st.id', '>', p.afterId ?? ''))
      .orderBy('st.id')
      .limit(sql.lit(shape.rowsMax))
    const isFiltered = shape.space || shape.title || shape.published || shape.types
    const size = countUpTo(matching.select('st.id'))
    const all = counterValue(p.organizationId, 'sites')
    const count = isFiltered
      ? size
      : sql<number>`case when me.role is null then ${size} else ${all} end`
    return listForCaller<ListedSite>(p, { page, count, orderBy: sql`page.id` })
  },
)

/** Whether the site `st` shows a space; one in the trash counts as shown by no site. */
function showsSpace({ organizationId, spaceId }: SiteListParams) {
  return sql<boolean>`exists (
    select from site_space as ss
    join content_node as n on n.organization_id = ${organizationId} and n.id = ss.space_id
    where ss.organization_id = ${organizationId} and ss.space_id = ${spaceId}
      and ss.site_id = st.id and n.state = 'live' and n.deleted_at is null)`
}

import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

/** The place of a page of the head, from the top down; the last step is the page itself. */
export interface PlaceForSearch {
  readonly space_id: string
  readonly page_id: string
  readonly titles: readonly string[]
  readonly slugs: readonly (string | null)[]
  readonly description: string | null
}

/** Deeper than any tree can be: a walk up a damaged tree must end. */
const depthMax = 200

/** The places of a few pages in any spaces of the organization, by one recursive walk. */
export const selectPlacesForSearch = statement<
  {
    organizationId: string
    spaceIds: readonly string[]
    pageIds: readonly string[]
  },
  PlaceForSearch
>(
  'content.search-places',
  (p) => sql`
    with recursive climb as (
      select asked.space_id, asked.page_id, v.parent_id, v.title, v.slug, 0 as depth,
        v.attributes ->> 'description' as description
      from unnest(${p.spaceIds}::text[], ${p.pageIds}::text[]) as asked (space_id, page_id)
      join entry_version as v on v.organization_id = ${p.organizationId}
        and v.space_id = asked.space_id and v.branch_id = asked.space_id
        and v.entry_id = asked.page_id and v.to_number is null
      union all
      select climb.space_id, climb.page_id, v.parent_id, v.title, v.slug, climb.depth + 1,
        null
      from climb
      join entry_version as v on v.organization_id = ${p.organizationId}
        and v.space_id = climb.space_id and v.branch_id = climb.space_id
        and v.entry_id = climb.parent_id and v.to_number is null
      where climb.parent_id <> '' and climb.depth < ${sql.lit(depthMax)}
    )
    select space_id, page_id, array_agg(title order by depth desc) as titles,
      array_agg(slug order by depth desc) as slugs, max(description) as description
    from climb
    group by space_id, page_id`,
)

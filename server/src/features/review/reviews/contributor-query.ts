import { sql } from 'kysely'

import {
  type OfDiscussion,
  type OrNone,
  discussionForCaller,
  type DiscussionColumns,
} from '#/features/writing/comments/public.ts'
import { statementByShape } from '#/platform/database/statement.ts'

import { type PersonJson, personJson } from './person-columns.ts'

export interface ContributorRow {
  readonly user_id: string
  readonly action: string
  readonly times: number
  readonly updated_at: string
  readonly person: PersonJson
}

export interface ContributorListShape {
  readonly after: boolean
  readonly rowsMax: number
}

type ContributorListParams = OfDiscussion & {
  readonly afterTime: string | undefined
  readonly afterId: string | undefined
  readonly afterAction: string | undefined
}

/**
 * The contributors of a change request, latest contribution first. An empty page is one row without
 * a contributor.
 */
export const selectContributors = statementByShape<
  ContributorListShape,
  ContributorListParams,
  DiscussionColumns & { readonly count: number } & OrNone<ContributorRow>
>('review.contributors', (shape, p) => {
  const ofRequest = sql`c.organization_id = ${p.organizationId} and c.space_id = ${p.spaceId}
    and c.change_request_id = found.place_id`
  const after = sql`and (c.updated_at, c.user_id, c.action)
    < (${p.afterTime}::timestamptz, ${p.afterId}, ${p.afterAction})`
  const order = sql`c.updated_at desc, c.user_id desc, c.action desc`
  return sql`
    select found.*, counted.count, c.user_id, c.action, c.count as times, c.updated_at,
      ${personJson(sql`c.user_id`)} as person
    from ${discussionForCaller({ isChangeRequest: true }, p)} as found
    cross join lateral (
      select count(*)::integer as count from change_request_contributor as c where ${ofRequest}
    ) as counted
    left join lateral (
      select c.* from change_request_contributor as c
      where ${ofRequest} ${shape.after ? after : sql``}
      order by ${order} limit ${sql.lit(shape.rowsMax)}
    ) as c on true
    order by ${order}`
})

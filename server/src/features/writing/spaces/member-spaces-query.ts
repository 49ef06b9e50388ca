import { sql } from 'kysely'

import { grantedRank, isVisible } from '#/access/content-access.ts'
import { countUpTo, listForCaller, type OfCaller } from '#/access/list-for-caller.ts'
import { statementByShape } from '#/platform/database/statement.ts'

import { type SpaceRow, wholeSpaces } from './space-columns.ts'

interface MemberSpaceListParams extends OfCaller {
  readonly userId: string
  readonly afterId: string | undefined
}

interface MemberSpaceListShape {
  readonly order: 'asc' | 'desc'
  readonly after: boolean
  readonly rowsMax: number
}

type MemberSpaceRow = SpaceRow & { readonly member_rank: number }

/**
 * The spaces on which a member was given a role, directly or not, as far as the caller may see
 * them; in order of creation, because ids are time-ordered. `count` is null without such a member.
 */
export const selectSpacesOfMember = statementByShape(
  'member.spaces',
  (shape: MemberSpaceListShape, p: MemberSpaceListParams) => {
    const { order, rowsMax } = shape
    const comparison = order === 'asc' ? '>' : '<'
    const matching = wholeSpaces(p)
      .where('node.deleted_at', 'is', null)
      .where(sql<boolean>`node.lineage && ${contentGivenTo(p)}`)
      .where(isVisible(p))
    const page = matching
      .innerJoin('member as m', (join) =>
        join
          .on('m.organization_id', '=', p.organizationId)
          .on('m.user_id', '=', p.userId),
      )
      .select(grantedRank(p, 'm').as('member_rank'))
      .$if(shape.after, (q) => q.where('node.id', comparison, p.afterId ?? ''))
      .orderBy('node.id', order)
      .limit(sql.lit(rowsMax))
    const size = countUpTo(matching.clearSelect().select('node.id'))
    const count = sql<number>`(select ${size} from member as m where m.organization_id = ${p.organizationId} and m.user_id = ${p.userId})`
    return listForCaller<MemberSpaceRow>(p, {
      page,
      count,
      orderBy: sql`page.id ${sql.raw(order)}`,
    })
  },
)

/** The ids of the content given to a member, computed once for the whole statement. */
function contentGivenTo({ organizationId, userId }: MemberSpaceListParams) {
  return sql`array(
    select g.content_id from user_grant as g
    where g.organization_id = ${organizationId} and g.user_id = ${userId}
      and g.role is not null
    union
    select g.content_id from team_member as t
    join team_grant as g on g.organization_id = ${organizationId} and g.team_id = t.team_id
    where t.organization_id = ${organizationId} and t.user_id = ${userId}
      and g.role is not null)`
}

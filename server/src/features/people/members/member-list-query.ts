import { type RawBuilder, sql } from 'kysely'

import {
  counterValue,
  countUpTo,
  listForCaller,
  type OfCaller,
} from '#/access/list-for-caller.ts'
import { statementByShape } from '#/platform/database/statement.ts'

import { memberColumnList, type MemberColumns } from './member-view.ts'

interface MemberListParams extends OfCaller {
  /** One of the roles, or `guest`. */
  readonly role: string | undefined
  readonly search: string | undefined
  readonly searchPattern: string | undefined
  readonly afterTime: string | undefined
  readonly afterId: string | undefined
}

export interface MemberListShape {
  readonly sort: 'joinedAt' | 'lastSeenAt'
  readonly order: 'asc' | 'desc'
  readonly role: boolean
  /** How to search: `scan` is for texts that the trigram index cannot look up. */
  readonly search: 'none' | 'scan' | 'index'
  readonly after: boolean
  readonly rowsMax: number
}

type Condition = RawBuilder<unknown>

/**
 * Lists members by time, then user id. Without a search, every sort, with or without a role, walks
 * an index of its own at the same cost per page.
 */
export const selectMembers = statementByShape(
  'member.list',
  (shape: MemberListShape, p: MemberListParams) =>
    shape.search === 'index' ? lookedUp(shape, p) : walked(shape, p),
)

const memberTable = sql`member as m`

function walked(shape: MemberListShape, p: MemberListParams) {
  const isWhole = !shape.role && shape.search === 'none'
  const counter = shape.sort === 'joinedAt' ? 'members' : 'members-seen'
  const conditions = filters(shape, p)
  if (shape.search === 'scan') conditions.push(containsText(p))
  return listForCaller<MemberColumns>(p, {
    page: sql`(${pageOf(memberTable, conditions, { shape, p })})`,
    count: isWhole ? counterValue(p.organizationId, counter) : countOf(conditions),
    orderBy: ordering('page', shape),
  })
}

/**
 * Lists the matches of a search: few are looked up and sorted, very many are met by walking the
 * sort's index. The count decides, because the plan of a prepared statement cannot know the text.
 */
function lookedUp(shape: MemberListShape, p: MemberListParams) {
  const conditions = filters(shape, p)
  const found = [...conditions, sql`m.search_text like lower(${p.searchPattern})`]
  const count = sql<number>`(select count from counted)`
  // The offset is a fence: without it the planner is tempted to walk the sort's index for these
  // too.
  const matches = sql`(select m.* from ${memberTable} where ${all(found)} offset 0) as m`
  const few = pageOf(matches, [sql`${count} >= 0`], { shape, p })
  const walk = [sql`${count} < 0`, ...conditions, containsText(p)]
  const many = pageOf(memberTable, walk, { shape, p })
  const list = listForCaller<MemberColumns>(p, {
    page: sql`((${few}) union all (${many}))`,
    count,
    orderBy: ordering('page', shape),
  })
  return withCounted(countOf(found), list)
}

function withCounted<Row>(
  count: RawBuilder<number>,
  list: RawBuilder<Row>,
): RawBuilder<Row> {
  return sql`with counted as materialized (select ${count} as count) ${list}`
}

function filters({ sort, role }: MemberListShape, p: MemberListParams): Condition[] {
  const conditions = [sql`m.organization_id = ${p.organizationId}`]
  if (sort === 'lastSeenAt') {
    conditions.push(sql`m.last_seen_at is not null and not m.disabled`)
  }
  // The expression is that of the indexes: an equality keeps their order usable, "is null" does
  // not.
  if (role) conditions.push(sql`coalesce(m.role, 'guest') = ${p.role}`)
  return conditions
}

/**
 * Whether the search text of `m` contains the text. The planner expects `like` to match next to
 * nobody, but `strpos` to match a third.
 */
function containsText(p: MemberListParams): Condition {
  return sql`strpos(m.search_text, lower(${p.search})) > 0`
}

function countOf(conditions: readonly Condition[]): RawBuilder<number> {
  return countUpTo({
    limit: (rows) =>
      sql`(select m.user_id from ${memberTable} where ${all(conditions)} limit ${sql.lit(rows)})`,
  })
}

function pageOf(
  members: RawBuilder<unknown>,
  conditions: readonly Condition[],
  { shape, p }: { shape: MemberListShape; p: MemberListParams },
): RawBuilder<unknown> {
  const comparison = sql.raw(shape.order === 'asc' ? '>' : '<')
  const after = sql`(m.${timeOf(shape)}, m.user_id) ${comparison} (${p.afterTime}::timestamptz, ${p.afterId})`
  return sql`
    select ${memberColumnList(p.organizationId)} from ${members} join account as a on a.id = m.user_id
    where ${all(shape.after ? [...conditions, after] : conditions)}
    order by ${ordering('m', shape)} limit ${sql.lit(shape.rowsMax)}`
}

function ordering(table: 'm' | 'page', shape: MemberListShape): RawBuilder<unknown> {
  const direction = sql.raw(shape.order)
  const from = sql.ref(table)
  return sql`${from}.${timeOf(shape)} ${direction}, ${from}.user_id ${direction}`
}

function timeOf({ sort }: MemberListShape): RawBuilder<unknown> {
  return sql.ref(sort === 'joinedAt' ? 'joined_at' : 'last_seen_at')
}

function all(conditions: readonly Condition[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `)
}

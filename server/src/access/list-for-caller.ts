import { type Expression, type RawBuilder, sql } from 'kysely'

import type { Context } from '#/platform/http/context.ts'

import { type Actor, type ActorColumns, actorFrom, callerColumnsSql } from './actor.ts'

/** Filtered lists are counted exactly up to this number; beyond, the count is a lower bound. */
const countedMax = 10_000

export interface OfCaller {
  readonly organizationId: string
  readonly callerId: string
}

/** The columns of every list row; `count` is null when the parent of the list does not exist. */
type ListColumns = ActorColumns & { readonly count: number | null }

interface ListParts {
  readonly page: Expression<unknown>
  readonly count: RawBuilder<number | null>
  /** Orders by the columns of the page, as in the page itself. */
  readonly orderBy: RawBuilder<unknown>
}

/**
 * A page of a list, its count and the caller's role in one statement: a row per entry, and one row
 * with nulls for an empty page. No row at all means that the caller is no member. The `offset`
 * keeps a count that depends on the caller from being evaluated for every row.
 */
export function listForCaller<Row extends object>(
  { organizationId, callerId }: OfCaller,
  { page, count, orderBy }: ListParts,
): RawBuilder<ListColumns & Row> {
  return sql`
    select ${callerColumnsSql}, counted.count, page.*
    from member as me
    cross join lateral (select ${count} as count offset 0) as counted
    left join lateral ${page} as page on true
    where me.organization_id = ${organizationId} and me.user_id = ${callerId}
    order by ${orderBy}`
}

/** The size of an unfiltered list. */
export function counterValue(organizationId: string, name: string): RawBuilder<number> {
  return sql`coalesce(
    (select value from organization_counter
     where organization_id = ${organizationId} and name = ${sql.lit(name)}), 0)`
}

/** The size of a filtered list, negative if counting stopped early; `query` selects matches. */
export function countUpTo(query: {
  limit: (rows: number) => Expression<unknown>
}): RawBuilder<number> {
  return sql`(
    select case when count(*) > ${sql.lit(countedMax)} then ${sql.lit(-countedMax)} else count(*) end
    from ${query.limit(countedMax + 1)} as matching)`
}

export interface Listed<Row> {
  readonly actor: Actor
  readonly rows: readonly Row[]
  readonly count: number
  readonly countIsLowerBound: boolean
  readonly parentIsMissing: boolean
}

export function listed<Row extends object>(
  found: readonly (ListColumns & Row)[],
  key: keyof Row,
  context: Pick<Context, 'caller'>,
  organizationId: string,
): Listed<Row> {
  const [first] = found
  const actor = actorFrom(first, context, organizationId)
  const count = first?.count ?? 0
  return {
    actor,
    rows: first?.[key] === null ? [] : found,
    count: Math.abs(count),
    countIsLowerBound: count < 0,
    parentIsMissing: first?.count === null,
  }
}

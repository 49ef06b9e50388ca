import { hash } from 'node:crypto'

import { type RawBuilder, sql } from 'kysely'

import { holdingFor, selectPageConditions } from '#/content-store/sight/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { statement } from '#/platform/database/statement.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

import type { OfSpace } from './section-queries.ts'
import { memberSight, openSight } from './sight-names.ts'

/** Conditions under which visitors see sections; nobody sees them where one of these does not hold. */
export interface Sight {
  readonly sight: string
  readonly conditions: readonly string[]
}

export function sightOf(conditions: readonly string[]): Sight {
  const each = [...new Set(conditions)].toSorted()
  if (each.length === 0) return { sight: openSight, conditions: each }
  return { sight: hash('sha256', JSON.stringify(each), 'base64url'), conditions: each }
}

/** The sights of pages of the main content, by page, where they have conditions. */
export async function readSights(
  db: Queryable,
  { organizationId, spaceId }: OfSpace,
  pageIds: readonly string[],
): Promise<ReadonlyMap<string, Sight>> {
  const some = await db.first(selectHasConditions, { organizationId, spaceId })
  if (some?.has_conditions !== true) return new Map()
  const spaceIds = pageIds.map(() => spaceId)
  const rows = await db.many(selectPageConditions, { organizationId, spaceIds, pageIds })
  return new Map(rows.map((row) => [row.page_id, sightOf(row.conditions)]))
}

/** The most sights whose conditions are tried, and that a search names: of those that hold. */
const sightsTriedMax = 5_000
const sightsNamedMax = 256
/** How long they may be looked for. */
const msMax = 1_000

const selectSights = statement<
  { organizationId: string; spaceIds: readonly string[] },
  Sight
>(
  'search.sights',
  (p) => sql`
    select distinct s.sight, s.conditions
    from (select distinct id from unnest(${p.spaceIds}::text[]) as a (id)) as asked
    join search_sight as s on s.organization_id = ${p.organizationId}
      and s.space_id = asked.id
    where s.sight <> ${sql.lit(openSight)} and s.sections > 0
    order by s.sight
    limit ${sql.lit(sightsTriedMax)}`,
)

interface SightsOfReader {
  readonly sights: readonly string[]
  /** Whether there are more than are named. */
  readonly isCut: boolean
}

/** The sights, besides the open one, of those spaces whose conditions hold for the reader. */
export async function sightsFor(
  context: Pick<ReaderContext, 'caller' | 'db' | 'texts' | 'threads'>,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<SightsOfReader> {
  const asked = { organizationId, spaceIds }
  const sights = await context.db.within(msMax, selectSights, asked)
  const holding = await holdingFor(context, sights)
  return {
    sights: holding.slice(0, sightsNamedMax).map(({ sight }) => sight),
    isCut: holding.length > sightsNamedMax || sights.length >= sightsTriedMax,
  }
}

/** A page with a condition. The id comes from a row: the index is not found by a constant. */
function anyCondition(p: OfSpace): RawBuilder<unknown> {
  return sql`
    select 1 from unnest(array[${p.spaceId}]::text[]) as asked (id)
    join entry_version as v on v.organization_id = ${p.organizationId}
      and v.space_id = asked.id and v.branch_id = v.space_id
      and v.to_number is null and v.attributes ? 'condition'`
}

const selectHasConditions = statement<OfSpace, { has_conditions: boolean }>(
  'search.has-conditions',
  (p) => sql`select exists (${anyCondition(p)}) as has_conditions`,
)

const selectHasSights = statement<OfSpace, { has_sights: boolean }>(
  'search.has-sights',
  (p) => sql`
    select exists (${anyCondition(p)}) or exists (
        select 1 from search_sight as s
        where s.organization_id = ${p.organizationId} and s.space_id = ${p.spaceId}
          and s.sight <> ${sql.lit(openSight)}) as has_sights`,
)

const selectIndexedSights = statement<
  OfSpace & { pageIds: readonly string[] },
  { page_id: string; sight: string | null }
>(
  'search.indexed-sights',
  (p) => sql`
    select distinct s.page_id, s.sight
    from unnest(${p.pageIds}::text[]) as asked (id)
    join search_section as s on s.organization_id = ${p.organizationId}
      and s.space_id = ${p.spaceId} and s.page_id = asked.id
    where s.sight is distinct from ${sql.lit(memberSight)}`,
)

/** Whether any page of a space, now or in the index, is under a condition. */
export async function hasSights(db: Queryable, space: OfSpace): Promise<boolean> {
  return (await db.first(selectHasSights, space))?.has_sights === true
}

/** Those of the pages that are in the index under other conditions than they have now. */
export async function seenOtherwise(
  db: Queryable,
  space: OfSpace,
  pageIds: readonly string[],
): Promise<readonly string[]> {
  const [now, indexed] = await Promise.all([
    readSights(db, space, pageIds),
    db.many(selectIndexedSights, { ...space, pageIds }),
  ])
  const others = indexed.filter(
    ({ page_id: id, sight }) => sight !== (now.get(id)?.sight ?? openSight),
  )
  return [...new Set(others.map(({ page_id: id }) => id))]
}

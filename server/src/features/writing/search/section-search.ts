import { type RawBuilder, sql } from 'kysely'

import { isFindable } from '#/content-store/search/public.ts'
import { type OfVariant, statementByShape } from '#/platform/database/statement.ts'

import { isSeen, visibleSpaces } from './word-queries.ts'

interface SearchParams extends OfVariant<'visitor'> {
  readonly organizationId: string
  readonly callerId: string
  /** The only spaces to look into, where they are known. */
  readonly spaceIds: readonly string[]
  /** The queries for sections with all terms, of which no two find the same one. */
  readonly strict: readonly string[]
  readonly phrasesAsWords: string
  readonly most: string
  readonly some: string
  readonly exact: readonly string[]
  readonly exactScales: readonly number[]
  readonly near: readonly (string | null)[]
  readonly nearScales: readonly number[]
}

interface SearchShape {
  /** Whether rows are of the right spaces only, because the queries say which. */
  readonly scope: 'marked' | 'given' | 'organization'
  /** Whether even the rarest of the words stands in very many sections. */
  readonly isCommon: boolean
  /** Whether words must stand together, which the index does not know. */
  readonly together: boolean
  readonly strict: number
  readonly most: boolean
  readonly some: boolean
}

/** A section that was found, with how much it says about each term. */
export interface FoundSection {
  readonly space_id: string
  readonly page_id: string
  readonly number: number
  readonly ranks: readonly number[]
  readonly is_capped: boolean
}

/** The most sections to look at that have all terms. */
const strictMax = 800
/**
 * The most sections with all terms that very common words find: further ones are not worth reading.
 */
const strictMaxOfCommon = 300
/** The most sections with all words that are read to see whether the words stand together. */
const togetherMax = 5000
/** The number of matches with all terms at which nobody misses those with some. */
export const enough = 200
/** The number of matches with all terms at which those with some would not be among the first pages. */
const enoughForSome = 60
const wideMax = { most: 300, some: 600 }

/** The weights of body, description, heading and title. */
const weights = sql.lit('{0.1, 0.25, 0.5, 1}')

/**
 * The sections that match. Those with some terms are asked for only while too few have all terms.
 * Sections of spaces and pages that the caller may not see count towards no limit. A page that is gone, or that asks
 * not to be found any more, is left out even before the index knows.
 */
export const selectSections = statementByShape<SearchShape, SearchParams, FoundSection>(
  'search.sections',
  ({ scope, isCommon, together, strict: stages, most, some }, p) => {
    const rowsMax = isCommon ? strictMaxOfCommon : strictMax
    const matching = (
      query: RawBuilder<unknown>,
      matchesMax: number,
    ): RawBuilder<unknown> => sql`(
      select s.space_id, s.page_id, s.number, s.words
      from search_section as s
      where s.organization_id = ${p.organizationId} and s.words @@ ${query}
        ${scope === 'marked' ? sql`` : sql`and ${isSeen(sql`s.space_id`)}`}
      limit ${sql.lit(matchesMax)})`
    const stage = (at: number) => sql`(${p.strict}::tsquery[])[${sql.lit(at + 1)}]`
    const strict = sql.join(
      Array.from({ length: stages }, (_, at) =>
        together && at === stages - 1
          ? sql`(select s.* from ${matching(sql`${p.phrasesAsWords}::tsquery`, togetherMax)} as s
              where s.words @@ ${stage(at)} limit ${sql.lit(rowsMax)})`
          : matching(stage(at), rowsMax),
      ),
      sql` union all `,
    )
    // Phrases may be found at the top and once more anywhere.
    const found = sql`select count(distinct (s.space_id, s.page_id, s.number)) from strict as s`
    const wide = [
      ...(most ? [matching(sql`${p.most}::tsquery`, wideMax.most)] : []),
      ...(some ? [matching(sql`${p.some}::tsquery`, wideMax.some)] : []),
    ].map(
      (kind) => sql`union all
        (select * from ${kind} as kind where (${found}) < ${sql.lit(enoughForSome)})`,
    )
    return sql`
      with ${visibleSpaces(p, scope === 'organization' ? undefined : p.spaceIds)}, strict as materialized (
        select * from (${strict}) as kinds limit ${sql.lit(rowsMax)}
      ), matched as materialized (
        -- Joined with nothing: a large vector is then unpacked once, and not for every rank.
        select distinct on (space_id, page_id, number) space_id, page_id, number,
          words || ''::tsvector as words
        from (select * from strict ${sql.join(wide, sql` `)}) as kinds
      ), term as materialized (
        select t.number, t.exact::tsquery as exact, t.exact_scale, t.near::tsquery as near,
          t.near_scale
        from unnest(${p.exact}::text[], ${p.exactScales}::float4[], ${p.near}::text[],
          ${p.nearScales}::float4[]) with ordinality
          as t (exact, exact_scale, near, near_scale, number)
      )
      select m.space_id, m.page_id, m.number, rank.ranks,
        (${found}) >= ${sql.lit(rowsMax)} as is_capped
      from matched as m
      cross join lateral (
        select v.entry_id from entry_version as v
        where v.organization_id = ${p.organizationId} and v.space_id = m.space_id
          and v.branch_id = m.space_id and v.entry_id = m.page_id and v.to_number is null
          and ${isFindable('v')} limit 1
      ) as page
      cross join lateral (
        select array_agg(greatest(
          ts_rank(${weights}, m.words, t.exact) * t.exact_scale,
          coalesce(ts_rank(${weights}, m.words, t.near) * t.near_scale, 0)
        )::float4 order by t.number) as ranks
        from term as t
      ) as rank
      where ${isSeen(sql`m.space_id`)}`
  },
)

import { type RawBuilder, sql } from 'kysely'

import { type ActorColumns, callerColumnsSql } from '#/access/actor.ts'
import {
  isVisible,
  type ContentColumns,
  spaceForCaller,
} from '#/access/content-access.ts'
import { type OfVariant, statement, variant } from '#/platform/database/statement.ts'

import type { NearWord } from './near-words.ts'
import { openSight } from './sight-names.ts'

export interface AskedWords extends OfVariant<'visitor'> {
  readonly organizationId: string
  readonly callerId: string
  readonly words: readonly string[]
  /** Whether each of the words may be unfinished. */
  readonly unfinished: readonly boolean[]
  /** Whether each of the words may be mistyped; then its spellings with swapped neighbours. */
  readonly mistyped: readonly boolean[]
  readonly swapped: readonly string[]
  /** The sights of a visitor, besides the open one; none for others, who see everything. */
  readonly sights: readonly string[]
  readonly swappedFrom: readonly string[]
}

interface WordColumns {
  /** The number of sections that the caller may see. */
  readonly total: number
  /** The word that was asked for; null where nothing like any of the words is known. */
  readonly asked: string | null
  readonly word: string
  readonly likeness: NearWord['likeness']
  readonly sections: number
}

export type SpaceWordRow = ContentColumns & WordColumns
export type OrganizationWordRow = ActorColumns &
  WordColumns & {
    /** The visible spaces with the word; null where these are many. */
    readonly word_spaces: readonly string[] | null
    /** The spaces that the caller may see; null where these are all, or too many to name. */
    readonly spaces: readonly string[] | null
    /** The number of sections of the organization. */
    readonly whole: number
  }

/**
 * The most spaces in which a word is counted; the rest is taken to be like them. Longer words are
 * many, and only put in order by it.
 */
const spacesCountedMax = { word: 200, longer: 20 }
/** The most visible spaces with a word that are told. */
const spacesOfWordMax = 8
/** The same for a word of which so many sections are closed that to read and leave them out takes longer. */
const spacesOfClosedWordMax = 32
const closedSectionsMin = 4_000
/** The most visible spaces that are listed, if these are not all: the index skips the others. */
const spacesToldMax = 100

const unfinishedMax = 40
/**
 * The most longer words to look at in an organization, where it is not known before which are used
 * most.
 */
const unfinishedLookedAtMax = 150
/** The most visible spaces of which each is asked for longer words, and for each of many words. */
const spacesAskedMax = 20
const spacesAskedForWordMax = 8
const mistypedMax = 12
/** The most unknown words for which similar words are searched. */
const unknownMax = 4

/** The caller, and the words of one space that may have been meant. */
export const selectWordsOfSpace = statement(
  'search.words-of-space',
  (p: AskedWords & { spaceId: string }) => {
    const count = sql`(select k.sections, null::text[] as word_spaces from search_word as k
      where k.organization_id = ${p.organizationId} and k.space_id = ${p.spaceId}
        and k.word = near.word)`
    const total = sql<number>`coalesce((select s.sections from search_state as s
      where s.organization_id = ${p.organizationId} and s.space_id = ${p.spaceId}), 0)`
    const isKnown = sql<boolean>`exists (select 1 from search_word as k
      where k.organization_id = ${p.organizationId} and k.space_id = ${p.spaceId}
        and k.word = a.word and k.sections > 0)`
    const isSearched = sql<boolean>`s.space_id = ${p.spaceId}`
    const begun = sql`(select k.word from search_word as k
      where k.organization_id = ${p.organizationId} and k.space_id = ${p.spaceId}
        and ${isLonger(sql`k.word`)}
      order by k.sections desc, k.word limit ${sql.lit(unfinishedMax)})`
    const isThere = () => sql<boolean>`exists (select 1 from search_word as k
      where k.organization_id = ${p.organizationId} and k.space_id = ${p.spaceId}
        and k.word = v.word and k.sections > 0)`
    return spaceForCaller(p)
      .leftJoin(knownWords(p, { count, isKnown, isSearched, begun, isThere }), (join) =>
        join.onTrue(),
      )
      .select(total.as('total'))
      .select(['found.asked', 'found.word', 'found.likeness', 'found.sections'])
      .$castTo<SpaceWordRow>()
  },
)

/**
 * The caller, and the words of all spaces they may see that may have been meant; no row at all when
 * they are no member.
 */
export const selectWordsOfOrganization = statement<AskedWords, OrganizationWordRow>(
  'search.words-of-organization',
  (p) => wordsOf(p),
)

/**
 * The caller, and the words of the given spaces that may have been meant; a visitor is only given
 * spaces in their sight.
 */
export const selectWordsOfSpaces = statement<
  AskedWords & { spaceIds: readonly string[] },
  OrganizationWordRow
>('search.words-of-spaces', (p) => wordsOf(p, p.spaceIds))

function wordsOf(
  p: AskedWords,
  spaceIds?: readonly string[],
): RawBuilder<OrganizationWordRow> {
  const isFew = sql`(select count(*) from visible) <= ${sql.lit(spacesAskedForWordMax)}`
  // Where few spaces are open each is asked: the word may stand in very many closed ones.
  const ofWord = (word: RawBuilder<unknown>) => sql`
      select k.space_id, k.sections
      from (select id from visible limit ${sql.lit(spacesAskedForWordMax)}) as open
      cross join lateral (
        ${countsOf(p, sql`and k.space_id = open.id and k.word = ${word}`)}
        offset 0
      ) as k
      where k.sections > 0 and ${isFew}
      union all
      select k.space_id, k.sections from (
        ${countsOf(p, sql`and k.word = ${word}`)}
        offset 0
      ) as k
      where k.sections > 0 and not ${isFew} and ${isSeen(sql`k.space_id`)}`
  const closedSections = sql`(
      select sum(k.sections) from (${countsOf(p, sql`and k.word = near.word`)}) as k
      where not ${isSeen(sql`k.space_id`)})`
  const counted = sql`case when near.likeness = 'prefix' then ${sql.lit(spacesCountedMax.longer)}
      else ${sql.lit(spacesCountedMax.word)} end`
  const count = sql`(
      select (coalesce(sum(part.sections), 0) * case when count(*) < ${counted}
        then 1 else (select count(*) from visible)::float8 / ${counted} end
        )::integer as sections,
        case when count(*) <= ${sql.lit(spacesOfWordMax)}
          or (count(*) <= ${sql.lit(spacesOfClosedWordMax)} and near.likeness <> 'prefix'
            and ${closedSections} >= ${sql.lit(closedSectionsMin)})
          then array_agg(distinct part.space_id) end
          as word_spaces
      from (${ofWord(sql`near.word`)} limit ${counted}) as part)`
  const isKnown = sql<boolean>`exists (${ofWord(sql`a.word`)})`
  const isThere = () => sql<boolean>`exists (${ofWord(sql`v.word`)})`
  const isSearched = sql<boolean>`s.space_id in (select id from visible)`
  // Words of closed spaces would fill the limit. Where few spaces are open each is asked.
  const looked = sql.lit(unfinishedLookedAtMax)
  const begun = sql`(select longer.word from (
      (select k.word from (select id from visible limit ${sql.lit(spacesAskedMax)}) as open
       cross join lateral (
         select k.word from (
           ${countsOf(p, sql`and k.space_id = open.id and ${isLonger(sql`k.word`)}`)}
         ) as k
         where k.sections > 0 order by k.word limit ${looked}
       ) as k
       where (select count(*) from visible) <= ${sql.lit(spacesAskedMax)})
      union
      (select distinct v.word from search_vocabulary as v
       where v.organization_id = ${p.organizationId} and ${isLonger(sql`v.word`)}
         and (select count(*) from visible) > ${sql.lit(spacesAskedMax)} and ${isThere()}
       order by v.word limit ${looked})
    ) as longer order by longer.word limit ${looked})`
  return sql`
      with ${visibleSpaces(p, spaceIds)}
      select ${callerColumnsSql},
        (${totalOf(p)}) as total,
        (select coalesce(sum(s.sections), 0)::integer from search_state as s
         where s.organization_id = ${p.organizationId}) as whole,
        (select case when count(*) <= ${sql.lit(spacesToldMax)} and exists (
           select 1 from content_node as other
           where other.organization_id = ${p.organizationId} and other.kind = 'space'
             and other.state = 'live' and other.deleted_at is null
             and other.id not in (select id from visible)
         ) then array_agg(id) end from visible) as spaces,
        found.*
      from ${askedBy(p)}
      left join ${knownWords(p, { count, isKnown, isSearched, begun, isThere })} on true`
}

/** Whether a word begins with `a.word` and goes on. */
function isLonger(word: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${word} > a.word and ${word} < a.word || chr(1114111))`
}

/** In how many `sections` of the space `space_id` which the caller sees the `word` stands. */
function countsOf(p: AskedWords, which: RawBuilder<unknown>): RawBuilder<unknown> {
  if (p[variant] !== 'visitor') {
    return sql`
      select k.space_id, k.word, k.sections from search_word as k
      where k.organization_id = ${p.organizationId} ${which}`
  }
  return sql`
      select k.space_id, k.word, k.open_sections as sections from search_word as k
      where k.organization_id = ${p.organizationId} ${which}
      union all
      select k.space_id, k.word, k.sections from search_sight_word as k
      where k.organization_id = ${p.organizationId} ${which}
        and k.sight = any (${p.sights}::text[])`
}

/** The number of sections of the visible spaces that the caller sees. */
function totalOf(p: AskedWords): RawBuilder<unknown> {
  const ofVisible = sql`s.organization_id = ${p.organizationId}
           and s.space_id in (select id from visible)`
  if (p[variant] !== 'visitor') {
    return sql`select coalesce(sum(s.sections), 0)::integer from search_state as s
         where ${ofVisible}`
  }
  return sql`select coalesce(sum(s.sections), 0)::integer from search_sight as s
         where ${ofVisible} and (s.sight = ${sql.lit(openSight)} or s.sight = any (${p.sights}::text[]))`
}

/** The caller as a member; a visitor was admitted before and counts as a guest. */
function askedBy(p: AskedWords): RawBuilder<unknown> {
  if (p[variant] === 'visitor') {
    return sql`(select null::text as role, false as disabled,
      false as needs_sso) as me`
  }
  return sql`(
    select role, disabled, needs_sso from member
    where organization_id = ${p.organizationId} and user_id = ${p.callerId}) as me`
}

/** Begins a statement with the live spaces that the caller may see, of those given or of all. */
export function visibleSpaces(
  p: OfVariant<'visitor'> & {
    readonly organizationId: string
    readonly callerId: string
  },
  spaceIds?: readonly string[],
): RawBuilder<unknown> {
  if (p[variant] === 'visitor') {
    return sql`visible as materialized (
      select node.id from content_node as node
      where node.organization_id = ${p.organizationId} and node.kind = 'space'
        and node.state = 'live' and node.deleted_at is null
        and node.id = any (${spaceIds ?? []}::text[]))`
  }
  return sql`visible as materialized (
    select node.id
    from member as me
    join content_node as node on node.organization_id = ${p.organizationId}
      and node.kind = 'space' and node.state = 'live' and node.deleted_at is null
    where me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId}
      ${spaceIds === undefined ? sql`` : sql`and node.id = any (${spaceIds}::text[])`}
      and ${isVisible(p)})`
}

interface Scope {
  /** The number of `sections` with the word `near.word`, and the `word_spaces` if these are few. */
  readonly count: RawBuilder<unknown>
  /** Whether any section of the scope has `a.word`. */
  readonly isKnown: RawBuilder<boolean>
  /** Whether the scope has the space of `s`. */
  readonly isSearched: RawBuilder<boolean>
  /** Words of the scope that begin with `a.word`. */
  readonly begun: RawBuilder<unknown>
  /** Whether any section of the scope has `v.word`. */
  readonly isThere: () => RawBuilder<boolean>
}

/**
 * Whether a space is among the visible ones, as a lookup in a table that is made once: for a join
 * the planner, which cannot know their number, would look for every one of them.
 */
export function isSeen(spaceId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`case when ${spaceId} in (select id from visible) then true else false end`
}

/**
 * Each word with the similar words of the vocabulary. Likely spellings are searched only where the
 * word itself is not known or does not count, and a word that stands in no visible section is never shown.
 */
function knownWords(
  p: AskedWords,
  { count, isKnown, isSearched, begun, isThere }: Scope,
) {
  return sql<Omit<WordColumns, 'total'>>`(
    with stemmer as materialized (
      select distinct s.dictionary::regdictionary as dictionary from search_state as s
      where s.organization_id = ${p.organizationId} and ${isSearched}
    ), asked as materialized (
      select a.word, a.is_unfinished, a.is_mistyped
          and not ${isKnown} as is_mistyped,
        exists (select 1 from stemmer as d
          where ts_lexize(d.dictionary, a.word) = '{}') as is_common
      from unnest(${p.words}::text[], ${p.unfinished}::boolean[], ${p.mistyped}::boolean[])
        as a (word, is_unfinished, is_mistyped)
    ), near as (
      select a.word as asked, a.word, case when a.is_common then 'common' else 'same' end as likeness
      from asked as a
      union
      select a.word, v.word, 'stem'
      from asked as a
      cross join stemmer as d
      join search_vocabulary as v on v.organization_id = ${p.organizationId}
        and v.stem = coalesce((ts_lexize(d.dictionary, a.word))[1], a.word)
      -- Not by the rules of another language, which only a closed space may have.
      where v.word <> a.word
        and v.stem = coalesce((ts_lexize(d.dictionary, v.word))[1], v.word)
      union
      select a.word, v.word, 'prefix'
      from asked as a cross join lateral ${begun} as v
      where a.is_unfinished
      union
      select a.word, v.word, 'typo'
      from (select word from asked where is_mistyped limit ${sql.lit(unknownMax)}) as a
      cross join lateral (
        select v.word from (
          select v.word from search_vocabulary as v
          where v.organization_id = ${p.organizationId} and v.word % a.word
            and length(v.word) between length(a.word) - 2 and length(a.word) + 2
          group by v.word, a.word
          order by similarity(v.word, a.word) desc, v.word
          offset 0
        ) as v
        where ${isThere()}
        limit ${sql.lit(mistypedMax)}
      ) as v
      union
      select a.word, v.word, 'typo'
      from unnest(${p.swappedFrom}::text[], ${p.swapped}::text[]) as s (asked, word)
      join asked as a on a.word = s.asked and a.is_mistyped
      join search_vocabulary as v on v.organization_id = ${p.organizationId}
        and v.word = s.word
    ), counted as materialized (
      select near.asked, near.word, near.likeness, coalesce(count.sections, 0) as sections,
        count.word_spaces
      from near left join lateral ${count} as count on true
    )
    select asked, word, likeness, sections, word_spaces from counted
    where sections > 0 or likeness = 'common'
  )`.as('found')
}

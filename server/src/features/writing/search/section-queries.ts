import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

import type { CutSections } from './cut-task.ts'
import { memberSight, openSight } from './sight-names.ts'

const open = sql.lit(openSight)
const ofMembers = sql.lit(memberSight)

export interface OfSpace {
  readonly organizationId: string
  readonly spaceId: string
}

export const selectSearchState = statement<
  OfSpace,
  { indexed_number: number; recipe: number; dictionary: string }
>(
  'search.state',
  (p) => sql`
    select indexed_number, recipe, dictionary from search_state
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}`,
)

/** Spaces whose index was made by the rules of an earlier release, the oldest rules first. */
export const selectOutdated = statement<
  {
    organizationId: string
    recipe: number
    after: { recipe: number; id: string }
    rowsMax: number
  },
  { id: string; recipe: number }
>(
  'search.outdated',
  (p) => sql`
    select space_id as id, recipe from search_state
    where organization_id = ${p.organizationId} and recipe < ${p.recipe}
      and (recipe, space_id) > (${p.after.recipe}, ${p.after.id})
    order by recipe, space_id
    limit ${p.rowsMax}`,
)

/** Locks the index of a space until the transaction ends, so that its counts add up. */
export const lockSearchState = statement<OfSpace & { dictionary: string }>(
  'search.lock-state',
  (p) => sql`
    insert into search_state as s (
      organization_id, space_id, indexed_number, recipe, dictionary)
    values (${p.organizationId}, ${p.spaceId}, 0, 0, ${p.dictionary})
    on conflict (organization_id, space_id) do update set recipe = s.recipe`,
)

/**
 * Stores how far the index is. The indexed number never goes back: an older job that runs late has
 * nothing new.
 */
export const updateSearchState = statement<
  OfSpace & { indexedNumber: number; recipe: number; dictionary: string }
>(
  'search.update-state',
  (p) => sql`
    insert into search_state as s (
      organization_id, space_id, indexed_number, recipe, dictionary)
    values (${p.organizationId}, ${p.spaceId}, ${p.indexedNumber}, ${p.recipe}, ${p.dictionary})
    on conflict (organization_id, space_id) do update
      set indexed_number = greatest(s.indexed_number, excluded.indexed_number),
        recipe = excluded.recipe, dictionary = excluded.dictionary`,
)

/** Takes pages out of the index, and their words out of the count. */
export const deleteSections = statement<OfSpace & { pageIds: readonly string[] }>(
  'search.delete-sections',
  (p) => sql`
    with gone as (
      delete from search_section
      where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
        and page_id = any (${p.pageIds}::text[])
      returning words, sight
    ), lost as (
      insert into search_word as k (organization_id, space_id, word, sections, open_sections)
      select ${p.organizationId}, ${p.spaceId}, w.word, -count(*)::integer,
        -(count(*) filter (where gone.sight = ${open}))::integer
      from gone cross join lateral unnest(tsvector_to_array(gone.words)) as w (word)
      where ${isCounted}
      group by w.word
      -- Always there: so this is an update that finds its rows by their key, whatever the planner thinks.
      on conflict (organization_id, space_id, word)
        do update set sections = k.sections + excluded.sections,
          open_sections = k.open_sections + excluded.open_sections
    ), lost_to_some as (
      insert into search_sight_word as k (organization_id, space_id, word, sight, sections)
      select ${p.organizationId}, ${p.spaceId}, w.word, gone.sight, -count(*)::integer
      from gone cross join lateral unnest(tsvector_to_array(gone.words)) as w (word)
      where gone.sight not in (${open}, ${ofMembers}) and ${isCounted}
      group by w.word, gone.sight
      on conflict (organization_id, space_id, word, sight)
        do update set sections = k.sections + excluded.sections
    ), lost_sights as (
      update search_sight as s set sections = s.sections - lost.sections
      from (select gone.sight, count(*)::integer as sections from gone group by gone.sight) as lost
      where s.organization_id = ${p.organizationId} and s.space_id = ${p.spaceId}
        and s.sight = lost.sight
    )
    update search_state set sections = greatest(sections - (select count(*) from gone), 0)
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}`,
)

/** Stores sections, and the conditions under which visitors see some of them. */
export const insertSections = statement<
  OfSpace &
    CutSections & {
      readonly namedSights: readonly string[]
      /** The conditions of each of these, as JSON. */
      readonly conditions: readonly string[]
    }
>(
  'search.insert-sections',
  (p) => sql`
    with added as (
      insert into search_section (
        organization_id, space_id, page_id, number, anchor, heading, body, words, sight)
      select ${p.organizationId}, ${p.spaceId}, r.page_id, r.number, r.anchor, r.heading, r.body,
        r.words::tsvector, r.sight
      from unnest(${p.pageIds}::text[], ${p.numbers}::integer[], ${p.anchors}::text[],
        ${p.headings}::text[], ${p.bodies}::text[], ${p.vectors}::text[], ${p.sights}::text[])
        as r (page_id, number, anchor, heading, body, words, sight)
      returning 1
    ), met as (
      insert into search_sight as s (organization_id, space_id, sight, conditions, sections)
      select ${p.organizationId}, ${p.spaceId}, named.sight, named.conditions::jsonb,
        count(*)::integer
      from unnest(${p.namedSights}::text[], ${p.conditions}::text[]) as named (sight, conditions)
      join unnest(${p.sights}::text[]) as r (sight) on r.sight = named.sight
      group by named.sight, named.conditions
      order by named.sight
      on conflict (organization_id, space_id, sight)
        do update set sections = s.sections + excluded.sections
    )
    update search_state set sections = sections + (select count(*) from added)
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}`,
)

/**
 * Counts the words of new sections. Words that are new to the space become part of the vocabulary
 * of the organization, in one order for all writers.
 */
export const countWords = statement<
  OfSpace & {
    dictionary: string
    vectors: readonly string[]
    sights: readonly string[]
  }
>(
  'search.count-words',
  (p) => sql`
    with found as (
      select w.word, section.sight, count(*)::integer as sections
      from unnest(${p.vectors}::tsvector[], ${p.sights}::text[]) as section (words, sight)
      cross join lateral unnest(tsvector_to_array(section.words)) as w (word)
      where ${isCounted}
      group by w.word, section.sight
    ), total as (
      select found.word, sum(found.sections)::integer as sections,
        coalesce(sum(found.sections) filter (where found.sight = ${open}), 0)::integer
          as open_sections
      from found group by found.word
    ), met as (
      insert into search_word as k (organization_id, space_id, word, sections, open_sections)
      select ${p.organizationId}, ${p.spaceId}, total.word, total.sections, total.open_sections
      from total
      on conflict (organization_id, space_id, word)
        do update set sections = k.sections + excluded.sections,
          open_sections = k.open_sections + excluded.open_sections
      returning k.word, k.sections
    ), met_by_some as (
      insert into search_sight_word as k (organization_id, space_id, word, sight, sections)
      select ${p.organizationId}, ${p.spaceId}, found.word, found.sight, found.sections
      from found where found.sight not in (${open}, ${ofMembers})
      on conflict (organization_id, space_id, word, sight)
        do update set sections = k.sections + excluded.sections
    )
    insert into search_vocabulary (organization_id, stem, word)
    select ${p.organizationId},
      coalesce((ts_lexize(${p.dictionary}::regdictionary, met.word))[1], met.word), met.word
    from met
    -- New, or not forgotten yet since no section had it any more.
    join total on total.word = met.word and total.sections = met.sections
    order by met.word
    on conflict (organization_id, stem, word) do nothing`,
)

/** Makes all words of a space part of the vocabulary, by the endings of its language. */
export const insertVocabulary = statement<OfSpace & { dictionary: string }>(
  'search.insert-vocabulary',
  (p) => sql`
    insert into search_vocabulary (organization_id, stem, word)
    select ${p.organizationId},
      coalesce((ts_lexize(${p.dictionary}::regdictionary, k.word))[1], k.word), k.word
    from search_word as k
    where k.organization_id = ${p.organizationId} and k.space_id = ${p.spaceId}
      and k.sections > 0
    order by k.word
    on conflict (organization_id, stem, word) do nothing`,
)

/**
 * Whether the word `w` is counted: not what begins with a mark, of digits alone, or longer than 40
 * characters.
 */
const isCounted = sql`(w.word !~ '^[@#^~=]' and w.word ~ '[^0-9]' and length(w.word) <= 40)`

/** Pages that are in the index, in the order of their ids. */
export const selectIndexedPages = statement<
  OfSpace & { afterId: string; rowsMax: number },
  { id: string }
>(
  'search.indexed-pages',
  (p) => sql`
    select page_id as id from search_section
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId} and number = 0
      and page_id > ${p.afterId}
    order by page_id
    limit ${p.rowsMax}`,
)

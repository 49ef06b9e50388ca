import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

import type { CutSections } from './cut-task.ts'

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
      returning words
    ), lost as (
      insert into search_word as k (organization_id, space_id, word, sections)
      select ${p.organizationId}, ${p.spaceId}, w.word, -count(*)::integer
      from gone cross join lateral unnest(tsvector_to_array(gone.words)) as w (word)
      where ${isCounted}
      group by w.word
      -- Always there: so this is an update that finds its rows by their key, whatever the planner thinks.
      on conflict (organization_id, space_id, word)
        do update set sections = k.sections + excluded.sections
    )
    update search_state set sections = greatest(sections - (select count(*) from gone), 0)
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}`,
)

export const insertSections = statement<OfSpace & CutSections>(
  'search.insert-sections',
  (p) => sql`
    with added as (
      insert into search_section (
        organization_id, space_id, page_id, number, anchor, heading, body, words)
      select ${p.organizationId}, ${p.spaceId}, r.page_id, r.number, r.anchor, r.heading, r.body,
        r.words::tsvector
      from unnest(${p.pageIds}::text[], ${p.numbers}::integer[], ${p.anchors}::text[],
        ${p.headings}::text[], ${p.bodies}::text[], ${p.vectors}::text[])
        as r (page_id, number, anchor, heading, body, words)
      returning 1
    )
    update search_state set sections = sections + (select count(*) from added)
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}`,
)

/**
 * Counts the words of new sections. Words that are new to the space become part of the vocabulary
 * of the organization, in one order for all writers.
 */
export const countWords = statement<
  OfSpace & { dictionary: string; vectors: readonly string[] }
>(
  'search.count-words',
  (p) => sql`
    with found as (
      select w.word, count(*)::integer as sections
      from unnest(${p.vectors}::tsvector[]) as section (words)
      cross join lateral unnest(tsvector_to_array(section.words)) as w (word)
      where ${isCounted}
      group by w.word
    ), met as (
      insert into search_word as k (organization_id, space_id, word, sections)
      select ${p.organizationId}, ${p.spaceId}, found.word, found.sections from found
      on conflict (organization_id, space_id, word)
        do update set sections = k.sections + excluded.sections
      returning k.word, xmax = 0 as is_new
    )
    insert into search_vocabulary (organization_id, stem, word)
    select ${p.organizationId},
      coalesce((ts_lexize(${p.dictionary}::regdictionary, met.word))[1], met.word), met.word
    from met
    where met.is_new
    order by met.word
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

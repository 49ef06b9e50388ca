import {
  selectBelowForSearch,
  selectChangedForSearch,
  selectHeadForSearch,
  selectPageIdsForSearch,
  selectPagesForSearch,
  selectVersionsForSearch,
} from '#/content-store/search/public.ts'
import type { Services } from '#/platform/services.ts'

import { cutSectionsTask, recipe } from './cut-task.ts'
import { stemmingDictionary } from './languages.ts'
import {
  countWords,
  deleteSections,
  insertSections,
  insertVocabulary,
  lockSearchState,
  type OfSpace,
  selectIndexedPages,
  selectSearchState,
  updateSearchState,
} from './section-queries.ts'
import { openSight } from './sight-names.ts'
import { hasSights, readSights, seenOtherwise, type Sight, sightOf } from './sights.ts'
import { forgetUnusedWords, holdVocabulary } from './write-vocabulary.ts'

type Indexing = Pick<Services, 'db' | 'threads'>

/** The pages of one step: few enough that their bodies fit into memory whatever their size. */
const pagesPerStep = 40
const idsPerRead = 1000

/**
 * Updates the index to the head: the pages that changed since the last run, or all pages where the
 * index is made by other rules. May run twice and at the same time; a deleted space needs nothing.
 */
export async function indexSpace(services: Indexing, space: OfSpace): Promise<void> {
  const { db } = services
  const [head, state] = await Promise.all([
    db.first(selectHeadForSearch, space),
    db.first(selectSearchState, space),
  ])
  if (head === undefined) return
  const dictionary = stemmingDictionary(head.language)
  const isCurrent = state?.recipe === recipe && state.dictionary === dictionary
  if (isCurrent && state.indexed_number >= head.head_number) return

  if (isCurrent) {
    const changed = await db.many(selectChangedForSearch, {
      ...space,
      afterNumber: state.indexed_number,
      upToNumber: head.head_number,
    })
    await indexPages(services, { ...space, dictionary }, idsOf(changed))
    await indexBelow(services, { ...space, dictionary }, idsOf(changed))
  } else {
    await indexEverything(services, { ...space, dictionary })
    await db.transaction(async (tx) => {
      // Words that were known before have got no stems of another language.
      await Promise.all([
        holdVocabulary(tx, space.organizationId),
        tx.run(insertVocabulary, { ...space, dictionary }),
      ])
    })
  }
  await db.transaction(async (tx) => {
    const indexedNumber = head.head_number
    await tx.run(updateSearchState, { ...space, indexedNumber, recipe, dictionary })
  })
  await forgetUnusedWords(db, space)
}

type SpaceToIndex = OfSpace & { readonly dictionary: string }

/**
 * Indexes all pages of a space anew, page by page in place, so that the rest of it is found
 * meanwhile.
 */
async function indexEverything(services: Indexing, space: SpaceToIndex): Promise<void> {
  const { db } = services
  for (const selectIds of [selectPageIdsForSearch, selectIndexedPages]) {
    let afterId = ''
    for (;;) {
      const ids = idsOf(
        await db.many(selectIds, { ...space, afterId, rowsMax: idsPerRead }),
      )
      await indexPages(services, space, ids)
      afterId = ids.at(-1) ?? ''
      if (ids.length < idsPerRead) break
    }
  }
}

/** Indexes the pages below others that visitors see under other conditions by now. */
async function indexBelow(
  services: Indexing,
  space: SpaceToIndex,
  ids: readonly string[],
): Promise<void> {
  const { db } = services
  if (!(await hasSights(db, space))) return
  const below = idsOf(await db.many(selectBelowForSearch, { ...space, ids }))
  for (let first = 0; first < below.length; first += idsPerRead) {
    const some = below.slice(first, first + idsPerRead)
    await indexPages(services, space, await seenOtherwise(db, space, some))
  }
}

async function indexPages(
  services: Indexing,
  space: SpaceToIndex,
  ids: readonly string[],
): Promise<void> {
  for (let first = 0; first < ids.length; first += pagesPerStep) {
    await indexStep(services, space, ids.slice(first, first + pagesPerStep))
  }
}

/**
 * Replaces the sections of these pages, and deletes those of pages that are gone. Pages are cut
 * before anything is locked, and again if the head moved meanwhile.
 */
async function indexStep(
  { db, threads }: Indexing,
  { dictionary, ...space }: SpaceToIndex,
  ids: readonly string[],
): Promise<void> {
  for (;;) {
    const [pages, sights] = await Promise.all([
      db.many(selectPagesForSearch, { ...space, ids }),
      readSights(db, space, ids),
    ])
    const cut = await threads.run(space, cutSectionsTask, {
      spaceId: space.spaceId,
      pages: pages.map((page) => ({
        ...page,
        sight: sights.get(page.id)?.sight ?? openSight,
      })),
    })
    const named = [sightOf([]), ...sights.values()]
    const conditionsOf = new Map(named.map((each) => [each.sight, each.conditions]))
    const isDone = await db.transaction(async (tx) => {
      await Promise.all([
        holdVocabulary(tx, space.organizationId),
        tx.run(lockSearchState, { ...space, dictionary }),
      ])
      const [versions, sightsNow] = await Promise.all([
        tx.many(selectVersionsForSearch, { ...space, ids }),
        readSights(tx, space, ids),
      ])
      if (!isSame(versions, pages) || !isSeenAlike(sightsNow, sights)) return false
      await Promise.all([
        tx.run(deleteSections, { ...space, pageIds: ids }),
        tx.run(insertSections, {
          ...space,
          ...cut,
          namedSights: [...conditionsOf.keys()],
          conditions: [...conditionsOf.values()].map((each) => JSON.stringify(each)),
        }),
        tx.run(countWords, { ...space, ...cut, dictionary }),
      ])
      return true
    })
    if (isDone) return
  }
}

/** Whether pages have the same conditions; those of pages above may have changed meanwhile. */
function isSeenAlike(
  some: ReadonlyMap<string, Sight>,
  others: ReadonlyMap<string, Sight>,
): boolean {
  return (
    some.size === others.size &&
    [...some].every(([id, { sight }]) => others.get(id)?.sight === sight)
  )
}

type Version = Readonly<{ id: string; from_number: number }>

function isSame(some: readonly Version[], others: readonly Version[]): boolean {
  const known = new Map(others.map(({ id, from_number }) => [id, from_number]))
  return (
    some.length === others.length &&
    some.every(({ id, from_number }) => known.get(id) === from_number)
  )
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id)
}

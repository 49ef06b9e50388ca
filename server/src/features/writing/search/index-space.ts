import type { ShownPart } from '#/content-store/documents/public.ts'
import {
  selectBelowForSearch,
  selectChangedForSearch,
  selectHeadForSearch,
  selectPartWords,
  selectPageIdsForSearch,
  selectPagesForSearch,
  selectVersionsForSearch,
} from '#/content-store/search/public.ts'
import type { Services } from '#/platform/services.ts'

import {
  charactersOfParts,
  cutSectionsTask,
  type PagesToCut,
  partsOfPagesTask,
  type PartWords,
  recipe,
} from './cut-task.ts'
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

/** Indexes pages again that did not change themselves; a space whose index is made anew needs nothing. */
export async function indexPagesAgain(
  services: Indexing,
  space: OfSpace,
  ids: readonly string[],
): Promise<void> {
  const { db } = services
  const [head, state] = await Promise.all([
    db.first(selectHeadForSearch, space),
    db.first(selectSearchState, space),
  ])
  if (head === undefined || state?.recipe !== recipe) return
  const dictionary = stemmingDictionary(head.language)
  if (state.dictionary !== dictionary) return
  await indexPages(services, { ...space, dictionary }, ids)
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
    const toCut = {
      spaceId: space.spaceId,
      pages: pages.map((page) => ({
        ...page,
        sight: sights.get(page.id)?.sight ?? openSight,
      })),
    }
    const showing = new Set(pages.flatMap((page) => (page.shows_spec ? page.id : [])))
    const words = await wordsShown({ db, threads }, space, toCut, showing)
    const cut = await threads.run(space, cutSectionsTask, { ...toCut, words })
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

/** The words of the parts of OpenAPI specifications that some of the pages show. */
async function wordsShown(
  { db, threads }: Indexing,
  space: OfSpace,
  toCut: PagesToCut,
  // oxlint-disable-next-line max-params -- what reads, of which space, which pages, and which of them
  showing: ReadonlySet<string>,
): Promise<readonly PartWords[]> {
  if (showing.size === 0) return []
  const parts = await threads.run(space, partsOfPagesTask, {
    ...toCut,
    pages: toCut.pages.filter(({ id }) => showing.has(id)),
  })
  const asked = new Map<string, ShownPart & { readonly length: number }>()
  for (const ofPage of parts) {
    const length = charactersOfParts(ofPage.length)
    for (const part of ofPage) {
      const key = JSON.stringify(part)
      const known = asked.get(key)?.length ?? 0
      asked.set(key, { ...part, length: Math.max(length, known) })
    }
  }
  const each = [...asked.values()]
  return db.many(selectPartWords, {
    organizationId: space.organizationId,
    slugKeys: each.map(({ spec }) => spec),
    kinds: each.map(({ kind }) => kind),
    names: each.map(({ name }) => name),
    lengths: each.map(({ length }) => length),
  })
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

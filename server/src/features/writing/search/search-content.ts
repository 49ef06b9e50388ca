import { limitDefault, type Page } from '@lectern/contract/common.ts'
import type { SearchPage, SearchSpace } from '@lectern/contract/search.ts'

import { actorFrom } from '#/access/actor.ts'
import { atHome, contentActorFrom } from '#/access/content-access.ts'
import { seenAmong } from '#/content-store/sight/public.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import type { Context, ReaderContext } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { type PageRequest, readPage } from '#/platform/http/paging.ts'

import { type Asked, askedWords, findPages, type Found } from './find-pages.ts'
import { inTime, lookUpWords } from './look-up-words.ts'
import { pagesMax, type RankedPage } from './rank-pages.ts'
import { readHits, readSpaceTitles } from './search-hits.ts'
import { sightsFor } from './sights.ts'
import {
  selectWordsOfOrganization,
  selectWordsOfSpace,
  selectWordsOfSpaces,
} from './word-queries.ts'

/** The most pages of one space; a search of the space itself finds more. */
const pagesPerSpaceMax = 5

export const searchSpaceContent = operation(
  'searchSpaceContent',
  async (request, context) => {
    const { spaceId } = request.params
    const page = readPage(context, request)
    const found = await atHome(context, 'space', spaceId, async (organizationId) =>
      findInSpace(context, { organizationId, spaceId }, request.query.query),
    )
    const rest = after(found.pages, page.after, ({ pageId }) => pageId)
    const shown = rest.slice(0, request.query.limit ?? limitDefault)
    const view = await readHits(context, found, shown)
    return page.finish<RankedPage, SearchPage>(rest, {
      ...counted(found, found.pages.length),
      keyOf: (row) => [found.pages.indexOf(row) + 1, row.pageId],
      view,
    })
  },
)

interface RankedSpace {
  readonly spaceId: string
  readonly score: number
  readonly pages: readonly RankedPage[]
}

export const searchOrganizationContent = operation(
  'searchOrganizationContent',
  async (request, context) => {
    const { organizationId } = request.params
    const page = readPage(context, request)
    const found = await findInOrganization(context, organizationId, request.query.query)
    return viewSpaces(context, page, found, request.query.limit)
  },
)

/** Searches some spaces, which the caller is known to see, and answers as a search of all would. */
export async function searchSpaces(
  context: ReaderContext,
  page: PageRequest,
  { organizationId, spaceIds, query, limit }: SpacesToSearch,
): Promise<Page<SearchSpace>> {
  const asked = askedWords(context, organizationId, query)
  const found = await findSeen(context, asked, spaceIds)
  return viewSpaces(context, page, found, limit)
}

/** Reads what every search of the spaces reads first, whatever it looks for. */
export async function prepareSearch(
  context: ReaderContext,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<void> {
  if (!isVisitor(context.caller)) return
  await inTime(sightsFor(context, organizationId, spaceIds))
}

/** The pages that the reader sees. */
async function findSeen(
  context: ReaderContext,
  { terms, params }: Asked,
  spaceIds: readonly string[],
): Promise<Found> {
  const { organizationId } = params
  const isSomebody = !isVisitor(context.caller)
  const all = { sights: [], isCut: false }
  // Without knowing what else the reader sees, only what everybody sees is told.
  const { sights, isCut } = isSomebody
    ? all
    : ((await inTime(sightsFor(context, organizationId, spaceIds))) ?? {
        ...all,
        isCut: true,
      })
  const asked = { terms, params: { ...params, sights } }
  const { rows, ...known } = await lookUpWords(context.db, selectWordsOfSpaces, {
    ...asked.params,
    spaceIds,
  })
  const isPartial = known.isPartial || isCut
  const found = await findPages(context, asked, { rows, spaceIds, isPartial })
  // The index may be a revision behind.
  return { ...found, pages: await seenAmong(context, organizationId, found.pages) }
}

export interface SpacesToSearch {
  readonly organizationId: string
  readonly spaceIds: readonly string[]
  readonly query: string
  readonly limit: number | undefined
}

async function viewSpaces(
  context: ReaderContext,
  page: PageRequest,
  found: Found,
  limit = limitDefault,
): Promise<Page<SearchSpace>> {
  const spaces = bySpace(found.pages)
  const rest = after(spaces, page.after, ({ spaceId }) => spaceId)
  const shown = rest.slice(0, limit)
  const [view, titles] = await Promise.all([
    readHits(
      context,
      found,
      shown.flatMap(({ pages }) => pages),
    ),
    readSpaceTitles(
      context,
      found.organizationId,
      shown.map(({ spaceId }) => spaceId),
    ),
  ])
  return page.finish<RankedSpace, SearchSpace>(rest, {
    ...counted(found, spaces.length),
    keyOf: (row) => [spaces.indexOf(row) + 1, row.spaceId],
    view({ spaceId, pages }) {
      const shownPages = pages.map(view)
      return {
        type: 'space',
        id: spaceId,
        title: titles.get(spaceId) ?? '',
        score: shownPages[0]?.score ?? 0,
        pages: shownPages,
      }
    },
  })
}

/** The pages found in a space; undefined when the space is missing or the caller may not see it. */
async function findInSpace(
  context: Context,
  space: { organizationId: string; spaceId: string },
  query: string,
): Promise<Found | undefined> {
  const asked = askedWords(context, space.organizationId, query)
  const params = { ...asked.params, ...space }
  const { rows, isPartial } = await lookUpWords(context.db, selectWordsOfSpace, params)
  const [first] = rows
  if (contentActorFrom(first, context, space.organizationId) === undefined) {
    return undefined
  }
  return findPages(context, asked, { rows, spaceIds: [space.spaceId], isPartial })
}

async function findInOrganization(
  context: Context,
  organizationId: string,
  query: string,
): Promise<Found> {
  const asked = askedWords(context, organizationId, query)
  const { rows, isPartial } = await lookUpWords(
    context.db,
    selectWordsOfOrganization,
    asked.params,
  )
  const [first] = rows
  actorFrom(first, context, organizationId)
  const spaceIds = first?.spaces ?? undefined
  return findPages(context, asked, { rows, spaceIds, isPartial })
}

/** Spaces in the order of their best pages. */
function bySpace(pages: readonly RankedPage[]): RankedSpace[] {
  const spaces = [...Map.groupBy(pages, ({ spaceId }) => spaceId)]
  return spaces
    .map(([spaceId, own]) => ({
      spaceId,
      score: own[0]?.score ?? 0,
      pages: own.slice(0, pagesPerSpaceMax),
    }))
    .toSorted((a, b) => b.score - a.score || (a.spaceId < b.spaceId ? -1 : 1))
}

/**
 * The rows behind the last row of the page before, which is named by its place and its id: scores,
 * which depend on more than the caller sees, are told to nobody. Where the row is gone its place counts.
 */
function after<Row>(
  rows: readonly Row[],
  cursor: readonly (string | number | null)[] | undefined,
  idOf: (row: Row) => string,
): readonly Row[] {
  if (cursor === undefined) return rows
  const [place, id] = [Number(cursor[0]), String(cursor[1])]
  const at = rows.findIndex((row) => idOf(row) === id)
  return rows.slice(at === -1 ? place : at + 1)
}

function counted({ isCapped, isPartial, pages }: Found, count: number) {
  const countIsLowerBound = isCapped || isPartial || pages.length >= pagesMax
  return { count, countIsLowerBound, isPartial }
}

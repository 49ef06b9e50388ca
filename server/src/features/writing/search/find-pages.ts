import { type OfVariant, variant } from '#/platform/database/statement.ts'
import { isVisitor, userIdOf } from '#/platform/http/caller.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

import { mayBeMistyped, type NearWord, transpositions } from './near-words.ts'
import { queryTerms, type Term } from './query-terms.ts'
import { type RankedPage, rankPages } from './rank-pages.ts'
import { searchQuery, type SearchQuery } from './search-query.ts'
import { type FoundSection, selectSections } from './section-search.ts'
import { marks } from './section-vector.ts'
import type { AskedWords } from './word-queries.ts'

export interface Asked {
  readonly terms: readonly Term[]
  readonly params: AskedWords
}

export interface Found {
  readonly organizationId: string
  readonly query: SearchQuery
  readonly pages: readonly RankedPage[]
  /** Whether there are more matches than were looked at. */
  readonly isCapped: boolean
}

const unfinishedLengthMin = 2

/** The words of a query, as they are looked up in the vocabulary. */
export function askedWords(
  { caller }: Pick<ReaderContext, 'caller'>,
  organizationId: string,
  query: string,
): Asked {
  const terms = queryTerms(query)
  const mistyped = terms.filter(mayBeMistyped)
  const swaps = mistyped.flatMap(({ whole }) =>
    transpositions(whole).map((word) => ({ from: whole, word })),
  )
  return {
    terms,
    params: {
      organizationId,
      callerId: userIdOf(caller),
      ...(isVisitor(caller) && ofVisitor),
      words: terms.map(({ whole }) => whole),
      unfinished: terms.map(mayBeUnfinished),
      mistyped: terms.map((term) => mistyped.includes(term)),
      isTolerant: false,
      swapped: swaps.map(({ word }) => word),
      swappedFrom: swaps.map(({ from }) => from),
    },
  }
}

const ofVisitor: OfVariant<'visitor'> = { [variant]: 'visitor' }

function mayBeUnfinished({ isLast, isPaired, whole }: Term): boolean {
  return (
    isLast &&
    (isPaired ? Array.from(whole).length === 1 : whole.length >= unfinishedLengthMin)
  )
}

type WordRow = Omit<NearWord, 'likeness'> & {
  readonly asked: string | null
  readonly likeness: NearWord['likeness']
  readonly total: number
}

/** Finds matching pages, the best first; in all spaces the caller may see when none are given. */
export async function findPages(
  { db }: Pick<ReaderContext, 'db'>,
  { terms, params }: Asked,
  {
    rows,
    spaceIds,
  }: { rows: readonly WordRow[]; spaceIds: readonly string[] | undefined },
): Promise<Found> {
  const { organizationId } = params
  const known = Map.groupBy(
    rows.filter(({ asked }) => asked !== null),
    ({ asked }) => asked ?? '',
  )
  const query = searchQuery(terms, known, rows[0]?.total ?? 0)
  const nothing = {
    organizationId,
    query,
    pages: [],
    isCapped: false,
  }
  if (terms.length === 0 || spaceIds?.length === 0) return nothing
  const look = async (within: readonly string[] | undefined) =>
    lookIn(db, { query, params, within })
  const first =
    spaceIds === undefined && query.firstIn.length > 0 ? await look(query.firstIn) : []
  // A very common word fills the list from a few spaces: the index then reads nothing of the
  // others.
  const found = first[0]?.is_capped === true ? first : await look(spaceIds)
  return {
    organizationId,
    query,
    pages: rankPages(found, query),
    isCapped: found[0]?.is_capped ?? false,
  }
}

/** Finds matching sections, in the spaces given or in all that the caller may see. */
async function lookIn(
  db: ReaderContext['db'],
  { query, params, within }: LookedFor,
): Promise<FoundSection[]> {
  const { organizationId, callerId } = params
  const isForVisitor = params[variant] === 'visitor'
  const inScope = (text: string) =>
    within === undefined ? text : scoped(within, text, isForVisitor)
  const select = selectSections({
    most: query.most !== '',
    some: query.some !== '',
    scope: within === undefined ? 'organization' : 'spaces',
    isCommon: query.isCommon,
    together: query.phrasesAsWords !== '',
  })
  return db.many(select, {
    organizationId,
    callerId,
    ...(isForVisitor && ofVisitor),
    spaceIds: within ?? [],
    title: inScope(query.title),
    top: inScope(query.top),
    all: inScope(query.all),
    phrasesAsWords: inScope(query.phrasesAsWords),
    most: inScope(query.most),
    some: inScope(query.some),
    exact: query.terms.map(({ exact }) => exact),
    exactScales: query.terms.map(({ exactScale }) => exactScale),
    near: query.terms.map(({ near }) => (near === '' ? null : near)),
    nearScales: query.terms.map(({ nearScale }) => nearScale),
  })
}

interface LookedFor {
  readonly query: SearchQuery
  readonly params: AskedWords
  readonly within: readonly string[] | undefined
}

function scoped(
  spaceIds: readonly string[],
  query: string,
  isForVisitor: boolean,
): string {
  const spaces = spaceIds.map((id) => `'${marks.space}${id}'`).join(' | ')
  const forAll = isForVisitor ? ` & '${marks.forAll}'` : ''
  return `(${spaces})${forAll} & ${query}`
}

import { type OfVariant, variant } from '#/platform/database/statement.ts'
import { isVisitor, userIdOf } from '#/platform/http/caller.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

import { inTime } from './look-up-words.ts'
import { mayBeMistyped, type NearWord, transpositions } from './near-words.ts'
import { queryTerms, type Term } from './query-terms.ts'
import { type RankedPage, rankPages } from './rank-pages.ts'
import { searchQuery, type SearchQuery } from './search-query.ts'
import { enough, type FoundSection, selectSections } from './section-search.ts'
import { marks } from './section-vector.ts'
import { openSight } from './sight-names.ts'
import type { AskedWords } from './word-queries.ts'

export interface Asked {
  readonly terms: readonly Term[]
  readonly params: AskedWords
}

export interface Found {
  readonly organizationId: string
  readonly query: SearchQuery
  /** The query for what the reader sees, where that is not everything. */
  readonly seen: string | null
  readonly pages: readonly RankedPage[]
  /** Whether there are more matches than were looked at. */
  readonly isCapped: boolean
  /** Whether the time was over before everything had been looked at. */
  readonly isPartial: boolean
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
      sights: [],
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

type WordRow = Omit<NearWord, 'likeness' | 'spaces'> & {
  readonly asked: string | null
  /** Absent where only one space is searched. */
  readonly word_spaces?: NearWord['spaces']
  readonly likeness: NearWord['likeness']
  readonly total: number
  /** The sections of the organization; absent where only one space is searched. */
  readonly whole?: number
}

export interface Within {
  readonly rows: readonly WordRow[]
  readonly spaceIds: readonly string[] | undefined
  /** Whether there was no time to look for all words that may have been meant. */
  readonly isPartial: boolean
}

/** Finds matching pages, the best first; in all spaces the caller may see when none are given. */
export async function findPages(
  { db }: Pick<ReaderContext, 'db'>,
  { terms, params }: Asked,
  { rows, spaceIds, isPartial }: Within,
): Promise<Found> {
  const { organizationId } = params
  const known = Map.groupBy(
    rows.map((row) => ({ ...row, spaces: row.word_spaces ?? null })),
    ({ asked }) => asked ?? '',
  )
  const { total = 0, whole = total } = rows[0] ?? {}
  const scope = scopeOf(spaceIds, total / Math.max(1, whole))
  // Where there was no time to look up words, nothing is known of the spaces that have them.
  const isAmongOthers = scope.kind !== 'marked' && total < whole && !isPartial
  const query = searchQuery(terms, known, { total, isAmongOthers })
  const seen = seenQuery(params)
  const nothing = { organizationId, query, seen, pages: [], isCapped: false, isPartial }
  if (terms.length === 0 || spaceIds?.length === 0) return nothing
  const { sections, ...end } = await findSections(db, { query, params, scope })
  return {
    organizationId,
    query,
    seen,
    pages: rankPages(sections, query),
    isCapped: end.isCapped,
    isPartial: isPartial || end.isPartial,
  }
}

/** The most spaces that a query names whatever part of all sections they have. */
const namedMax = 8
/** The part of all sections below which it is worth the while to name the spaces that have them. */
const namedPart = 1 / 8

interface SearchScope {
  readonly kind: 'marked' | 'given' | 'organization'
  readonly spaceIds: readonly string[]
}

/**
 * The spaces to look into. Each one that a query names costs something for every section that the
 * index looks at; where most sections are in them, it costs less to leave out the others by row.
 */
function scopeOf(spaceIds: readonly string[] | undefined, part: number): SearchScope {
  if (spaceIds === undefined) return { kind: 'organization', spaceIds: [] }
  const isNamed = spaceIds.length <= namedMax || part < namedPart
  return { kind: isNamed ? 'marked' : 'given', spaceIds }
}

interface LookedFor {
  readonly query: SearchQuery
  readonly params: AskedWords
  readonly scope: SearchScope
}

interface FoundSections {
  readonly sections: readonly FoundSection[]
  /** Whether there are more matches than were looked at. */
  readonly isCapped: boolean
  /** Whether the time was over before everything had been looked at. */
  readonly isPartial: boolean
}

/** How long a search may look. */
const msMaxOfStep = 2_000
/** How long a search may look at all sections for words that stand in very many. */
const restMsMax = 250

/**
 * Finds matching sections. Where words stand in very many, the tiers are asked first, and all others
 * only if these have too little, for a short time.
 */
async function findSections(
  db: ReaderContext['db'],
  looked: LookedFor,
): Promise<FoundSections> {
  const { early, all, isTiered } = looked.query
  if (!isTiered) return lookIn(db, looked, { strict: [...early, all], isWide: true })
  const first = await lookIn(db, looked, { strict: early, isWide: false })
  if (first.isPartial || first.sections.length >= enough) {
    return { ...first, isCapped: true }
  }
  // Sections with some of the terms may have been among the first, which have all.
  const known = new Set(first.sections.map(keyOf))
  const isNew = (section: FoundSection) => !known.has(keyOf(section))
  const rest = await lookIn(db, looked, {
    strict: [all],
    isWide: true,
    msMax: restMsMax,
  })
  return {
    sections: [...first.sections, ...rest.sections.filter(isNew)],
    isCapped: rest.isCapped,
    isPartial: rest.isPartial,
  }
}

function keyOf({ space_id: space, page_id: page, number }: FoundSection): string {
  return `${space} ${page} ${number}`
}

interface Step {
  readonly strict: readonly string[]
  /** Whether to look for sections with some of the terms too, if few have all. */
  readonly isWide: boolean
  readonly msMax?: number
}

async function lookIn(
  db: ReaderContext['db'],
  { query, params, scope }: LookedFor,
  { strict, isWide, msMax = msMaxOfStep }: Step,
): Promise<FoundSections> {
  const { organizationId, callerId } = params
  const isForVisitor = params[variant] === 'visitor'
  const seen = seenQuery(params)
  const inScope = (text: string) => (text === '' ? '' : scoped(scope, text, seen))
  const select = selectSections({
    most: isWide && query.most !== '',
    some: isWide && query.some !== '',
    strict: strict.length,
    scope: scope.kind,
    isCommon: query.isCommon,
    together: query.phrasesAsWords !== '',
  })
  const sections = await inTime(
    db.within(msMax, select, {
      organizationId,
      callerId,
      ...(isForVisitor && ofVisitor),
      spaceIds: scope.spaceIds,
      strict: strict.map(inScope),
      phrasesAsWords: inScope(query.phrasesAsWords),
      most: inScope(query.most),
      some: inScope(query.some),
      exact: query.terms.map(({ exact }) => exact),
      exactScales: query.terms.map(({ exactScale }) => exactScale),
      near: query.terms.map(({ near }) => (near === '' ? null : near)),
      nearScales: query.terms.map(({ nearScale }) => nearScale),
    }),
  )
  return {
    sections: sections ?? [],
    isCapped: sections?.[0]?.is_capped ?? false,
    isPartial: sections === undefined,
  }
}

/** The query for what the reader sees, in the spaces that are named. */
function scoped(
  { kind, spaceIds }: SearchScope,
  query: string,
  seen: string | null,
): string {
  const spaces = kind === 'marked' ? [anyOf(marks.space, spaceIds)] : []
  return [...spaces, ...(seen === null ? [] : [seen]), query].join(' & ')
}

/** The query for what a visitor sees, by its sights; null for others, who see everything. */
function seenQuery(params: AskedWords): string | null {
  if (params[variant] !== 'visitor') return null
  return anyOf(marks.sight, [openSight, ...params.sights])
}

function anyOf(mark: string, names: readonly string[]): string {
  return `(${names.map((name) => `'${mark}${name}'`).join(' | ')})`
}

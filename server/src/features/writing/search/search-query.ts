import { isTypoOf, type NearWord } from './near-words.ts'
import type { Term } from './query-terms.ts'
import { tiers } from './section-tiers.ts'
import { marks } from './section-vector.ts'

/** The queries of one term in the index, and the weight of the term. */
export interface TermQuery {
  /** The query for the word itself and its other endings. */
  readonly exact: string
  readonly exactScale: number
  /** The query for words that the term may be the beginning or a misspelling of. */
  readonly near: string
  readonly nearScale: number
  /** The weight, which is higher for words that stand in fewer sections. */
  readonly weight: number
}

/** Queries in the language of PostgreSQL, from the narrowest to the widest; empty for none. */
export interface SearchQuery {
  /**
   * The queries for sections with all terms: in the title, at the top, in the tiers that are worth
   * asking, each without what those before it find. Where words must stand together, with it.
   */
  readonly early: readonly string[]
  /** The query for sections with all terms that the early ones do not find. */
  readonly all: string
  /**
   * The part of `all` that the index can answer: the words of a phrase wherever they stand. Empty
   * where there is no phrase.
   */
  readonly phrasesAsWords: string
  /** The query for all words but any one. */
  readonly most: string
  /** The query for any of the rarest words. */
  readonly some: string
  /** Whether even the rarest word stands in very many sections. */
  readonly isCommon: boolean
  /** Whether the early queries are likely to find enough by themselves. */
  readonly isTiered: boolean
  readonly terms: readonly TermQuery[]
  /** The words to look for when an excerpt is cut. */
  readonly words: readonly string[]
}

const unfinishedMax = 12
/** The factors for words like the term; the least is for where the term itself is known. */
const quality = { begun: 0.7, continued: 0.35, typo: 0.6 }
/** The part of all sections beyond which a word is no reason to find one of them. */
const commonPart = 0.4
const commonSectionsMin = 200
/** The most sections that single words may find: those of the rarest words, which say most. */
const someSectionsMax = 600
/**
 * The number of sections beyond which a word is very common; a query is, when even its rarest word
 * is.
 */
const commonSections = 8_000
/**
 * The matches that a tier must be likely to have to be asked: too few would only be asked for again
 * in the next one.
 */
const tierMatchesMin = 400
/** The most words of which any one may be missing; the rarest are taken. */
const mostTermsMax = 6

interface Meant {
  readonly term: Term
  readonly exact: readonly string[]
  readonly near: readonly string[]
  readonly nearQuality: number
  readonly sections: number
  readonly isCommon: boolean
  /** The only visible spaces that have the term, where these are few and others may have it too. */
  readonly spaces: readonly string[] | undefined
}

/** What is searched, in sections. */
export interface Searched {
  readonly total: number
  /** Whether the index has others too, which it cannot skip by itself. */
  readonly isAmongOthers: boolean
}

/** Finds what the terms can mean among the known words, and makes the queries for it. */
export function searchQuery(
  terms: readonly Term[],
  known: ReadonlyMap<string, readonly NearWord[]>,
  { total, isAmongOthers }: Searched,
): SearchQuery {
  const meant = terms.map((term) => {
    const words = known.get(term.whole) ?? []
    const one = meaning(term, words, total)
    return isAmongOthers ? { ...one, spaces: spacesOf(one, words) } : one
  })
  const telling = meant.filter(({ isCommon }) => !isCommon)
  const needed = telling.length > 0 ? telling : meant
  const phrases = needed.filter(({ term }) => term.kind === 'phrase').map(anywhere)
  const words = needed
    .filter(({ term }) => term.kind !== 'phrase')
    .toSorted((a, b) => a.sections - b.sections)
  const isCommon = needed.every(
    ({ term, sections }) => term.kind === 'word' && sections > commonSections,
  )
  const also = (query: string) => (query === '' ? '' : every([...phrases, query]))
  const asked = isCommon ? tiersWorthAsking(needed, total) : []
  return {
    ...strictQueries(needed, asked, phrases.length > 0),
    phrasesAsWords: phrases.length === 0 ? '' : every(needed.map(phraseAsWords)),
    most: words.length < 3 ? '' : also(allButOne(words)),
    some: needed.length < 2 ? '' : also(anyOfRarest(words)),
    isCommon,
    isTiered: asked.length > 0,
    terms: needed.map((each) => termQuery(each, total)),
    words: needed.flatMap(({ term, exact, near }) => [...exact, ...term.parts, ...near]),
  }
}

function strictQueries(
  needed: readonly Meant[],
  asked: readonly string[],
  isTogether: boolean,
): Pick<SearchQuery, 'early' | 'all'> {
  const title = every(needed.map((each) => within(each, marks.title)))
  const top = every(needed.map((each) => within(each, marks.top)))
  const all = every(needed.map(anywhere))
  // Whether words stand together is not in the index: what is left out would have to be read.
  if (isTogether) return { early: [title, top], all }
  const inTiers = asked.map((tier, at) =>
    every([all, tier, ...asked.slice(0, at).map(not), not(top)]),
  )
  return {
    early: [title, every([top, not(title)]), ...inTiers],
    all: every([all, ...asked.slice(-1).map(not), not(top)]),
  }
}

/** Tiers that are likely to have enough, from the smallest; words are taken not to mind each other. */
function tiersWorthAsking(needed: readonly Meant[], total: number): readonly string[] {
  const matches = needed.reduce(
    (left, { sections }) => (left * Math.min(sections, total)) / total,
    total,
  )
  return tiers
    .filter(({ part }) => matches * part >= tierMatchesMin)
    .map(({ mark }) => quoted(marks.tier + mark))
}

function allButOne(words: readonly Meant[]): string {
  const rarest = words.slice(0, mostTermsMax).map(anywhere)
  return either(rarest.map((_, missing) => every(rarest.toSpliced(missing, 1))))
}

function anyOfRarest(words: readonly Meant[]): string {
  let sections = 0
  const rarest = words.filter((word) => {
    sections += word.sections
    return sections <= someSectionsMax
  })
  return either(rarest.map(anywhere))
}

function meaning(term: Term, words: readonly NearWord[], total: number): Meant {
  const of = (...likenesses: NearWord['likeness'][]) =>
    words.filter(({ likeness }) => likenesses.includes(likeness))
  const same = of('same', 'common')
  const stems = term.kind === 'word' ? of('stem') : []
  const begun = of('prefix')
    .filter(({ word }) => !stems.some((stem) => stem.word === word))
    .toSorted((a, b) => b.sections - a.sections)
    .slice(0, unfinishedMax)
  const exactSections = sum([...same, ...stems])
  const typos =
    begun.length > 0
      ? []
      : of('typo').filter(
          ({ word, sections }) => sections > exactSections && isTypoOf(term.whole, word),
        )
  const near = begun.length > 0 ? begun : typos
  const sections = exactSections > 0 ? exactSections : sum(near)
  return {
    term,
    exact: [term.whole, ...stems.map(({ word }) => word)],
    near: near.map(({ word }) => word),
    nearQuality: qualityOf(begun.length > 0, exactSections > 0),
    sections,
    isCommon:
      term.kind === 'word' &&
      (of('common').length > 0 ||
        // The pair may span the border of two words, which no section has in this order.
        (term.isPaired && sections === 0) ||
        (total >= commonSectionsMin && sections > total * commonPart)),
    spaces: undefined,
  }
}

/** The most spaces that are named for one term whatever it is; more where one of its words asks for it. */
const spacesOfTermMax = 8
/** Words that are not counted: of digits alone, and very long ones. */
const uncounted = /^\d+$|.{41}/su

/** The spaces to look for a term in; none at all where nothing visible has it. */
function spacesOf(
  { term, exact, near }: Meant,
  words: readonly NearWord[],
): readonly string[] | undefined {
  if (term.kind !== 'word' || uncounted.test(term.whole)) return undefined
  const found = new Set<string>()
  let most = spacesOfTermMax
  for (const { word, spaces } of words) {
    if (!exact.includes(word) && !near.includes(word)) continue
    if (spaces === null || spaces === undefined) return undefined
    for (const id of spaces) found.add(id)
    most = Math.max(most, spaces.length)
  }
  return found.size > most ? undefined : [...found]
}

/** The query for a term, in the spaces that are known to have it. */
function inSpaces({ spaces }: Meant, query: string): string {
  if (spaces === undefined) return query
  // Without an id it is the mark of no space.
  const named = spaces.length === 0 ? [''] : spaces
  return every([either(named.map((id) => quoted(marks.space + id))), query])
}

function qualityOf(isBegun: boolean, isKnown: boolean): number {
  if (!isBegun) return quality.typo
  return isKnown ? quality.continued : quality.begun
}

function termQuery(meant: Meant, total: number): TermQuery {
  const { exact, near, nearQuality, sections } = meant
  // PostgreSQL divides a rank by the number of words in the query, which the scales undo.
  return {
    exact: exactly(meant),
    exactScale: meant.term.kind === 'word' ? exact.length : 1,
    near: meant.term.kind === 'phrase' ? '' : either(near.map(quoted)),
    nearScale: near.length * nearQuality,
    weight: Math.log(1 + (total + 1) / (sections + 0.5)),
  }
}

function exactly({ term, exact, near }: Meant): string {
  if (term.kind === 'word') return either(exact.map(quoted))
  const last = term.kind === 'phrase' ? [term.whole, ...near] : term.parts.slice(-1)
  const words = [...term.parts.slice(0, -1).map(quoted), either(last.map(quoted))]
  const phrase = `(${words.join(' <-> ')})`
  return term.kind === 'phrase' ? phrase : either([quoted(term.whole), phrase])
}

function anywhere(meant: Meant): string {
  const near = meant.term.kind === 'phrase' ? [] : meant.near.map(quoted)
  return inSpaces(meant, either([exactly(meant), ...near]))
}

function phraseAsWords(meant: Meant): string {
  const { term, near } = meant
  if (term.kind !== 'phrase') return anywhere(meant)
  const last = either([term.whole, ...near].map(quoted))
  return every([...term.parts.slice(0, -1).map(quoted), last])
}

function within(meant: Meant, mark: string): string {
  const { term, exact, near } = meant
  const marked = (word: string) => quoted(mark + word)
  const parts = every(term.parts.map(marked))
  if (term.kind === 'phrase') return every([parts, exactly(meant)])
  const wholes = [...exact, ...near].map(marked)
  return inSpaces(meant, either(term.kind === 'name' ? [...wholes, parts] : wholes))
}

/** The word as PostgreSQL quotes it; no word has a character that needs escaping. */
function quoted(word: string): string {
  return `'${word}'`
}

function either(queries: readonly string[]): string {
  return queries.length < 2 ? (queries[0] ?? '') : `(${queries.join(' | ')})`
}

function every(queries: readonly string[]): string {
  return queries.length < 2 ? (queries[0] ?? '') : `(${queries.join(' & ')})`
}

function not(query: string): string {
  return `!${query}`
}

function sum(words: readonly NearWord[]): number {
  return words.reduce((total, { sections }) => total + sections, 0)
}

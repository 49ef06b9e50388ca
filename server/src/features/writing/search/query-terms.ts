import { type WrittenWord, writtenWords } from './search-words.ts'

/** One thing that a query asks for. */
export interface Term {
  /** `word`, a `name` of several parts such as one from code, or a `phrase` in quotes. */
  readonly kind: 'word' | 'name' | 'phrase'
  /** The word to look up: the word itself or the whole name; of a phrase, the last word. */
  readonly whole: string
  /** The parts of a name, the words of a phrase. */
  readonly parts: readonly string[]
  /** Whether the term ends the query: the caller may not have finished writing it. */
  readonly isLast: boolean
  /** Whether the term is a pair of characters, which is never a mistyped word. */
  readonly isPaired: boolean
}

/** The most terms of a query to look at: a query is a few words, and each costs something. */
const termsMax = 24

export function queryTerms(query: string): readonly Term[] {
  const terms = query
    .split(/("[^"]*")/)
    .flatMap((part, at) => (at % 2 === 1 ? phraseTerms(part) : wordTerms(part)))
    .slice(0, termsMax)
  return terms.map((term, at) => ({
    ...term,
    isLast: at === terms.length - 1 && /[^\s"]"?$/u.test(query),
  }))
}

type Unplaced = Omit<Term, 'isLast'>

function wordTerms(text: string): Unplaced[] {
  return writtenWords(text).flatMap((word): Unplaced[] => {
    const { whole, parts, isPaired, isLoose } = word
    if (isPaired) return parts.slice(0, Math.max(1, parts.length - 1)).map(pairTerm)
    if (parts.length === 1 || isLoose) return parts.map(wordTerm)
    return [{ kind: 'name', whole, parts, isPaired: false }]
  })
}

function phraseTerms(quoted: string): Unplaced[] {
  const parts = writtenWords(quoted).flatMap(partsInPlace)
  if (parts.length < 2) return parts.map(wordTerm)
  return [{ kind: 'phrase', whole: parts.at(-1) ?? '', parts, isPaired: false }]
}

/**
 * The parts of a word without the last one of a run of pairs: a single character, which the pair
 * before it holds already.
 */
function partsInPlace({ parts, isPaired }: WrittenWord): readonly string[] {
  return isPaired && parts.length > 1 ? parts.slice(0, -1) : parts
}

function wordTerm(word: string): Unplaced {
  return { kind: 'word', whole: word, parts: [word], isPaired: false }
}

function pairTerm(pair: string): Unplaced {
  return { kind: 'word', whole: pair, parts: [pair], isPaired: true }
}

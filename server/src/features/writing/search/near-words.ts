import type { Term } from './query-terms.ts'

/** A word of the vocabulary that may have been meant. */
export interface NearWord {
  readonly word: string
  /**
   * How the word is like the one asked for: `common` is the same word, where it says nothing by
   * itself, such as "the".
   */
  readonly likeness: 'same' | 'common' | 'stem' | 'prefix' | 'typo'
  /** The number of visible sections with the word; an estimate when there are many. */
  readonly sections: number
  /** The visible spaces with the word, where they are few and others have what is not visible. */
  readonly spaces?: readonly string[] | null
}

/**
 * The least length of a word that may be mistyped: shorter words are too much like each other to be
 * taken for one another.
 */
const typoLengthMin = 4

/** Whether a word is worth comparing with others that look like it. */
export function mayBeMistyped({ kind, whole, isPaired }: Term): boolean {
  return (
    kind !== 'phrase' &&
    !isPaired &&
    whole.length >= typoLengthMin &&
    /^\p{L}+$/u.test(whole)
  )
}

/** The word with each two neighbours swapped: the typo that leaves least in common. */
export function transpositions(word: string): string[] {
  const characters = Array.from(word)
  return characters.slice(1).flatMap((next, at) => {
    const before = characters[at] ?? ''
    if (before === next) return []
    return [
      [...characters.slice(0, at), next, before, ...characters.slice(at + 2)].join(''),
    ]
  })
}

/** Whether `asked` becomes `word` by the few typos that a word of its length may have. */
export function isTypoOf(asked: string, word: string): boolean {
  const mistakesMax = asked.length >= 8 ? 2 : 1
  return distance(Array.from(asked), Array.from(word), mistakesMax) <= mistakesMax
}

/**
 * The number of characters that are added, left out, exchanged, or swapped with their neighbour.
 */
function distance(a: readonly string[], b: readonly string[], max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, character] of a.entries()) {
    const row = [i + 1]
    for (const [j, other] of b.entries()) {
      const exchanged = (last[j] ?? 0) + (character === other ? 0 : 1)
      const isSwapped = character === b[j - 1] && a[i - 1] === other
      const swapped = isSwapped ? (beforeLast[j - 1] ?? 0) + 1 : exchanged
      row.push(Math.min((last[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1, exchanged, swapped))
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}

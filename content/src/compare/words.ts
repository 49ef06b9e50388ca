import { commonSubsequence } from './sequence.ts'

/** A stretch of text that one or both versions have. */
export interface WordDifference {
  readonly how: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Matches a word, a run of spaces or one sign, so that all matches joined are the text again. */
const token = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu

/** The differences between two texts, word by word: removed words precede the added ones. */
export function compareWords(before: string, after: string): readonly WordDifference[] {
  const left = before.match(token) ?? []
  const right = after.match(token) ?? []
  const differences: { how: WordDifference['how']; text: string }[] = []
  const add = (how: WordDifference['how'], words: readonly string[]) => {
    if (words.length === 0) return
    const last = differences.at(-1)
    if (last?.how === how) last.text += words.join('')
    else differences.push({ how, text: words.join('') })
  }
  let one = 0
  let other = 0
  for (const [from, to] of [
    ...commonSubsequence(left, right),
    [left.length, right.length] as const,
  ]) {
    add('removed', left.slice(one, from))
    add('added', right.slice(other, to))
    add('same', left.slice(from, from + 1))
    one = from + 1
    other = to + 1
  }
  return differences
}

import { hanOf, textsAbout, topicWordOf, wordOf } from './search-size-texts.ts'

export const kinds = [
  'rare',
  'common',
  'two common',
  'four common',
  'phrase',
  'prefix of two',
  'prefix of five',
  'typo',
  'Chinese',
  'mostly closed',
] as const
export type Kind = (typeof kinds)[number]

export interface Question {
  readonly kind: Kind
  readonly query: string
}

/** Words by their rank: the tenth stands in two of five sections, the hundredth in one of twenty. */
const commonRanks = [11, 14, 18, 25, 33, 47, 70, 110]

/** The same number of questions of every kind. */
export function allQuestions(): readonly Question[] {
  return commonRanks.flatMap((rank, at): Question[] => {
    const word = wordOf(rank)
    const other = wordOf(rank + 9)
    const third = wordOf(rank + 21)
    const fourth = wordOf(2 * rank + 40)
    const mistyped = at % 2 === 0 ? wordOf(rank + 60) : topicWordOf(at, at * 10)
    return [
      { kind: 'rare', query: topicWordOf(at * 20, 4_000 + rank) },
      { kind: 'common', query: `${word} ` },
      { kind: 'two common', query: `${word} ${other} ` },
      { kind: 'four common', query: `${word} ${other} ${third} ${fourth} ` },
      {
        kind: 'phrase',
        query: at % 2 === 0 ? `"${word} ${other}"` : `"${phraseOf(at)}"`,
      },
      { kind: 'prefix of two', query: wordOf(rank + 5).slice(0, 2) },
      { kind: 'prefix of five', query: wordOf(rank + 300).slice(0, 5) },
      { kind: 'typo', query: `${swapped(mistyped)} ` },
      { kind: 'Chinese', query: han(at) },
      // In most sections of spaces that few may see, and in hardly any other.
      { kind: 'mostly closed', query: `${topicWordOf(2 * at + 1, 0)} ` },
    ]
  })
}

/** Words that stand together in the first page of a space. */
function phraseOf(topic: number): string {
  const body = textsAbout(topic, false)().sections[0]?.body ?? ''
  return body.split(/\W+/).slice(2, 5).join(' ')
}

function swapped(word: string): string {
  return word.slice(0, 2) + word.charAt(3) + word.charAt(2) + word.slice(4)
}

function han(at: number): string {
  return at % 2 === 0
    ? hanOf(at + 1) + hanOf(at + 4)
    : hanOf(at) + hanOf(at + 1) + hanOf(2 * at) + hanOf(at + 3)
}

import { seeded } from '../../../../tools/gate.ts'

/** Words that every space uses, from the most used down; and all there are besides, by topics. */
const generalWords = 8_000
const allWords = 100_000
const wordsOfTopic = 5_000
/** The part of a text that is made of words of its topic. */
const topicPart = 0.25
const hanCharacters = 1_500

export interface SectionText {
  readonly heading: string
  readonly body: string
}

export interface PageText {
  readonly title: string
  readonly sections: readonly SectionText[]
}

/** Made-up words that look like words, the same for the same number. */
export function wordOf(number: number): string {
  // A prime, so that no two numbers become one word.
  let rest = (number * 7_919 + 12_345) % 1_000_003
  let word = ''
  for (let syllable = 0; syllable < 3; syllable += 1) {
    word +=
      consonants.charAt(rest % consonants.length) +
      vowels.charAt(Math.floor(rest / consonants.length) % vowels.length)
    rest = Math.floor(rest / (consonants.length * vowels.length))
  }
  return word + (rest > 0 ? 'x' : '')
}

const consonants = 'bcdfghjklmnprstvwzxq'
const vowels = 'aeiou'

/** The word of a topic that is used less often the higher its rank is. */
export function topicWordOf(topic: number, rank: number): string {
  return wordOf(
    generalWords + (((topic * 2_011 + rank) * 17) % (allWords - generalWords)),
  )
}

/** Pages about a topic, each by the next call; in Chinese where the topic is. */
export function textsAbout(topic: number, isChinese: boolean): () => PageText {
  const random = seeded(topic + 1)
  const word = () =>
    random.next() < topicPart
      ? topicWordOf(topic, topicRanks(random.next()))
      : wordOf(generalRanks(random.next()))
  const words = (count: number) => Array.from({ length: count }, word).join(' ')
  const han = (count: number) =>
    Array.from({ length: count }, () => hanOf(hanRanks(random.next()))).join('')
  const text = (count: number) => {
    const sentences: string[] = []
    for (let left = count; left > 0; left -= 12) {
      const length = Math.min(left, 12)
      sentences.push(isChinese ? `${han(length * 2)}。` : `${words(length)}.`)
    }
    return sentences.join(isChinese ? '' : ' ')
  }
  const short = (count: number) => (isChinese ? han(count * 2) : words(count))
  return () => ({
    title: short(2 + random.below(3)),
    sections: Array.from({ length: 1 + random.below(3) }, () => ({
      heading: short(1 + random.below(3)),
      body: text(30 + random.below(61)),
    })),
  })
}

export function hanOf(rank: number): string {
  return String.fromCodePoint(0x4e_00 + ((rank * 13) % 20_000))
}

/** Ranks by the law that words of a language follow: the tenth is used a tenth as often. */
function zipf(size: number): (part: number) => number {
  const sums = new Float64Array(size)
  let sum = 0
  for (let rank = 0; rank < size; rank += 1) {
    sum += 1 / (rank + 1)
    sums[rank] = sum
  }
  return (part) => {
    const wanted = part * sum
    let [low, high] = [0, size - 1]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

const generalRanks = zipf(generalWords)
const topicRanks = zipf(wordsOfTopic)
const hanRanks = zipf(hanCharacters)

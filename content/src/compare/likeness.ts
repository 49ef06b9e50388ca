/** What two texts are compared by; made once for each. */
export interface Features {
  /** How often each feature stands in the text. */
  readonly counts: ReadonlyMap<string, number>
  readonly total: number
}

/** Texts with fewer words are compared by pairs of characters. */
const wordsMin = 6
/** A text of so many words of which so much stands within another is at least so alike to it. */
const wordsWithinMin = 8
const withinMin = 0.9
const alikeWithin = 0.8
/** Of a long text this many words at each end are compared. */
const wordsMax = 300
/** A text with fewer letters and digits may well be another one. */
const lettersMin = 10
const letter = /[\p{L}\p{N}]/gu
const word = /[\p{L}\p{N}_]+/gu

/**
 * How alike two texts are: 0 when they share nothing, 1 when they have the same words. A text that
 * stands within the other nearly whole is alike to it however much was added.
 */
export function likeness(one: TextFeatures, other: TextFeatures): number {
  const least = Math.min(one.words.total, other.words.total)
  if (least < wordsMin) return dice(one.pairs(), other.pairs())
  const shared = sharedBy(one.words, other.words)
  const alike = (2 * shared) / (one.words.total + other.words.total)
  const isWithin = least >= wordsWithinMin && shared >= withinMin * least
  return isWithin ? Math.max(alike, alikeWithin) : alike
}

export interface TextFeatures {
  readonly words: Features
  readonly pairs: () => Features
  /** The words in order, whatever stands between them. */
  readonly normal: string
}

export function featuresOf(text: string): TextFeatures {
  const all = text.toLowerCase().match(word) ?? []
  const compared =
    all.length <= 2 * wordsMax
      ? all
      : [...all.slice(0, wordsMax), ...all.slice(-wordsMax)]
  const normal = all.join(' ')
  let pairs: Features | undefined
  return {
    words: count(compared),
    normal,
    pairs: () => (pairs ??= count(pairsOf(compared.join(' ')))),
  }
}

/** Whether a text says enough to be recognised when it turns up elsewhere. */
export function isRecognised(text: string): boolean {
  return (text.match(letter)?.length ?? 0) >= lettersMin
}

function dice(one: Features, other: Features): number {
  const total = one.total + other.total
  return total === 0 ? 0 : (2 * sharedBy(one, other)) / total
}

/** How many features stand in both. */
function sharedBy(one: Features, other: Features): number {
  const [small, large] =
    one.counts.size <= other.counts.size ? [one, other] : [other, one]
  let shared = 0
  for (const [feature, times] of small.counts) {
    shared += Math.min(times, large.counts.get(feature) ?? 0)
  }
  return shared
}

function pairsOf(text: string): readonly string[] {
  const padded = ` ${text} `
  const pairs: string[] = []
  for (let index = 0; index + 1 < padded.length; index += 1) {
    pairs.push(padded.slice(index, index + 2))
  }
  return text === '' ? [] : pairs
}

function count(features: readonly string[]): Features {
  const counts = new Map<string, number>()
  for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  return { counts, total: features.length }
}

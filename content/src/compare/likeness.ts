/** The words or character pairs by which a text is compared; computed once for each text. */
export interface Features {
  /** The number of times that each feature occurs in the text. */
  readonly counts: ReadonlyMap<string, number>
  readonly total: number
}

/** The least words for a comparison by words; shorter texts are compared by character pairs. */
const wordsMin = 6
/**
 * The least number of words of a text that scores at least `alikeWithin` if another text has the
 * share `withinMin` of them.
 */
const wordsWithinMin = 8
const withinMin = 0.9
const alikeWithin = 0.8
/** The number of words at the start, and at the end, of a long text that are compared. */
const wordsMax = 300
/** The least letters and digits of a text to recognise; a shorter one may recur by chance. */
const lettersMin = 10
const letter = /[\p{L}\p{N}]/gu
const word = /[\p{L}\p{N}_]+/gu

/**
 * The score of two texts: 0 when they share nothing, 1 when they have the same words in the same
 * order. A text that the other contains nearly whole has a high score, however much was added.
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
  /** The lower-case words in order, without the signs between them. */
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

/** Whether a text is long enough to be recognised when it turns up elsewhere. */
export function isRecognised(text: string): boolean {
  return (text.match(letter)?.length ?? 0) >= lettersMin
}

function dice(one: Features, other: Features): number {
  const total = one.total + other.total
  return total === 0 ? 0 : (2 * sharedBy(one, other)) / total
}

/** The number of features that both texts have. */
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

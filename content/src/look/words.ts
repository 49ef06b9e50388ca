/** The words of a text, also of scripts that have no spaces between words. */
export function words(text: string): readonly string[] {
  if (segmenter === undefined) return text.match(/[\p{L}\p{N}\p{M}_'’]+/gu) ?? []
  const found: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike === true) found.push(segment)
  }
  return found
}

export function countWords(text: string): number {
  return words(text).length
}

const wordsPerMinute = 200

/** The reading time in whole minutes, at least one for any text. */
export function readingMinutes(text: string): number {
  return Math.ceil(countWords(text) / wordsPerMinute)
}

// Some browsers have no `Intl.Segmenter`.
const segmenter =
  'Segmenter' in Intl ? new Intl.Segmenter('en', { granularity: 'word' }) : undefined

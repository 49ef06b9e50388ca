import { folded } from './search-words.ts'

const excerptMax = 280
/** The most characters of an excerpt before its first matching word. */
const leadMax = 60

/**
 * The part of a text that holds most of the words, and of equally good parts the first. Words match
 * wherever their letters stand: an excerpt is for showing, and has to be cheap.
 */
export function excerpt(text: string, words: readonly string[]): string {
  if (text.length <= excerptMax) return onOneLine(text)
  const places = wordPlaces(plain(text), words)
  const from = bestStart(places)
  const start = from <= leadMax ? 0 : spaceBefore(text, from - leadMax)
  const end = start + excerptMax >= text.length ? text.length : start + excerptMax
  return onOneLine(text.slice(start, spaceBefore(text, end) || end).toWellFormed())
}

interface Place {
  readonly at: number
  readonly word: string
}

const placesPerWordMax = 50

function wordPlaces(text: string, words: readonly string[]): Place[] {
  const places: Place[] = []
  for (const word of new Set(words)) {
    let at = text.indexOf(word)
    for (let count = 0; at !== -1 && count < placesPerWordMax; count += 1) {
      places.push({ at, word })
      at = text.indexOf(word, at + word.length)
    }
  }
  return places.toSorted((a, b) => a.at - b.at)
}

/** The start from which most different words fall into one excerpt. */
function bestStart(places: readonly Place[]): number {
  let best = { at: 0, words: 0 }
  for (const [index, { at }] of places.entries()) {
    const seen = new Set<string>()
    for (let next = index; next < places.length; next += 1) {
      const place = places[next]
      if (place === undefined || place.at > at + excerptMax - leadMax) break
      seen.add(place.word)
    }
    if (seen.size > best.words) best = { at, words: seen.size }
  }
  return best.at
}

/** The text folded as words are, but of the same length, so that places in both agree. */
function plain(text: string): string {
  const lower = text.toLowerCase()
  const same = lower.length === text.length ? lower : text
  return same.replaceAll(/[\u00C0-\u024F\u1E00-\u1EFF]/g, (letter) => {
    const bare = folded(letter)
    return bare.length === 1 ? bare : letter
  })
}

function spaceBefore(text: string, at: number): number {
  if (at >= text.length) return text.length
  const space = Math.max(text.lastIndexOf(' ', at), text.lastIndexOf('\n', at))
  // A script without spaces is cut anywhere.
  return space > at - 40 ? space + 1 : at
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim()
}

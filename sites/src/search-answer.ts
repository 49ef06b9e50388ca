/** The reply of a site's search to `Accept: application/json`, which the search page shows too. */
export interface SearchAnswer {
  readonly query: string
  readonly hits: readonly SearchHit[]
  /** Whether the time was over before everything had been searched: there may be more. */
  readonly partial?: boolean
}

/** A found page, with the places in it that match. */
export interface SearchHit {
  readonly href: string
  readonly title: string
  readonly emoji?: string
  /** The titles above the page, from the outermost. */
  readonly trail: readonly string[]
  /** Plain text of the page around words that match. */
  readonly excerpt?: string
  readonly sections: readonly SearchSectionHit[]
}

interface SearchSectionHit {
  readonly href: string
  readonly title: string
  readonly excerpt?: string
}

export interface MarkedText {
  readonly text: string
  readonly isMatch: boolean
}

const wordsMax = 12

/** The parts of a text, split where words begin that match the query: no markup is needed in it. */
export function markWords(text: string, query: string): readonly MarkedText[] {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, wordsMax)
  const lower = text.toLowerCase()
  // A few letters change length with their case, which would shift the marked positions.
  const isMarked = words.length > 0 && lower.length === text.length
  if (!isMarked) return [{ text, isMatch: false }]
  const parts: MarkedText[] = []
  let from = 0
  for (let at = 0; at < text.length;) {
    const word = beginsWord(lower, at)
      ? words.find((candidate) => lower.startsWith(candidate, at))
      : undefined
    if (word === undefined) {
      at += 1
      continue
    }
    if (at > from) parts.push({ text: text.slice(from, at), isMatch: false })
    parts.push({ text: text.slice(at, at + word.length), isMatch: true })
    at += word.length
    from = at
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMatch: false })
  return parts
}

/** The most characters before the first match: a line of a phone shows some more, also wide ones. */
const leadMax = 16

/**
 * The excerpt from a little before its first match on, for places that show one line: what comes
 * before would push the match out of sight.
 */
export function fromMatch(text: string, query: string): string {
  const parts = markWords(text, query)
  const first = parts.findIndex(({ isMatch }) => isMatch)
  const before = first === 1 ? (parts[0]?.text ?? '') : ''
  if (before.length <= leadMax) return text
  const near = before.slice(-leadMax)
  const space = near.trimEnd().search(/\s/u)
  // Texts without spaces are cut anywhere but within a character.
  const kept =
    space === -1 ? near.replace(/^[\uDC00-\uDFFF]/u, '') : near.slice(space + 1)
  return `…${kept}${text.slice(before.length)}`
}

const letter = /[\p{L}\p{N}]/u
/** Characters of Chinese and Japanese, which write no spaces: each may begin a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

function beginsWord(text: string, at: number): boolean {
  const before = text[at - 1]
  return before === undefined || !letter.test(before) || unspaced.test(text[at] ?? '')
}

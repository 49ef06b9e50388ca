/** The parts of a link destination. Joined in this order they are the whole again. */
export interface Destination {
  readonly path: string
  /** The query with its `?`; empty when there is none. */
  readonly query: string
  /** The fragment with its `#`; empty when there is none. */
  readonly fragment: string
}

/** Splits a destination inside the content; undefined for one with a scheme or a host. */
export function splitDestination(destination: string): Destination | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(destination) || /^[\\/]{2}/.test(destination)) {
    return undefined
  }
  const hash = indexOrEnd(destination, '#')
  const question = Math.min(indexOrEnd(destination, '?'), hash)
  return {
    path: destination.slice(0, question),
    query: destination.slice(question, hash),
    fragment: destination.slice(hash),
  }
}

/** Decodes percent-encoding; returns the text itself where the encoding is invalid. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Matches characters with a meaning in Markdown, HTML, tags or addresses. */
const specialCharacters = /[\s"#%&'()<>?[\\\]^`{|}\p{Cc}]/gu

/** A path as a destination with the same meaning in Markdown, in an attribute and in a tag. */
export function encodePath(path: string): string {
  return path.replaceAll(specialCharacters, percent)
}

export function percent(character: string): string {
  const encoded = encodeURIComponent(character.toWellFormed())
  if (encoded !== character) return encoded
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

function indexOrEnd(text: string, sign: string): number {
  const index = text.indexOf(sign)
  return index === -1 ? text.length : index
}

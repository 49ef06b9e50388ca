/** A link destination taken apart. Put together again in this order, the parts are the whole. */
export interface Destination {
  readonly path: string
  /** With its `?`; empty when there is none. */
  readonly query: string
  /** With its `#`; empty when there is none. */
  readonly fragment: string
}

/** Undefined for what leads out of the content: anything with a scheme or a host. */
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

/** The text that percent-encoding stands for; the text itself where it is no such encoding. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What means something to Markdown, HTML, tags or addresses; the rest can stand as it is anywhere. */
const specialCharacters = /[\s"#%&'()<>?[\\\]^`{|}\p{Cc}]/gu

/** A path as a destination that means the same in Markdown, in an attribute and in a tag. */
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

const shownMax = 80
const listedMax = 5

/** A name or value of the document in a message: quoted, and cut where it is long. */
export function quoted(value: unknown): string {
  return `"${bare(value)}"`
}

/** The same without quotes. */
export function bare(value: unknown): string {
  const text = typeof value === 'string' ? value : shown(value)
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text
}

function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    return Array.isArray(value) ? 'a list' : 'an object'
  }
  return String(value)
}

/** The first few of a list, and how many more there are; the list may be cut already. */
export function listed(texts: readonly string[], count = texts.length): string {
  const first = texts.slice(0, listedMax)
  const more = count - first.length
  const all = more > 0 ? [...first, `${more} more`] : first
  if (all.length < 2) return all.join('')
  return `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

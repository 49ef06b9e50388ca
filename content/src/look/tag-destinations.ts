export interface TagDestination {
  readonly start: number
  readonly end: number
  readonly destination: string
}

const attributeNames: ReadonlySet<string> = new Set(['url', 'src', 'href', 'page'])
const withExpression: ReadonlySet<string> = new Set(['if', 'elif'])
const closingQuotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '‘': '’',
}

/** The destinations in a tag, `{%` and `%}` included, with their offsets in it. */
export function tagDestinations(tag: string): readonly TagDestination[] {
  const [opening = '', name = ''] = /^\{%\s*([^\s"'=%]*)/.exec(tag) ?? []
  if (withExpression.has(name)) return []
  const found: TagDestination[] = []
  let index = opening.length
  while (index < tag.length) {
    const { key, start } = keyAt(tag, index)
    const end = valueEnd(tag, start)
    const quoted = closingQuotes[tag.charAt(start)] !== undefined
    const holds = key === '' ? quoted && name === 'include' : attributeNames.has(key)
    if (holds && end > start) {
      const inner = quoted ? { start: start + 1, end: end - 1 } : { start, end }
      const raw = tag.slice(inner.start, inner.end)
      found.push({ ...inner, destination: raw.replaceAll(/\\(["'\\])/g, '$1') })
    }
    index = Math.max(end, index + 1)
  }
  return found
}

/** The key at this index, if any, and the start of its value. */
function keyAt(tag: string, index: number): { key: string; start: number } {
  keyPattern.lastIndex = index
  const [whole = '', key = ''] = keyPattern.exec(tag) ?? []
  return { key, start: index + whole.length }
}

const keyPattern = /\s*(?:([^\s"'“‘=%]+)=)?/y

/** The end of the value at `start`, with its quotes; without quotes it ends at a space. */
function valueEnd(tag: string, start: number): number {
  const close = closingQuotes[tag.charAt(start)]
  let end = start
  if (close === undefined) {
    while (end < tag.length && !/[\s%]/.test(tag.charAt(end))) end += 1
    return end
  }
  for (end += 1; end < tag.length && tag.charAt(end) !== close; end += 1) {
    if (tag.charAt(end) === '\\') end += 1
  }
  return Math.min(end + 1, tag.length)
}

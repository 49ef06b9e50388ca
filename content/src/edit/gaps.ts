import type { SourceBlock } from '#/read/reading.ts'

/** Whether a gap has only white space and quote signs, and no definition of a footnote. */
export function isBare(gap: string): boolean {
  return /^[\s>]*$/.test(gap)
}

/** Whether a gap has as many line ends as the separator, and, if given, ends at the margin. */
export function isRoomy(gap: string, separator: string, margin?: string): boolean {
  const lines = gap.split('\n')
  if (lines.length < separator.split('\n').length) return false
  return margin === undefined || lines.at(-1) === margin
}

/** The line breaks between siblings: one between the items of a tight list, else two. */
export function separatorOf(source: string, siblings: readonly SourceBlock[]): string {
  if (siblings[0]?.node.type !== 'list-item') return '\n\n'
  const gaps = siblings.slice(1).map((place, index) => {
    const previous = siblings[index]
    return previous ? source.slice(previous.end, place.start) : ''
  })
  return gaps.some((gap) => gap.split('\n').length > 2) ? '\n\n' : '\n'
}

/** The spaces before a block beyond its prefix: a fence takes as many from each of its lines. */
export function indentationOf(source: string, { start, prefix }: SourceBlock): string {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1
  const before = source.slice(lineStart, start)
  const isSpace = before.startsWith(prefix) && before.trim() === prefix.trim()
  return isSpace ? before.slice(prefix.length) : ''
}

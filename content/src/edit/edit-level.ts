import type { SourceBlock } from '#/read/reading.ts'
import { lineEndingOf } from '#/text/line-ending.ts'

import { isBare, isRoomy, separatorOf } from './gaps.ts'
import { between, indent } from './lines.ts'
import { renumbered } from './markers.ts'
import type { Replacement } from './replacements.ts'

/** The edits of a block: Markdown before it, after it, and instead of it; `null` removes it. */
export interface Marks {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly instead: string | null | undefined
}

/** The replacements among siblings; with `room`, edited blocks get blank lines around them. */
export function editLevel(
  source: string,
  siblings: readonly SourceBlock[],
  marks: ReadonlyMap<SourceBlock, Marks>,
  room: boolean,
): Replacement[] {
  if (!siblings.some((place) => marks.has(place))) return []
  const separator = separatorOf(source, siblings)
  const isGone = (place: SourceBlock) => isTakenAway(marks.get(place))
  const first = siblings.findIndex((place) => !isGone(place))
  const replacements = siblings.flatMap((place) =>
    editPlace(source, separator, place, marks.get(place)),
  )
  const now = siblings[first]
  if (now && !marks.has(now)) replacements.push(...renumbered(source, siblings[0], now))
  siblings.slice(1).forEach((place, index) => {
    const previous = siblings[index]
    const range = { start: previous?.end ?? place.start, end: place.start }
    const gap = source.slice(range.start, range.end)
    const isClosed = isGone(place) || index < first || first === -1
    const isEdited = marks.has(place) || (previous && marks.has(previous))
    if (!isBare(gap)) return
    if (isClosed) replacements.push({ ...range, text: '' })
    else if (room && isEdited && !isRoomy(gap, separator)) {
      const text = between(separator, place.prefix, lineEndingOf(source))
      replacements.push({ ...range, text })
    }
  })
  return replacements
}

/** Whether a block is removed and nothing takes its place. */
export function isTakenAway(marks: Marks | undefined): boolean {
  return marks?.instead === null && marks.before.length + marks.after.length === 0
}

function editPlace(
  source: string,
  separator: string,
  place: SourceBlock,
  marks: Marks | undefined,
): Replacement[] {
  if (marks === undefined) return []
  const { start, end, prefix } = place
  const lineEnding = lineEndingOf(source)
  const gap = between(separator, prefix, lineEnding)
  const written = (markdown: string) => indent(plain(markdown), prefix, lineEnding)
  const before = marks.before.map(written)
  const after = marks.after.map(written)
  if (marks.instead === undefined) {
    return [
      { start, end: start, text: before.map((text) => text + gap).join('') },
      { start: end, end, text: after.map((text) => gap + text).join('') },
    ]
  }
  const instead = marks.instead === null ? [] : [written(marks.instead)]
  return [{ start, end, text: [...before, ...instead, ...after].join(gap) }]
}

/** The Markdown with `\n` line endings and without blank lines around it. */
function plain(markdown: string): string {
  return markdown.replaceAll(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()
}

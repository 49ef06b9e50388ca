import { fingerprint } from '#/document/fingerprint.ts'
import type { Block } from '#/document/nodes.ts'
import type { SourceBlock } from '#/read/reading.ts'
import { lineEndingOf } from '#/text/line-ending.ts'

import { indentationOf, isBare, isRoomy, separatorOf } from './gaps.ts'
import { between, indent } from './lines.ts'
import { renumbered } from './markers.ts'
import { innerBlocks, innerPlaces, shell } from './nested.ts'
import { editedOpening } from './opening.ts'
import { pairSiblings } from './pair-siblings.ts'
import type { Replacement } from './replacements.ts'
import { type Surroundings, writtenBlock } from './written-block.ts'

/** Neighbouring blocks of one parent, with their current and their wanted content. */
export interface Siblings extends Surroundings {
  readonly before: readonly SourceBlock[]
  readonly after: readonly Block[]
}

/** The replacements for the wanted siblings; undefined when only their parent can be written. */
export function editSiblings(siblings: Siblings): Replacement[] | undefined {
  const { before, after } = siblings
  if (before.length === 0 && after.length === 0) return []
  if (before.length === 0 || after.length === 0) return undefined
  const entries = entriesOf(siblings)
  if (entries === undefined) return undefined
  const level = { ...siblings, separator: separatorOf(siblings.source, before) }
  const gaps = editGaps(level, entries)
  const opened = new Set(gaps.map(({ index }) => index))
  const [first] = entries
  const now = first?.text === undefined ? first?.place : undefined
  const numbers = renumbered(siblings.source, before[0], now)
  return [...editPlaces(level, entries, opened), ...gaps, ...numbers]
}

interface Level extends Siblings {
  /** The line breaks between two of the siblings. */
  readonly separator: string
}

/** A wanted block, and the edit of the source block whose place it takes. */
interface Entry {
  /** The index of the place; undefined for an inserted block. */
  readonly index: number | undefined
  readonly place: SourceBlock | undefined
  /** The last place before this entry. */
  readonly anchor: SourceBlock | undefined
  /** The new text; undefined where the place keeps its bytes, apart from replacements inside. */
  readonly text: string | undefined
  readonly inside: readonly Replacement[]
  /** Whether the block needs a blank line between it and its neighbours. */
  readonly apart: boolean
  readonly isAnew: boolean
}

function entriesOf(siblings: Siblings): Entry[] | undefined {
  const { source, before, after, anew } = siblings
  const places = pairSiblings(
    before.map(({ node }) => node),
    after,
  )
  const entries: Entry[] = []
  let anchor: SourceBlock | undefined
  for (const [position, block] of after.entries()) {
    const index = places.get(position)
    const place = index === undefined ? undefined : before[index]
    const isAnew = anew.get(block) === 'whole'
    const entry = { index, place, anchor, apart: place === undefined || isAnew, isAnew }
    const inside = place && !isAnew ? editInside(siblings, place, block) : undefined
    if (inside !== undefined) entries.push({ ...entry, inside, text: undefined })
    else {
      const next = before[places.get(position + 1) ?? -1]
      const text = writtenBlock(block, siblings, {
        place,
        previous: textOf(source, entries.at(-1)),
        next: next && source.slice(next.start, next.end),
      })
      if (text === undefined) return undefined
      entries.push({ ...entry, inside: [], text })
    }
    anchor = place ?? anchor
  }
  return entries
}

function textOf(source: string, entry: Entry | undefined): string | undefined {
  return entry?.text ?? (entry?.place && source.slice(entry.place.start, entry.place.end))
}

/** The replacements inside a block that keeps its place; undefined to write all of it. */
function editInside(
  siblings: Siblings,
  place: SourceBlock,
  block: Block,
): readonly Replacement[] | undefined {
  const isSame = fingerprint(place.node) === fingerprint(block)
  if (isSame && !siblings.anew.has(block)) return []
  if (place.node.type !== block.type) return undefined
  const before = innerPlaces(place)
  const after = innerBlocks(block)
  if (before === undefined || after === undefined) return undefined
  const opening =
    isSame || fingerprint(shell(place.node)) === fingerprint(shell(block))
      ? []
      : editedOpening(siblings, place, before, block)
  const inner = opening && editSiblings({ ...siblings, before, after })
  return inner && [...opening, ...inner]
}

function editPlaces(
  level: Level,
  entries: readonly Entry[],
  opened: ReadonlySet<number>,
): Replacement[] {
  const used = new Set(entries.map(({ index }) => index))
  const gone = level.before.filter((_, index) => !used.has(index))
  const first = entries.find(({ place }) => place !== undefined)?.place
  return [
    ...gone.map(({ start, end }) => ({ start, end, text: '' })),
    ...entries.flatMap((entry) => {
      const isOpened = opened.has(entry.index ?? -1)
      if (entry.place) return editPlace(level.source, entry.place, entry, isOpened)
      return entry.text === undefined
        ? []
        : addition(level, entry.anchor, first, entry.text)
    }),
  ]
}

function editPlace(
  source: string,
  place: SourceBlock,
  { text, inside }: Entry,
  isOpened: boolean,
): readonly Replacement[] {
  if (text === undefined) return inside
  const { start, end } = place
  const margin = isOpened ? '' : indentationOf(source, place)
  const written = indent(text, place.prefix + margin, lineEndingOf(source))
  return [{ start, end, text: written }]
}

/** Inserts a block after its anchor, or before the first place when it has no anchor. */
function addition(
  { source, separator }: Level,
  anchor: SourceBlock | undefined,
  first: SourceBlock | undefined,
  text: string,
): Replacement[] {
  const neighbour = anchor ?? first
  if (neighbour === undefined) return []
  const lineEnding = lineEndingOf(source)
  const written = indent(text, neighbour.prefix, lineEnding)
  const gap = between(separator, neighbour.prefix, lineEnding)
  const at = anchor?.end ?? neighbour.start
  return [{ start: at, end: at, text: anchor ? gap + written : written + gap }]
}

interface Gap extends Replacement {
  /** The index of the place after the gap. */
  readonly index: number
}

/** Closes the gaps next to removed blocks, and widens the gaps next to new ones. */
function editGaps(
  { source, before, separator }: Level,
  entries: readonly Entry[],
): Gap[] {
  const lineEnding = lineEndingOf(source)
  const byIndex = new Map(entries.map((entry, position) => [entry.index, position]))
  const [first = 0] = entries.flatMap(({ index }) => index ?? [])
  return before.slice(1).flatMap((place, previousIndex) => {
    const index = previousIndex + 1
    const start = before[previousIndex]?.end ?? place.start
    const gap = source.slice(start, place.start)
    // A gap may hold the definition of a footnote, which is no block.
    if (!isBare(gap)) return []
    const position = byIndex.get(index)
    if (position === undefined || index <= first) {
      return [{ start, end: place.start, text: '', index }]
    }
    const [previous, entry] = [entries[position - 1], entries[position]]
    const margin = entry?.isAnew === true ? place.prefix : undefined
    if (!needsRoom(previous, entry) || isRoomy(gap, separator, margin)) return []
    const text = between(separator, place.prefix, lineEnding)
    return [{ start, end: place.start, text, index }]
  })
}

/**
 * Whether two neighbours need a blank line between them: new blocks do, but a block in the place of
 * another may read well without.
 */
function needsRoom(previous: Entry | undefined, entry: Entry | undefined): boolean {
  return previous?.apart === true || entry?.apart === true
}

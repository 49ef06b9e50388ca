import type { Block, FlowBlock, ListItem } from '#/document/nodes.ts'
import type { SourceBlock } from '#/read/reading.ts'
import { type ListMarker, listMarkers } from '#/write/context.ts'
import { type KnownFootnote, writeBlocks } from '#/write/write.ts'

import type { Anew } from './blame.ts'
import { type Marker, markerOf, spellMarker } from './markers.ts'

/** What a block is written into. */
export interface Surroundings {
  readonly source: string
  readonly footnotes: readonly KnownFootnote[]
  /** The bytes of a block that says the same, wherever it stands. */
  readonly bytesOf: (block: Block) => string | undefined
  /** Blocks whose bytes can neither be kept nor edited, and those around them. */
  readonly anew: Anew
}

/** What stands where a block is written: the one whose place it takes, and the bytes beside it. */
export interface Spot {
  readonly place?: SourceBlock | undefined
  readonly previous?: string | undefined
  readonly next?: string | undefined
}

/** A block as Markdown at the left margin, in the manner of its neighbours; undefined when only its parent can be written. */
export function writtenBlock(
  block: Block,
  surroundings: Surroundings,
  spot: Spot,
): string | undefined {
  const { footnotes } = surroundings
  const known = knownText(block, surroundings, spot)
  if (known !== undefined) return known
  switch (block.type) {
    case 'list-item':
      return writtenItem(block, surroundings, spot)
    case 'tabs-item':
      return withoutEnds({ ...parent, type: 'tabs', nodes: [block] }, footnotes)
    case 'stepper-step':
      return withoutEnds({ ...parent, type: 'stepper', nodes: [block] }, footnotes)
    case 'column':
      return withoutEnds({ ...parent, type: 'columns', nodes: [block] }, footnotes)
    case 'update':
      return withoutEnds({ ...parent, type: 'updates', nodes: [block] }, footnotes)
    case 'code-line':
    case 'image':
      return undefined
    default:
      return writtenFlow(block, footnotes, markersFor(surroundings, spot))
  }
}

/** The bytes of a block that stood elsewhere, with the marker it needs here. */
function knownText(
  block: Block,
  surroundings: Surroundings,
  spot: Spot,
): string | undefined {
  if (surroundings.anew.get(block) === 'whole') return undefined
  const bytes = surroundings.bytesOf(block)
  if (bytes === undefined) return undefined
  const own = markerOf(bytes)
  if (block.type !== 'list-item') {
    const isFree = !own || markersFor(surroundings, spot).includes(own.sign)
    return isFree || !block.type.startsWith('list-') ? bytes : undefined
  }
  const marker = itemMarker(surroundings, spot)
  if (own === undefined || marker === undefined) return undefined
  const [from, to] = [spellMarker(own), spellMarker(marker)]
  return from.length === to.length ? to + bytes.slice(to.length) : undefined
}

const parent = { object: 'block', isVoid: false, data: {} } as const

function writtenFlow(
  block: FlowBlock,
  footnotes: readonly KnownFootnote[],
  markers: readonly ListMarker[] = listMarkers,
): string {
  return writeBlocks([block], footnotes, { markers }).replace(/\n$/, '')
}

/** A part that stands between the first and the last line of its parent. */
function withoutEnds(block: FlowBlock, footnotes: readonly KnownFootnote[]): string {
  return writtenFlow(block, footnotes).split('\n').slice(1, -1).join('\n').trim()
}

/** Two lists with one marker, side by side, are one list. */
function markersFor(
  { source }: Surroundings,
  { place, previous, next }: Spot,
): readonly ListMarker[] {
  const own = place && markerOf(source.slice(place.start))
  const wished = own ? [own.sign, ...listMarkers] : listMarkers
  const free = wished.filter((sign) => sign !== markerOf(previous)?.sign)
  // Where no marker is free on both sides, the list after this one has to change.
  return [...free.filter((sign) => sign !== markerOf(next)?.sign), ...free]
}

/** A list item with the marker its neighbours have, and the next number. */
function writtenItem(
  item: ListItem,
  surroundings: Surroundings,
  spot: Spot,
): string | undefined {
  const marker = itemMarker(surroundings, spot)
  if (marker === undefined) return undefined
  const { sign, number: start } = marker
  const nodes = [item]
  const list: FlowBlock =
    start === undefined
      ? { ...parent, type: 'list-unordered', nodes }
      : { ...parent, type: 'list-ordered', data: { start }, nodes }
  return writtenFlow(list, surroundings.footnotes, [sign])
}

function itemMarker(
  { source }: Surroundings,
  { place, previous, next }: Spot,
): Marker | undefined {
  if (previous === undefined) return markerOf(place ? source.slice(place.start) : next)
  const before = markerOf(previous)
  return before?.number === undefined ? before : { ...before, number: before.number + 1 }
}

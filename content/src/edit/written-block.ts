import type { Block, FlowBlock, ListItem } from '#/document/nodes.ts'
import type { SourceBlock } from '#/read/reading.ts'
import { type ListMarker, listMarkers } from '#/write/context.ts'
import { type KnownFootnote, writeBlocks } from '#/write/write.ts'

import type { Anew } from './blame.ts'
import { type Marker, markerOf, spellMarker } from './markers.ts'

/** The page into which a block is written. */
export interface Surroundings {
  readonly source: string
  readonly footnotes: readonly KnownFootnote[]
  /** The bytes of an equal block, wherever in the source it is. */
  readonly bytesOf: (block: Block) => string | undefined
  /** Blocks whose bytes can neither stay nor be edited, and the blocks around them. */
  readonly anew: Anew
}

/** The place of a written block: the block that it replaces, and the bytes of its neighbours. */
export interface Spot {
  readonly place?: SourceBlock | undefined
  readonly previous?: string | undefined
  readonly next?: string | undefined
}

/**
 * A block as Markdown at the left margin, in the style of its neighbours; undefined when only its
 * parent can be written.
 */
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

/** The bytes of an equal block from elsewhere, with the marker that this spot needs. */
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

/** The Markdown of a part without the first and the last line, which belong to its parent. */
function withoutEnds(block: FlowBlock, footnotes: readonly KnownFootnote[]): string {
  return writtenFlow(block, footnotes).split('\n').slice(1, -1).join('\n').trim()
}

/** The free markers: two lists side by side with one marker would be one list. */
function markersFor(
  { source }: Surroundings,
  { place, previous, next }: Spot,
): readonly ListMarker[] {
  const own = place && markerOf(source.slice(place.start))
  const wished = own ? [own.sign, ...listMarkers] : listMarkers
  const free = wished.filter((sign) => sign !== markerOf(previous)?.sign)
  // Where no marker is free on both sides, the list after this spot has to change.
  return [...free.filter((sign) => sign !== markerOf(next)?.sign), ...free]
}

/** A list item with the marker of its neighbours, and the next number. */
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

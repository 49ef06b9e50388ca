import type { Pairing } from '../blocks/pairing.ts'
import type { Piece } from '../blocks/pieces.ts'
import type { Reader } from '../reader.ts'
import type { Indent, Placed, Range } from '../source-block.ts'

import type { Tag } from './tag.ts'

/** Pieces side by side, and which of them belong together. */
export interface Siblings {
  readonly pieces: readonly Piece[]
  readonly pairing: Pairing
}

/** A tag, and how to read what stands between it and its end. */
export interface TagWork {
  readonly reader: Reader
  readonly siblings: Siblings
  readonly tag: Tag
  /** Where the tag stands among its siblings, and its end tag; the same when it has none. */
  readonly opening: number
  readonly closing: number
  readonly range: Range
  readonly place: Indent
  /** Reads the siblings from `from` up to, without, `to`. */
  readonly read: (from: number, to: number) => readonly Placed[]
}

/** The blocks between a tag and its end. */
export function inside({ read, opening, closing }: TagWork): readonly Placed[] {
  return closing > opening ? read(opening + 1, closing) : []
}

/** A tag and its end with what is between them, one of the parts a container is made of. */
export interface Part {
  readonly tag: Tag
  readonly range: Range
  readonly opening: number
  readonly closing: number
}

/** The parts inside a container; undefined when anything else stands between them. */
export function partsInside(
  { siblings, opening, closing }: TagWork,
  name: string,
): readonly Part[] | undefined {
  const { pieces, pairing } = siblings
  const parts: Part[] = []
  for (let index = opening + 1; index < closing; index++) {
    const piece = pieces[index]
    const end = pairing.ends.get(index)
    const last = end === undefined ? undefined : pieces[end]
    if (piece?.kind !== 'tag' || piece.tag.name !== name) return undefined
    if (end === undefined || last === undefined || !hasAttributes(piece.tag)) {
      return undefined
    }
    const range = { start: piece.start, end: last.end }
    parts.push({ tag: piece.tag, range, opening: index, closing: end })
    index = end
  }
  return parts.length > 0 ? parts : undefined
}

/** Whether a tag says nothing but attributes. */
export function hasAttributes({ attributes, values }: Tag): boolean {
  return attributes !== undefined && values.length === 0
}

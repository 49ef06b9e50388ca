import type { Pairing } from '../blocks/pairing.ts'
import type { Piece } from '../blocks/pieces.ts'
import type { Reader } from '../reader.ts'
import type { Indent, Placed, Range } from '../source-block.ts'

import type { Tag } from './tag.ts'

/** Neighbouring pieces, and their pairing. */
export interface Siblings {
  readonly pieces: readonly Piece[]
  readonly pairing: Pairing
}

/** A tag, and the function that reads the pieces between it and its end. */
export interface TagWork {
  readonly reader: Reader
  readonly siblings: Siblings
  readonly tag: Tag
  /** The indexes of the tag and of its end tag among the siblings; equal without an end tag. */
  readonly opening: number
  readonly closing: number
  readonly range: Range
  readonly place: Indent
  /** Reads the siblings from `from` up to, but without, `to`. */
  readonly read: (from: number, to: number) => readonly Placed[]
}

/** The blocks between a tag and its end. */
export function inside({ read, opening, closing }: TagWork): readonly Placed[] {
  return closing > opening ? read(opening + 1, closing) : []
}

/** A tag with its end and the pieces between them: one of the parts of a container. */
export interface Part {
  readonly tag: Tag
  readonly range: Range
  readonly opening: number
  readonly closing: number
}

/** The parts inside a container; undefined when there is other content between them. */
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

/** Whether a tag has only attributes. */
export function hasAttributes({ attributes, values }: Tag): boolean {
  return attributes !== undefined && values.length === 0
}

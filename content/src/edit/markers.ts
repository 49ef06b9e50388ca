import type { SourceBlock } from '#/read/reading.ts'
import { type ListMarker, listMarkers } from '#/write/context.ts'

import type { Replacement } from './replacements.ts'

/** The marker at the start of a list item. */
export interface Marker {
  readonly sign: ListMarker
  readonly number?: number
}

/** The marker that a list item with these bytes begins with. */
export function markerOf(bytes = ''): Marker | undefined {
  const found = /^(?:([-*+])|(\d{1,9})([.)]))(?=\s|$)/.exec(bytes)
  const sign = listMarkers.find((known) => known === (found?.[1] ?? found?.[3]))
  if (sign === undefined) return undefined
  const number = found?.[2]
  return number === undefined ? { sign } : { sign, number: Number(number) }
}

export function spellMarker({ sign, number }: Marker): string {
  return `${number ?? ''}${sign}`
}

/** Gives the new first item the number of the former first: a list keeps its start. */
export function renumbered(
  source: string,
  before: SourceBlock | undefined,
  after: SourceBlock | undefined,
): Replacement[] {
  if (before?.node.type !== 'list-item' || !after || before === after) return []
  const [was, is] = [
    markerOf(source.slice(before.start)),
    markerOf(source.slice(after.start)),
  ]
  if (was?.number === undefined || is === undefined) return []
  const [text, old] = [spellMarker(was), spellMarker(is)]
  if (text === old || text.length > old.length) return []
  return [{ start: after.start, end: after.start + old.length, text }]
}

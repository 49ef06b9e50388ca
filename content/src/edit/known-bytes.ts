import { fingerprint } from '#/document/fingerprint.ts'
import type { Block } from '#/document/nodes.ts'
import type { Reading, SourceBlock } from '#/read/reading.ts'
import { sliceWithoutPrefix } from '#/read/source-block.ts'

import { indentationOf } from './gaps.ts'

/**
 * Finds the bytes of an equal block in the source, so that a moved block keeps them; undefined when
 * the source has none.
 */
export function knownBytes({
  source,
  blocks,
}: Reading): (block: Block) => string | undefined {
  let places: Map<string, SourceBlock> | undefined
  return (block) => {
    places ??= placesByFingerprint(blocks)
    const place = places.get(fingerprint(block))
    // An indented block cannot move: the indentation of its first line is outside its bytes.
    if (place === undefined || indentationOf(source, place) !== '') return undefined
    return sliceWithoutPrefix(source, place, place.prefix).replaceAll(/\r\n?/g, '\n')
  }
}

function placesByFingerprint(blocks: readonly SourceBlock[]): Map<string, SourceBlock> {
  const places = new Map<string, SourceBlock>()
  const waiting = [...blocks]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    places.set(fingerprint(place.node), place)
    for (const child of place.children) waiting.push(child)
  }
  return places
}

import { fingerprint } from '#/document/fingerprint.ts'
import type { Block } from '#/document/nodes.ts'
import type { Reading, SourceBlock } from '#/read/reading.ts'
import { sliceWithoutPrefix } from '#/read/source-block.ts'

import { indentationOf } from './gaps.ts'

/** How the source says a block, so that one that moves keeps its bytes; undefined when it does not. */
export function knownBytes({
  source,
  blocks,
}: Reading): (block: Block) => string | undefined {
  let places: Map<string, SourceBlock> | undefined
  return (block) => {
    places ??= placesByFingerprint(blocks)
    const place = places.get(fingerprint(block))
    // The first line of an indented block stands elsewhere than its others once it moves.
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

import { relate, type Relation } from '@lectern/content/compare/relate.ts'
import { read } from '@lectern/content/read/read.ts'

import type { Anchors, AnchorWork } from './anchor-work.ts'

/** Finds the successor of each block in the later version. */
export function followAnchors({ before, after, nodes }: AnchorWork): Anchors {
  const relations = relate(read(before), read(after))
  return nodes.map((node) => [node, nodeAfter(node, relations)])
}

/**
 * The successor of a node; null when its block is gone. A node without a key is named `block.part`:
 * it keeps its part, or becomes the block itself once that is edited.
 */
function nodeAfter(
  node: string,
  relations: ReadonlyMap<string, Relation>,
): string | null {
  const dot = node.indexOf('.')
  const block = dot === -1 ? node : node.slice(0, dot)
  const relation = relations.get(block)
  if (relation === undefined || relation.how === 'gone') return null
  return relation.how === 'edited'
    ? relation.key
    : relation.key + node.slice(block.length)
}

import { relate, type Relation } from '@lectern/content/compare/relate.ts'
import { read } from '@lectern/content/read/read.ts'

import { threadTask } from '#/platform/threads/threads.ts'

/** Two versions of a page, and the blocks of the first version that comments are about. */
export interface AnchorWork {
  readonly before: string
  readonly after: string
  readonly nodes: readonly string[]
}

/** Each block with its successor in the later version, or null when the block is gone. */
export type Anchors = readonly (readonly [node: string, now: string | null])[]

export const followAnchorsTask = threadTask<AnchorWork, Anchors>(
  new URL(import.meta.url),
  'followAnchors',
)

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

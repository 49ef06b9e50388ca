import { relate, type Relation } from '@lectern/content/compare/relate.ts'
import { read } from '@lectern/content/read/read.ts'

import { threadTask } from '#/platform/threads/threads.ts'

/** Two versions of a page, and the blocks of the first that somebody points at. */
export interface AnchorWork {
  readonly before: string
  readonly after: string
  readonly nodes: readonly string[]
}

/** For each block the one that it is now, or null when it is gone. */
export type Anchors = readonly (readonly [node: string, now: string | null])[]

export const followAnchorsTask = threadTask<AnchorWork, Anchors>(
  new URL(import.meta.url),
  'followAnchors',
)

/** Where each block is in the later version. */
export function followAnchors({ before, after, nodes }: AnchorWork): Anchors {
  const relations = relate(read(before), read(after))
  return nodes.map((node) => [node, nodeAfter(node, relations)])
}

/** What has no key of its own is named after the block it stands in; it stays there if that stays whole. */
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

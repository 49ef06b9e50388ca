import type { Fragment, JSONDocument } from '#/document/nodes.ts'
import { fragmentsIn, nodesIn } from '#/document/walk.ts'
import type { InnerNode } from '#/document/walk.ts'
import { hashText } from '#/text/hash-text.ts'

import type { Reading, SourceBlock } from './reading.ts'

/**
 * A name for each block that stays the same as long as its bytes do, wherever they move: a hash of
 * the bytes, and a number among equal blocks.
 */
export function blockKeys({ source, blocks }: Reading): Map<SourceBlock, string> {
  const keys = new Map<SourceBlock, string>()
  const counts = new Map<string, number>()
  const visit = (block: SourceBlock): void => {
    // A list of one item has the same bytes as the item; their types distinguish them.
    const name = hashText(block.node.type, source, block.start, block.end)
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    keys.set(block, count === 0 ? name : `${name}-${count}`)
    for (const child of block.children) visit(child)
  }
  for (const block of blocks) visit(block)
  return keys
}

/**
 * The document with the keys of its blocks; a node without a place of its own gets the key of its
 * parent and an index.
 */
export function documentWithKeys(reading: Reading): JSONDocument {
  const names = new Map<InnerNode, string>()
  for (const [{ node }, key] of blockKeys(reading)) names.set(node, key)
  const nodes = reading.document.nodes.map((node, index) =>
    withKey(node, `${index}`, names),
  )
  return { ...reading.document, nodes }
}

/** The node with keys on all nodes in it; recurses at most as deep as the reader nests blocks. */
function withKey<Node extends InnerNode>(
  node: Node,
  fallback: string,
  names: ReadonlyMap<InnerNode, string>,
): Node {
  const key = names.get(node) ?? fallback
  const inside = (child: InnerNode, index: number) =>
    withKey(child, `${key}.${index}`, names)
  return {
    ...node,
    key,
    ...('nodes' in node && { nodes: nodesIn(node).map(inside) }),
    ...('fragments' in node && {
      fragments: fragmentsIn(node).map((fragment: Fragment) =>
        withKey(fragment, `${key}.${fragment.fragment}`, names),
      ),
    }),
  }
}

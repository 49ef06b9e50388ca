import type { Block, BlockType } from '#/document/nodes.ts'
import { fragmentNamed } from '#/document/walk.ts'
import type { SourceBlock } from '#/read/reading.ts'

/** Blocks whose inner blocks have places in the source; other types are written whole. */
const containers = new Set<BlockType>([
  'list-ordered',
  'list-unordered',
  'list-tasks',
  'list-item',
  'blockquote',
  'hint',
  'tabs',
  'tabs-item',
  'stepper',
  'stepper-step',
  'columns',
  'column',
  'if',
  'updates',
  'update',
  'prompt',
])

export function innerBlocks(block: Block): readonly Block[] | undefined {
  if (block.type === 'expandable') return fragmentNamed(block, 'expandable-body')?.nodes
  if (!containers.has(block.type) || !('nodes' in block)) return undefined
  return block.nodes.filter((node) => node.object === 'block')
}

/** The places of the inner blocks; undefined when the source does not show each of them. */
export function innerPlaces({
  node,
  children,
}: SourceBlock): readonly SourceBlock[] | undefined {
  const inner = innerBlocks(node)
  if (inner === undefined || inner.length === 0) return undefined
  const places = children.filter((child) => inner.includes(child.node))
  return places.length === inner.length ? places : undefined
}

/** The block without its inner blocks: the content of its own bytes. */
export function shell(block: Block): object {
  if (block.type === 'expandable') {
    return {
      ...block,
      fragments: block.fragments.filter(({ fragment }) => fragment !== 'expandable-body'),
    }
  }
  return { ...block, nodes: [] }
}

import type { FlowBlock, Heading, PartBlock, Phrasing } from '#/document/nodes.ts'
import { uniqueSlugs } from '#/tree/slug.ts'

/**
 * Gives each block that can be linked to its anchor: the one it fixes itself, else one made from
 * its text. Mutates the blocks, so they must be fresh from reading.
 */
export function nameAnchors(blocks: readonly FlowBlock[]): void {
  const found: Anchored[] = []
  for (const block of blocks) collect(block, found)
  const unique = uniqueSlugs()
  // Fixed anchors are reserved first, as they are never renamed.
  for (const { fixed } of found) if (fixed !== undefined) unique(fixed)
  for (const { block, fixed, text } of found) {
    Object.assign(block, {
      meta: { ...block.meta, id: fixed ?? unique(anchorOf(text)) },
    })
  }
}

/** The anchor for the text of a heading: `What’s new in 2.0?` is `whats-new-in-2.0`. */
export function anchorOf(text: string): string {
  const folded = text
    .replaceAll('&', ' and ')
    .normalize('NFD')
    .replaceAll(/\p{Mn}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/['’‘"“”]/g, '')
    .replaceAll(/[^\p{L}\p{N}._+]+/gu, '-')
  const start = folded.startsWith('-') ? 1 : 0
  const end = folded.endsWith('-') ? folded.length - 1 : folded.length
  return folded.slice(start, end) || 'section'
}

interface Anchored {
  readonly block: FlowBlock | PartBlock
  readonly text: string
  readonly fixed?: string | undefined
}

/** Collects the anchored blocks in document order. */
function collect(block: FlowBlock | PartBlock, found: Anchored[]): void {
  if (isHeading(block)) {
    found.push({ block, text: textOf(block.nodes), fixed: block.data.id })
    return
  }
  const text = anchorText(block)
  if (text !== undefined) found.push({ block, text })
  for (const inner of innerBlocks(block)) collect(inner, found)
}

function isHeading(block: FlowBlock | PartBlock): block is Heading {
  return block.type.startsWith('heading-')
}

/** The name of a block other than a heading; undefined for a kind that has no anchor. */
function anchorText(block: FlowBlock | PartBlock): string | undefined {
  if (block.type === 'tabs-item') return block.data.title ?? ''
  if (block.type === 'expandable') return titleOf(block.fragments[0]?.nodes ?? [])
  if (block.type === 'swagger' || block.type === 'openapi-operation') {
    return `${block.data.method} ${block.data.path}`
  }
  if (block.type === 'openapi-schemas') return block.data.schemas.join(' ')
  if (block.type === 'openapi-webhook') return block.data.name
  return undefined
}

/** Blocks without inner blocks that could be linked to. */
const closed = new Set(['paragraph', 'code', 'table', 'images'])

function innerBlocks(block: FlowBlock | PartBlock): readonly (FlowBlock | PartBlock)[] {
  if (closed.has(block.type)) return []
  if ('fragments' in block) return block.fragments.flatMap(({ nodes }) => nodes)
  return 'nodes' in block ? block.nodes.filter((node) => node.object === 'block') : []
}

function titleOf(nodes: readonly FlowBlock[]): string {
  return nodes
    .map((node) => (node.type === 'paragraph' ? textOf(node.nodes) : ''))
    .join(' ')
}

function textOf(nodes: readonly Phrasing[]): string {
  let text = ''
  for (const node of nodes) {
    if (node.object === 'text') for (const leaf of node.leaves) text += leaf.text
    else if (node.type === 'link' || node.type === 'annotation') {
      text += textOf(node.nodes)
    }
  }
  return text
}

import type { Alignment, FlowBlock } from '#/document/nodes.ts'
import type { HtmlElement } from './html-node.ts'
import { refuse } from './refusal.ts'

const alignments: ReadonlyMap<string, Alignment> = new Map([
  ['left', 'start'],
  ['start', 'start'],
  ['center', 'center'],
  ['right', 'end'],
  ['end', 'end'],
])

/** The side of an image or a column for each alignment of text. */
export const sides = { start: 'left', center: 'center', end: 'right' } as const

export function readAlign({ name, attributes }: HtmlElement): Alignment | undefined {
  const { align } = attributes
  if (align === undefined) return undefined
  return alignments.get(align) ?? refuse(`align of <${name}>`)
}

/**
 * The block with the alignment of the element around it; an alignment of its own wins. Refuses a
 * block that cannot be aligned.
 */
export function alignBlock(block: FlowBlock, align: Alignment | undefined): FlowBlock {
  if (align === undefined) return block
  if (block.type === 'images') {
    return { ...block, data: { align: sides[align], ...block.data } }
  }
  if (block.type === 'paragraph') return { ...block, data: { align, ...block.data } }
  const isHeading =
    block.type === 'heading-1' || block.type === 'heading-2' || block.type === 'heading-3'
  if (!isHeading) return refuse(`align of ${block.type}`)
  return { ...block, data: { align, ...block.data } }
}

import { isBare } from '#/document/meta.ts'
import type { Expandable, Heading, MathBlock, Paragraph } from '#/document/nodes.ts'
import { htmlFromPhrasing } from '#/html/write-phrasing.ts'
import { openingTag } from '#/html/write-attributes.ts'
import { htmlFromBlocks } from '#/html/write-blocks.ts'

import { longestRun } from './characters.ts'
import type { WriteContext } from './context.ts'
import { writePhrasing } from './phrasing.ts'

export function writeParagraph(paragraph: Paragraph, context: WriteContext): string {
  return isBare(paragraph)
    ? writePhrasing(paragraph.nodes, 'flow', context)
    : htmlFromBlocks([paragraph], context)
}

export function writeHeading(heading: Heading, context: WriteContext): string {
  const { id, align } = heading.data
  if (align !== undefined || heading.meta?.attributes !== undefined) {
    return htmlFromBlocks([heading], context)
  }
  const text = writePhrasing(heading.nodes, 'heading', context)
  const anchor = id === undefined ? '' : `${openingTag('a', { href: `#${id}`, id })}</a>`
  return ['#'.repeat(depthOf(heading)), text, anchor]
    .filter((part) => part !== '')
    .join(' ')
}

function depthOf({ type, meta }: Heading): number {
  const depths = { 'heading-1': 2, 'heading-2': 3, 'heading-3': 4 }
  return meta?.level ?? depths[type]
}

export function writeMath({ data: { formula } }: MathBlock): string {
  const fence = '$'.repeat(Math.max(2, longestRun(formula, '$') + 1))
  return [fence, ...(formula === '' ? [] : [formula]), fence].join('\n')
}

/** Writes `<details>` with blank lines around its content, so that this is read as Markdown. */
export function writeExpandable(block: Expandable, context: WriteContext): string {
  const title = block.fragments.find(({ fragment }) => fragment === 'expandable-title')
  const body = block.fragments.find(({ fragment }) => fragment === 'expandable-body')
  const [paragraph] = title?.nodes ?? []
  const summary =
    paragraph?.type === 'paragraph' ? htmlFromPhrasing(paragraph.nodes, context) : ''
  const inside = context.blocks(body?.nodes ?? [])
  return [
    openingTag('details', { open: block.meta?.open }, block.meta?.attributes),
    `<summary>${summary}</summary>`,
    ...(inside === '' ? [] : [inside]),
    '</details>',
  ].join('\n\n')
}

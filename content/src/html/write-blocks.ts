import { attributesOf, isBare } from '#/document/meta.ts'
import type {
  Blockquote,
  Expandable,
  FlowBlock,
  Heading,
  ListItem,
  ListOrdered,
  ListTasks,
  ListUnordered,
  MathBlock,
  Paragraph,
  Verbatim,
} from '#/document/nodes.ts'
import type { BlockWriting } from './block-writing.ts'
import type { HtmlContext } from './html-context.ts'
import { drawingHtml, imagesHtml } from './images-html.ts'
import { ownFormHtml } from './own-form-html.ts'
import { tableHtml } from './table-html.ts'
import { openingTag } from './write-attributes.ts'
import { codeHtml } from './write-code.ts'
import { htmlFromPhrasing } from './write-phrasing.ts'

/** The blocks of a table cell, a list item or a caption as HTML without a blank line. */
export function htmlFromBlocks(
  blocks: readonly FlowBlock[],
  context: HtmlContext,
): string {
  return blockWriting(context).blocks(blocks)
}

export function blockWriting(context: HtmlContext): BlockWriting {
  const writing: BlockWriting = {
    context,
    blocks(blocks) {
      const [only, ...more] = blocks
      const isLine = only?.type === 'paragraph' && more.length === 0 && isBare(only)
      if (isLine) return htmlFromPhrasing(only.nodes, context)
      return blocks.map((block) => blockHtml(block, writing)).join('')
    },
  }
  return writing
}

function blockHtml(block: FlowBlock, writing: BlockWriting): string {
  if (isText(block)) return textHtml(block, writing)
  if (isList(block)) return listHtml(block, writing)
  if (block.type === 'blockquote') return quoteHtml(block, writing)
  if (block.type === 'divider') return openingTag('hr', {}, attributesOf(block))
  if (block.type === 'code') return codeHtml(block, writing.context)
  if (block.type === 'math') return mathHtml(block, writing)
  if (block.type === 'images') return imagesHtml(block, writing)
  if (block.type === 'drawing') return drawingHtml(block)
  if (block.type === 'table') return tableHtml(block, writing)
  if (block.type === 'expandable') return expandableHtml(block, writing)
  if (isComment(block)) return block.data.markdown
  return ownFormHtml(block, writing)
}

function isText(block: FlowBlock): block is Heading | Paragraph {
  return block.type === 'paragraph' || block.type.startsWith('heading-')
}

function isList(block: FlowBlock): block is ListOrdered | ListTasks | ListUnordered {
  return block.type.startsWith('list-')
}

function quoteHtml({ meta, nodes }: Blockquote, writing: BlockWriting): string {
  const opening = openingTag('blockquote', {}, meta?.attributes)
  return `${opening}${writing.blocks(nodes)}</blockquote>`
}

/** A formula as a paragraph with nothing else, which is read back as the block. */
function mathHtml(block: MathBlock, { context }: BlockWriting): string {
  const formula = { ...block, object: 'inline', type: 'inline-math' } as const
  return `<p>${htmlFromPhrasing([formula], context)}</p>`
}

const depths = { 'heading-1': 2, 'heading-2': 3, 'heading-3': 4 } as const

function textHtml(block: Heading | Paragraph, { context }: BlockWriting): string {
  const { data, nodes } = block
  const id = 'id' in data ? data.id : undefined
  const name =
    block.type === 'paragraph' ? 'p' : `h${block.meta?.level ?? depths[block.type]}`
  const align = data.align === undefined ? undefined : sides[data.align]
  const opening = openingTag(name, { id, align }, block.meta?.attributes)
  return `${opening}${htmlFromPhrasing(nodes, context)}</${name}>`
}

const sides = { start: 'left', center: 'center', end: 'right' } as const

function listHtml(
  list: ListOrdered | ListTasks | ListUnordered,
  writing: BlockWriting,
): string {
  const start = list.type === 'list-ordered' ? list.data.start : undefined
  const name = list.type === 'list-ordered' ? 'ol' : 'ul'
  const known = {
    start,
    class: list.type === 'list-tasks' ? 'contains-task-list' : undefined,
  }
  const parts = list.nodes.map((part) => listItemHtml(part, writing))
  return `${openingTag(name, known, list.meta?.attributes)}${parts.join('')}</${name}>`
}

function listItemHtml({ data, meta, nodes }: ListItem, writing: BlockWriting): string {
  const box =
    data.checked === undefined
      ? ''
      : openingTag('input', { type: 'checkbox', checked: data.checked })
  return `${openingTag('li', {}, meta?.attributes)}${box}${writing.blocks(nodes)}</li>`
}

function expandableHtml({ meta, fragments }: Expandable, writing: BlockWriting): string {
  const opening = openingTag('details', { open: meta?.open }, meta?.attributes)
  const title = fragments.find(({ fragment }) => fragment === 'expandable-title')
  const body = fragments.find(({ fragment }) => fragment === 'expandable-body')
  const [line] = title?.nodes ?? []
  const summary =
    line?.type === 'paragraph' ? htmlFromPhrasing(line.nodes, writing.context) : ''
  return `${opening}<summary>${summary}</summary>${writing.blocks(body?.nodes ?? [])}</details>`
}

/** Whether a block is a comment of one line, which can be part of HTML. */
function isComment(block: FlowBlock): block is Verbatim {
  if (block.type !== 'verbatim') return false
  const { markdown, reason } = block.data
  return (
    reason === 'comment' &&
    markdown.startsWith('<!--') &&
    markdown.indexOf('-->') === markdown.length - 3 &&
    !/[\n\r]|^<!---?>/u.test(markdown)
  )
}

import { isBare } from '#/document/meta.ts'
import type {
  FlowBlock,
  ListItem,
  ListOrdered,
  ListTasks,
  ListUnordered,
} from '#/document/nodes.ts'

import { htmlFromBlocks } from '#/html/write-blocks.ts'

import { type ListMarker, listMarkers, type WriteContext } from './context.ts'
import { prefixLines } from './lines.ts'
import { isEmptyParagraph, plainText } from '#/document/shapes.ts'

type List = ListOrdered | ListUnordered | ListTasks

const numberMax = 999_999_999

export function isList(block: FlowBlock): block is List {
  return (
    block.type === 'list-ordered' ||
    block.type === 'list-unordered' ||
    block.type === 'list-tasks'
  )
}

/** A marker for a list directly after, or inside, a list with the marker `taken`. */
export function chooseMarker(
  list: List,
  taken: ListMarker | undefined,
  markers: readonly ListMarker[] = listMarkers,
): ListMarker {
  const isOrdered = list.type === 'list-ordered'
  const fitting = (marker: ListMarker) => (marker === '.' || marker === ')') === isOrdered
  const free = markers.find((marker) => marker !== taken && fitting(marker))
  return free ?? (isOrdered ? '.' : '*')
}

export function writeList(list: List, marker: ListMarker, context: WriteContext): string {
  if ([list, ...list.nodes].some(({ meta }) => meta?.attributes !== undefined)) {
    return htmlFromBlocks([list], context)
  }
  const first = list.type === 'list-ordered' ? (list.data.start ?? 1) : undefined
  const items = list.nodes.map((listItem, index) => {
    const number = first === undefined ? '' : Math.min(first + index, numberMax)
    return writeItem(listItem, { bullet: `${number}${marker}`, marker, context })
  })
  return items.join(list.nodes.every(isTight) ? '\n' : '\n\n')
}

interface ItemStyle {
  readonly bullet: string
  readonly marker: ListMarker
  readonly context: WriteContext
}

function writeItem(listItem: ListItem, { bullet, marker, context }: ItemStyle): string {
  const { data, nodes } = listItem
  const tight = isTight(listItem)
  if (data.checked === undefined) {
    return indent(context.blocks(nodes, { marker, tight }), bullet)
  }
  const inside = context.blocks(nodes, { tight })
  const box = data.checked ? '[x]' : '[ ]'
  if (!isPlainParagraph(nodes[0])) return indent(`${box}\n\n${inside}`, bullet)
  return indent(inside === '' ? box : `${box} ${inside}`, bullet)
}

function indent(inside: string, bullet: string): string {
  const prefix = ' '.repeat(bullet.length + 1)
  return bullet + prefixLines(inside, prefix).slice(bullet.length)
}

/** Whether no block in an item needs a blank line around it. */
function isTight({ nodes }: ListItem): boolean {
  const [first, second] = nodes
  if (nodes.length < 2) return true
  if (nodes.length > 2 || !isPlainParagraph(first) || second === undefined) return false
  return !isLoneBreak(first) && isList(second) && canFollowText(second)
}

/**
 * Whether a paragraph is only a line break: a `<br>` alone on its line is an HTML block, which
 * includes all lines up to a blank one.
 */
function isLoneBreak(block: FlowBlock | undefined): boolean {
  return block?.type === 'paragraph' && plainText(block.nodes) === '\n'
}

/** Whether a paragraph has no data, so that it is written as Markdown. */
function isPlainParagraph(block: FlowBlock | undefined): boolean {
  return block?.type === 'paragraph' && isBare(block)
}

/**
 * Whether a list can follow text without a blank line. An empty item and a number other than 1 do
 * not end a paragraph, and neither does a list that begins with such an item on the same line.
 */
function canFollowText(list: List): boolean {
  const begin = list.nodes[0]?.nodes[0]
  if (list.type === 'list-ordered' && (list.data.start ?? 1) !== 1) return false
  if (begin === undefined || isEmptyParagraph(begin)) return false
  if (isList(begin) && !canFollowText(begin)) return false
  return list.nodes.every(isTight)
}

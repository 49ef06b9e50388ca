import type { List, ListItem as ItemNode, Text } from 'mdast'

import type { ListItem, ListOrdered, ListTasks, ListUnordered } from '#/document/nodes.ts'

import type { Reader } from '../reader.ts'
import { contents, sourceBlock } from '../source-block.ts'
import type { Indent, Placed, Range } from '../source-block.ts'

/**
 * Reads a list. It is a task list only if every bullet has a box; otherwise the items with a box
 * keep it, so that a mixed list stays one list.
 */
export function readList(
  reader: Reader,
  node: List,
  range: Range,
  place: Indent,
): Placed<ListOrdered | ListUnordered | ListTasks> {
  const items = node.children.map((child) => readItem(reader, child, range.end, place))
  const nodes = items.map((child) => child.node)
  const shape = { object: 'block', isVoid: false, nodes } as const
  if (node.ordered === true) {
    const start = node.start ?? 1
    const list: ListOrdered = {
      ...shape,
      type: 'list-ordered',
      data: start === 1 ? {} : { start },
    }
    return sourceBlock(list, range, place, items)
  }
  const tasks = nodes.every(({ data }) => data.checked !== undefined)
  const type = tasks ? 'list-tasks' : 'list-unordered'
  return sourceBlock({ ...shape, type, data: {} }, range, place, items)
}

function readItem(
  reader: Reader,
  node: ItemNode,
  listEnd: number,
  place: Indent,
): Placed<ListItem> {
  const start = node.position?.start.offset ?? 0
  const end = Math.min(node.position?.end.offset ?? start, listEnd)
  const prefix = itemPrefix(reader.source, start, place)
  const box = emptyBox(node)
  const children = box === undefined ? withoutBox(node) : node.children.slice(1)
  const inside = reader.siblings(children, { prefix, depth: place.depth + 2 })
  const checked = box ?? node.checked
  const listItem: ListItem = {
    object: 'block',
    type: 'list-item',
    isVoid: false,
    data: typeof checked === 'boolean' ? { checked } : {},
    nodes: contents(inside),
  }
  return sourceBlock(listItem, { start, end }, place, inside)
}

/**
 * The children of an item without its box, which the parser includes in the range of a paragraph
 * that does not begin with text.
 */
function withoutBox({ checked, children }: ItemNode): ItemNode['children'] {
  const [first, ...others] = children
  if (typeof checked !== 'boolean' || first?.type !== 'paragraph') return children
  const start = first.children[0]?.position?.start
  if (start === undefined || first.position === undefined) return children
  return [{ ...first, position: { ...first.position, start } }, ...others]
}

/** The state of a box with no text after it, which GFM reads as text; undefined without a box. */
function emptyBox({ children: [first] }: ItemNode): boolean | undefined {
  const [text, ...more] = first?.type === 'paragraph' ? first.children : []
  if (text?.type !== 'text' || more.length > 0) return undefined
  // An escaped bracket makes the source longer than the text.
  return sourceLength(text) === text.value.length ? boxes.get(text.value) : undefined
}

const boxes = new Map([
  ['[ ]', false],
  ['[x]', true],
  ['[X]', true],
])

function sourceLength({ position }: Text): number {
  return (position?.end.offset ?? 0) - (position?.start.offset ?? 0)
}

const bullet = /(?:[-+*]|\d{1,9}[.)])/y
/** The most spaces between a bullet and its text; more begin indented code. */
const paddingMax = 4

/** The prefix of the later lines of an item: spaces under its bullet and the space after it. */
function itemPrefix(source: string, start: number, { prefix }: Indent): string {
  bullet.lastIndex = start
  const bulletEnd = start + (bullet.exec(source)?.[0].length ?? 1)
  let text = bulletEnd
  while (source[text] === ' ' || source[text] === '\t') text++
  const next = source[text]
  const blank = next === undefined || next === '\n' || next === '\r'
  const column = columnOf(source, bulletEnd)
  const padding = columnOf(source, text) - column
  const isIndentedCode = padding > paddingMax
  const indent = column + (blank || padding === 0 || isIndentedCode ? 1 : padding)
  return prefix + ' '.repeat(Math.max(indent - prefix.length, 0))
}

function columnOf(source: string, offset: number): number {
  let column = 0
  for (let index = source.lastIndexOf('\n', offset - 1) + 1; index < offset; index++) {
    column += source[index] === '\t' ? 4 - (column % 4) : 1
  }
  return column
}

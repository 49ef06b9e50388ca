import type { Block, Heading, Inline, Leaf, Node, Verbatim } from '#/document/nodes.ts'
import { isSilent } from '#/document/shapes.ts'
import { fragmentsIn, nodesIn } from '#/document/walk.ts'
import type { InnerNode } from '#/document/walk.ts'
import { tableRows } from './table-text.ts'

/**
 * The readable text of a node, without any markup: a line per block or row, lines of code as they
 * are, the bodies of annotations after their block.
 */
export function plainText(node: Node): string {
  return [...textLines(node)].map(({ text }) => text).join('\n')
}

export interface TextLine {
  readonly text: string
  /** The heading whose text is this line. */
  readonly heading?: Heading
  /** Whether readers see something else than these words, as of a diagram they see a picture. */
  readonly isDrawn?: true
}

/** The source of a diagram: of a code block in the language `mermaid`, or of its integration. */
export function diagramSourceOf(node: Node): string | undefined {
  if (node.object !== 'block') return undefined
  if (node.type === 'code') {
    if (node.data.syntax?.toLowerCase() !== 'mermaid') return undefined
    const text = node.nodes.map((line) => phrasingText(line.nodes)).join('\n')
    return text.trim() === '' ? undefined : text
  }
  if (node.type !== 'integration' || node.data.integration !== 'mermaid') return undefined
  const { content } = node.data.props
  return typeof content === 'string' && content.trim() !== '' ? content : undefined
}

/**
 * The lines of `plainText`, with the headings among them; empty lines only inside code. `drawnBy` says
 * what a block has words of besides its own text.
 */
export function* textLines(
  node: Node,
  tableDepth = 0,
  drawnBy: (block: Block) => string = drawsNothing,
): Generator<TextLine> {
  const waiting: (Node | TextLine)[] = [node]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!('object' in next)) {
      if (next.text.trim() !== '') yield next
    } else if (next.object === 'block' && next.type === 'code-line') {
      yield { text: phrasingText(next.nodes) }
      waiting.push(...annotationBodies(next.nodes).toReversed())
    } else {
      for (const part of partsOf(next, tableDepth).toReversed()) waiting.push(part)
      if (next.object === 'block') yield* drawnLines(drawnBy(next))
    }
  }
}

const drawsNothing = () => ''

function drawnLines(text: string): readonly TextLine[] {
  return text.trim() === '' ? [] : [{ text, isDrawn: true }]
}

/** The text of a run of texts and inlines, as it is read in the line. */
export function phrasingText(nodes: readonly InnerNode[]): string {
  return nodes
    .map((node) => {
      if (node.object === 'text') return leavesText(node.leaves)
      return node.object === 'inline' ? inlineText(node) : ''
    })
    .join('')
}

/** The parts of a node in reading order: finished lines of text, and nodes still to be read. */
function partsOf(node: Node, tableDepth: number): readonly (Node | TextLine)[] {
  if (node.object === 'text' || node.object === 'inline') {
    return [{ text: phrasingText([node]) }, ...annotationBodies([node])]
  }
  if (node.object === 'document' || node.object === 'fragment') return node.nodes
  const source = diagramSourceOf(node)
  if (source !== undefined) return [{ text: source, isDrawn: true }]
  if (isTextBlock(node)) {
    const text = phrasingText(node.nodes)
    const line = node.type === 'paragraph' ? { text } : { text, heading: node }
    return [line, ...annotationBodies(node.nodes)]
  }
  if (node.type === 'table' && tableDepth < tableDepthMax) {
    const cellText = (cell: Node) => cellLines(cell, tableDepth + 1)
    return tableRows(node, cellText).map((text) => ({ text }))
  }
  return [{ text: ownText(node) }, ...nodesIn(node), ...fragmentsIn(node)]
}

/**
 * The depth of nested tables that are read by rows; deeper ones are read cell by cell, as each
 * level of rows costs a level of calls.
 */
const tableDepthMax = 8

function cellLines(cell: Node, tableDepth: number): string {
  return [...textLines(cell, tableDepth)].map(({ text }) => text).join(' ')
}

function isTextBlock(
  block: Block,
): block is Extract<
  Block,
  { type: 'paragraph' | 'heading-1' | 'heading-2' | 'heading-3' }
> {
  return block.type === 'paragraph' || block.type.startsWith('heading-')
}

function annotationBodies(nodes: readonly InnerNode[]): readonly Node[] {
  return nodes.flatMap((node) =>
    node.object === 'inline' && node.type === 'annotation' ? node.fragments : [],
  )
}

/** The fields of a block that are read as its text, in reading order. */
const spokenFields = [
  'title',
  'alt',
  'label',
  'formula',
  'description',
  'date',
  'tags',
  'method',
  'path',
  'name',
  'schemas',
]

function ownText(block: Block): string {
  if (block.type === 'verbatim') return verbatimText(block)
  if (block.type === 'integration') {
    const { content } = block.data.props
    return typeof content === 'string' ? content : ''
  }
  return spoken(block.data)
}

function inlineText(inline: Inline): string {
  if (inline.type === 'link' || inline.type === 'annotation') {
    return phrasingText(inline.nodes)
  }
  if (inline.type === 'emoji') return emojiText(inline.data.code)
  return spoken(inline.data)
}

function spoken(fields: object): string {
  const values = new Map<string, unknown>(Object.entries(fields))
  return spokenFields
    .flatMap((field) => values.get(field) ?? [])
    .filter((value) => typeof value === 'string')
    .join(' ')
}

function verbatimText(block: Verbatim): string {
  if (isSilent(block)) return ''
  return block.data.markdown.replaceAll(/<[^<>]*>/g, ' ').trim()
}

function leavesText(leaves: readonly Leaf[]): string {
  return leaves.map((leaf) => leaf.text).join('')
}

/** The character of a code such as `1f1eb-1f1f7`; empty for an invalid code. */
function emojiText(code: string): string {
  const points = code.split('-').map((point) => Number.parseInt(point, 16))
  const valid = points.every((point) => point >= 0 && point <= 0x10_ff_ff)
  return valid ? String.fromCodePoint(...points) : ''
}

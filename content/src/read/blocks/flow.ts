import type { RootContent } from 'mdast'

import type { Blockquote, Verbatim } from '#/document/nodes.ts'

import { depthMax } from '../reader.ts'
import type { Reader } from '../reader.ts'
import { contents, sourceBlock, verbatim, verbatimBlock } from '../source-block.ts'
import type { Indent, Placed, Range } from '../source-block.ts'
import { readTag } from '../tags/read-tag.ts'
import type { Siblings } from '../tags/tag-work.ts'

import { codeBlock } from './code.ts'
import { readHtml } from './html-blocks.ts'
import { readList } from './lists.ts'
import { pairPieces } from './pairing.ts'
import { piecesOf } from './pieces.ts'
import type { Piece } from './pieces.ts'
import { readTable } from './tables.ts'
import { readHeading, readParagraph } from './text-blocks.ts'

/** The blocks of neighbouring Markdown nodes. */
export function readSiblings(
  reader: Reader,
  nodes: readonly RootContent[],
  place: Indent,
): Placed[] {
  const pieces = piecesOf(nodes, reader.source)
  const paired = pieces.some(({ kind }) => kind === 'tag' || kind === 'html')
  const pairing = paired ? pairPieces(pieces, depthMax - place.depth) : unpaired
  return readPieces(reader, { pieces, pairing }, { from: 0, to: pieces.length }, place)
}

const unpaired = {
  ends: new Map<number, number>(),
  elements: new Map<number, number[]>(),
}

interface Stretch {
  readonly from: number
  readonly to: number
}

function readPieces(
  reader: Reader,
  siblings: Siblings,
  { from, to }: Stretch,
  place: Indent,
): Placed[] {
  const blocks: Placed[] = []
  const deeper = { ...place, depth: place.depth + 1 }
  const read = (first: number, end: number) =>
    readPieces(reader, siblings, { from: first, to: end }, deeper)

  for (let index = from; index < to; index++) {
    const piece = siblings.pieces[index]
    if (piece === undefined) break
    if (piece.kind === 'html') {
      const members = [index, ...(siblings.pairing.elements.get(index) ?? [])]
      const last = members.at(-1) ?? index
      const range = rangeOf(siblings, index, last)
      blocks.push(...readHtml({ reader, siblings, members, range, place, read }))
      index = last
    } else if (piece.kind === 'tag') {
      const closing = siblings.pairing.ends.get(index) ?? index
      const range = rangeOf(siblings, index, closing)
      const { tag } = piece
      const work = { reader, siblings, tag, opening: index, closing, range, place, read }
      const block = readTag(work)
      blocks.push(block ?? verbatimBlock(reader, piece, place, `tag ${tag.name}`))
      if (block !== undefined) index = closing
    } else blocks.push(...readPiece(reader, piece, place))
  }
  return blocks
}

function rangeOf({ pieces }: Siblings, first: number, last: number): Range {
  const start = pieces[first]?.start ?? 0
  return { start, end: pieces[last]?.end ?? start }
}

function readPiece(
  reader: Reader,
  piece: Extract<Piece, { kind: 'block' | 'text' }>,
  place: Indent,
): Placed[] {
  return piece.kind === 'text'
    ? [readParagraph(reader, piece.nodes, piece, place)]
    : readBlock(reader, piece.node, piece, place)
}

function readBlock(
  reader: Reader,
  node: RootContent,
  range: Range,
  place: Indent,
): Placed[] {
  if (node.type === 'footnoteDefinition' && reader.footnotes.isSaid(node)) return []
  return [
    readTextBlock(reader, node, range, place) ??
      readOtherBlock(reader, node, range, place) ??
      verbatimBlock(reader, range, place, reasons.get(node.type) ?? node.type),
  ]
}

/** The reasons of verbatim blocks for nodes that show nothing, but must not get lost. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['footnoteDefinition', 'footnote-definition'],
])

function readTextBlock(
  reader: Reader,
  node: RootContent,
  range: Range,
  place: Indent,
): Placed | undefined {
  if (node.type === 'heading') return readHeading(reader, node, range, place)
  if (node.type === 'list') return readList(reader, node, range, place)
  if (node.type === 'table') return readTable(reader, node, range, place)
  return undefined
}

function readOtherBlock(
  reader: Reader,
  node: RootContent,
  range: Range,
  place: Indent,
): Placed | undefined {
  if (node.type === 'code') return sourceBlock(codeBlock(node), range, place)
  if (node.type === 'thematicBreak') {
    return sourceBlock({ ...voidBlock, type: 'divider', data: {} }, range, place)
  }
  if (node.type === 'math') {
    if (typeof node.meta === 'string') {
      return closedMath(verbatimBlock(reader, range, place, 'text after $$'))
    }
    const data = { formula: node.value }
    return sourceBlock({ ...voidBlock, type: 'math', data }, range, place)
  }
  if (node.type !== 'blockquote') return undefined
  const inner = { prefix: `${place.prefix}> `, depth: place.depth + 1 }
  const children = reader.siblings(node.children, inner)
  const quote: Blockquote = {
    ...parentBlock,
    type: 'blockquote',
    data: {},
    nodes: contents(children),
  }
  return sourceBlock(quote, range, place, children)
}

/** Closes a formula without an end, which would include the blocks written after it. */
function closedMath(block: Placed<Verbatim>): Placed<Verbatim> {
  const { markdown, reason = '' } = block.node.data
  const [fence = '$$'] = /^\$+/.exec(markdown) ?? []
  const lines = markdown.split('\n')
  const last = lines.at(-1)?.trim() ?? ''
  const isClosed = lines.length > 1 && /^\$+$/.test(last) && last.length >= fence.length
  return isClosed ? block : { ...block, node: verbatim(`${markdown}\n${fence}`, reason) }
}

const voidBlock = { object: 'block', isVoid: true } as const
const parentBlock = { object: 'block', isVoid: false } as const

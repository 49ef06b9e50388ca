import { isBlankText, trimEnd, trimStart } from '#/html/white-space.ts'
import type { PhrasingContent, RootContent } from 'mdast'

import type { Range } from '../source-block.ts'
import { endedTag, tagForm } from '../tags/known-tags.ts'
import { parseTag } from '../tags/tag.ts'
import type { Tag } from '../tags/tag.ts'

/** One of the siblings among blocks, before tags and HTML are paired. */
export type Piece = Range &
  (
    | { readonly kind: 'block'; readonly node: RootContent }
    | { readonly kind: 'text'; readonly nodes: readonly PhrasingContent[] }
    | { readonly kind: 'tag'; readonly tag: Tag }
    | { readonly kind: 'html'; readonly value: string }
  )

/** The pieces of these siblings: a paragraph with tags in it becomes several. */
export function piecesOf(nodes: readonly RootContent[], source: string): Piece[] {
  const pieces: Piece[] = []
  for (const node of nodes) {
    const range = rangeOf(node, source)
    if (node.type === 'paragraph') {
      pieces.push(...paragraphPieces(node.children, range, source))
    } else if (node.type === 'blockTag') {
      pieces.push({ kind: 'tag', tag: parseTag(node.value.trimEnd()), ...range })
    } else if (node.type === 'html') {
      pieces.push({ kind: 'html', value: node.value, ...range })
    } else pieces.push({ kind: 'block', node, ...range })
  }
  return pieces
}

/** The range of a node without blank lines at its end, and for HTML without its indentation. */
function rangeOf(node: RootContent, source: string): Range {
  let start = node.position?.start.offset ?? 0
  let end = node.position?.end.offset ?? start
  // The range of HTML includes its indentation, which could have a meaning in another place.
  if (node.type === 'html') while (source[start] === ' ') start++
  if (node.type === 'blockTag') while (source[end - 1] !== '}') end--
  return { start, end: endOfText(source, start, end) }
}

/** The end without the blank lines that an unclosed fence includes. */
function endOfText(source: string, start: number, end: number): number {
  let text = end
  while (text > start && isSpace(source[text - 1])) text--
  const lineEnd = source.slice(text, end).search(/[\n\r]/)
  return lineEnd === -1 ? end : text + lineEnd
}

function paragraphPieces(
  nodes: readonly PhrasingContent[],
  range: Range,
  source: string,
): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  let start = range.start
  nodes.forEach((node, index) => {
    if (node.type !== 'inlineTag') return
    const tag = parseTag(node.value)
    if (tagForm(tag.name) === undefined && endedTag(tag.name) === undefined) return
    const place = { start: offsetAt(node, 'start'), end: offsetAt(node, 'end') }
    pieces.push(
      ...textPiece(nodes.slice(from, index), { start, end: place.start }, source),
      { kind: 'tag', tag, ...place },
    )
    from = index + 1
    start = place.end
  })
  if (pieces.length === 0) return [{ kind: 'text', nodes, ...range }]
  return [...pieces, ...textPiece(nodes.slice(from), { start, end: range.end }, source)]
}

function offsetAt(node: PhrasingContent, side: 'start' | 'end'): number {
  return node.position?.[side].offset ?? 0
}

/** A part of a paragraph, if it has more than spaces. */
function textPiece(
  nodes: readonly PhrasingContent[],
  range: Range,
  source: string,
): Piece[] {
  const trimmed = trimText(nodes)
  let { start, end } = range
  while (start < end && isMargin(source, start, range)) start++
  while (start < end && isMargin(source, end - 1, range)) end--
  if (trimmed.length === 0 || start === end) return []
  return [{ kind: 'text', nodes: trimmed, start, end }]
}

/** Whether the character is a space, or a quote sign at the start of a line of the range. */
function isMargin(source: string, index: number, range: Range): boolean {
  if (source[index] !== '>') return isSpace(source[index])
  const lineStart = source.lastIndexOf('\n', index) + 1
  return lineStart > range.start && source.slice(lineStart, index).trim() === ''
}

/** The nodes without spaces and line breaks at both ends, as in a paragraph of their own. */
function trimText(nodes: readonly PhrasingContent[]): readonly PhrasingContent[] {
  let from = 0
  let to = nodes.length
  while (from < to && isBlank(nodes[from])) from++
  while (from < to && isBlank(nodes[to - 1])) to--
  return nodes.slice(from, to).map((node, index) => {
    if (node.type !== 'text') return node
    let { value } = node
    if (index === 0) value = trimStart(value)
    if (index === to - from - 1) value = trimEnd(value)
    return { ...node, value }
  })
}

function isBlank(node: PhrasingContent | undefined): boolean {
  return node?.type === 'break' || (node?.type === 'text' && isBlankText(node.value))
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || isBlankText(character)
}

import type { Heading as HeadingNode, Html, PhrasingContent } from 'mdast'

import { blockOfText } from '#/document/block-of-text.ts'
import { parseTag } from '#/html/parse-html.ts'
import type { Heading, Paragraph, Phrasing } from '#/document/nodes.ts'

import { isEmptyText } from '#/document/shapes.ts'

import { textScope } from '../reader.ts'
import type { Reader } from '../reader.ts'
import { sourceBlock, verbatim, verbatimBlock } from '../source-block.ts'
import type { Indent, Placed, Range } from '../source-block.ts'
import { noMarks } from '../text/marked.ts'

/** A paragraph, or what it is when nothing but an image or a formula stands in it. */
export function readParagraph(
  reader: Reader,
  nodes: readonly PhrasingContent[],
  range: Range,
  place: Indent,
): Placed {
  const scope = textScope(reader, place)
  const phrasing = reader.phrasing(nodes, noMarks, scope)
  if (scope.problem !== undefined) {
    return verbatimText(reader, range, place, scope.problem)
  }
  // Nothing is kept of an empty paragraph, but this one has bytes.
  if (isEmptyText(phrasing)) return verbatimBlock(reader, range, place, 'text of nothing')
  return sourceBlock(blockOfText(phrasing), range, place)
}

/** A bullet, a quote sign, or the signs of a heading. */
const blockStart = /^(?:[-+*](?=[ \t\n])|(\d{1,9})[.)](?=[ \t\n])|>|#{1,6}(?=[ \t\n]|$))/

/** A line may be text only because of what stands before it; alone it would begin a block or a definition. */
function verbatimText(
  reader: Reader,
  range: Range,
  place: Indent,
  reason: string,
): Placed {
  const kept = verbatimBlock(reader, range, place, reason)
  // After the box of a task there may be spaces, which mean nothing at the start of a line.
  const markdown = kept.node.data.markdown.replace(/^[ \t\n]+/, '')
  const block = { ...kept, node: verbatim(markdown, reason) }
  // Alone, a text that begins like a definition is one; its colon tells it apart, and shows the same.
  const label = /^\[(?:\\.|[^[\]\\])+\](?=:)/.exec(markdown)?.[0]
  if (label !== undefined) {
    return {
      ...block,
      node: verbatim(`${label}\\${markdown.slice(label.length)}`, reason),
    }
  }
  const [sign, number = ''] = blockStart.exec(markdown) ?? []
  if (sign === undefined) return block
  const at = number.length
  return {
    ...block,
    node: verbatim(`${markdown.slice(0, at)}\\${markdown.slice(at)}`, reason),
  }
}

export function paragraph(phrasing: readonly Phrasing[]): Paragraph {
  return { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: phrasing }
}

const headingTypes = ['heading-1', 'heading-1', 'heading-2', 'heading-3'] as const
/** Depths that no type stands for. */
const keptLevels = [1, 5, 6] as const

export function readHeading(
  reader: Reader,
  node: HeadingNode,
  range: Range,
  place: Indent,
): Placed {
  const scope = textScope(reader, place)
  const { nodes, id } = splitAnchor(node.children)
  const phrasing = reader.phrasing(nodes, noMarks, scope)
  if (scope.problem !== undefined) {
    return verbatimBlock(reader, range, place, scope.problem)
  }
  const level = keptLevels.find((kept) => kept === node.depth)
  const heading: Heading = {
    object: 'block',
    type: headingTypes[node.depth - 1] ?? 'heading-3',
    isVoid: false,
    data: { ...(id !== undefined && { id }), ...(level !== undefined && { level }) },
    nodes: phrasing,
  }
  return sourceBlock(heading, range, place)
}

/** `## Title <a href="#id" id="id"></a>` fixes the anchor of a heading. */
function splitAnchor(nodes: readonly PhrasingContent[]): {
  readonly nodes: readonly PhrasingContent[]
  readonly id?: string
} {
  const [opening, closing] = nodes.slice(-2)
  if (!isHtml(opening) || !isHtml(closing) || closing.value !== '</a>') return { nodes }
  const id = anchorId(opening.value)
  if (id === undefined) return { nodes }
  const rest = nodes.slice(0, -2)
  const last = rest.at(-1)
  if (last?.type === 'text') {
    // Only the space between: one that belongs to the text is written `&#x20;`.
    rest[rest.length - 1] = { ...last, value: last.value.replace(/ $/, '') }
  }
  return { nodes: rest, id }
}

/** The id of `<a href="#id" id="id">`, when it says nothing else. */
function anchorId(raw: string): string | undefined {
  const tag = parseTag(raw)
  if (tag?.name !== 'a') return undefined
  const { id, href, ...others } = tag.attributes
  const fits = href === undefined || href === `#${id}`
  return fits && Object.keys(others).length === 0 ? id : undefined
}

function isHtml(node: PhrasingContent | undefined): node is Html {
  return node?.type === 'html'
}

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

/** Reads a paragraph, or the block of an image or a formula that is alone in it. */
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
  // An empty paragraph would be dropped, but this one has bytes.
  if (isEmptyText(phrasing)) return verbatimBlock(reader, range, place, 'text of nothing')
  return sourceBlock(blockOfText(phrasing), range, place)
}

/** Matches a bullet, a quote sign, or the signs of a heading. */
const blockStart = /^(?:[-+*](?=[ \t\n])|(\d{1,9})[.)](?=[ \t\n])|>|#{1,6}(?=[ \t\n]|$))/

/**
 * The text as a verbatim block, with its start escaped if need be: a line may be text only because
 * of the one before; alone it would be a block or a definition.
 */
function verbatimText(
  reader: Reader,
  range: Range,
  place: Indent,
  reason: string,
): Placed {
  const kept = verbatimBlock(reader, range, place, reason)
  // Spaces may follow the box of a task; they mean nothing at the start of a line.
  const markdown = kept.node.data.markdown.replace(/^[ \t\n]+/, '')
  const block = { ...kept, node: verbatim(markdown, reason) }
  // A text alone that begins like a definition would be one; an escaped colon prevents that, and
  // looks the same.
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
/** The depths of headings without a type of their own. */
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
    data: { ...(id !== undefined && { id }) },
    ...(level !== undefined && { meta: { level } }),
    nodes: phrasing,
  }
  return sourceBlock(heading, range, place)
}

/** Splits off `<a href="#id" id="id"></a>` at the end, which fixes the anchor of a heading. */
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
    // Drops only the separating space: a space that belongs to the text is written `&#x20;`.
    rest[rest.length - 1] = { ...last, value: last.value.replace(/ $/, '') }
  }
  return { nodes: rest, id }
}

/** The id of `<a href="#id" id="id">`, if the tag has no other attributes. */
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

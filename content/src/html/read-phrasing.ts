import { kept } from '#/document/meta.ts'
import { fragmentOf } from '#/document/shapes.ts'
import { isCode, type Mark, type PlainMark } from '#/document/marks.ts'
import type { Annotation, Inline, Link, Phrasing, Text } from '#/document/nodes.ts'
import { conditionInText } from '#/document/condition-tags.ts'
import { appendTo } from './append-to.ts'
import { readRef } from '#/document/references.ts'
import { defined, otherAttributes, refuseOthers } from './attributes.ts'
import type { EmbeddedReader, HtmlElement, HtmlNode, NotUnderstood } from './html-node.ts'
import { readColors, withColors, withMark, type Colors } from './mark-order.ts'
import {
  isButton,
  isIcon,
  readButton,
  readEmoji,
  readExpression,
  readIcon,
  readInlineImage,
  readMath,
  readMention,
} from './read-inlines.ts'
import { refuse, understood } from './refusal.ts'
import { collapseWhiteSpace, trimPieces, type Piece } from './text-pieces.ts'
import { endsBlank, startsBlank } from './white-space.ts'

/** Reads HTML in a line of text; white space at its edges stays, as text may follow. */
export function phrasingFromHtml(
  nodes: readonly HtmlNode[],
  marks: readonly Mark[],
  reader: EmbeddedReader,
): Phrasing[] | NotUnderstood {
  return understood(() => collapseWhiteSpace(piecesOf(nodes, marks, reader), false))
}

/** Reads the text of a block, without white space at its edges. Refuses by `refuse`. */
export function readBlockText(
  nodes: readonly HtmlNode[],
  reader: EmbeddedReader,
): Phrasing[] {
  return collapseWhiteSpace(trimPieces(piecesOf(nodes, [], reader)), true)
}

const depthMax = 150

function piecesOf(
  nodes: readonly HtmlNode[],
  marks: readonly Mark[],
  reader: EmbeddedReader,
): Piece[] {
  const pieces: Piece[] = []
  visit(nodes, { pieces, marks, reader, depth: 0 })
  return pieces
}

interface Visit {
  readonly pieces: Piece[]
  readonly marks: readonly Mark[]
  readonly reader: EmbeddedReader
  readonly depth: number
}

function visit(nodes: readonly HtmlNode[], around: Visit): void {
  if (around.depth > depthMax) refuse('nested too deep')
  for (const node of nodes) {
    if (node.type === 'text') {
      if (node.isCondition === true && !isCode(around.marks)) refuse(conditionInText)
      const kind = node.exact === true ? 'exact' : 'flowing'
      around.pieces.push({ kind, text: node.text, marks: around.marks })
    } else if (node.type === 'embedded') {
      appendTo(around.pieces, embeddedPieces(around.reader.phrasing(node, around.marks)))
    } else if (node.type === 'element') visitElement(node, around)
    else refuse('comment in text')
  }
}

function embeddedPieces(phrasing: readonly Phrasing[]): Piece[] {
  return phrasing.flatMap((node): Piece[] =>
    node.object === 'text'
      ? node.leaves.map(({ text, marks }) => ({ kind: 'embedded', text, marks }))
      : [{ kind: 'inline', inline: node }],
  )
}

const markOfElement: Readonly<Record<string, PlainMark>> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  del: 'strikethrough',
  s: 'strikethrough',
  strike: 'strikethrough',
  sup: 'superscript',
  sub: 'subscript',
  kbd: 'keyboard',
  code: 'code',
}

function visitElement(element: HtmlElement, around: Visit): void {
  const inline = readInline(element, around)
  if (inline !== undefined) {
    appendTo(around.pieces, inline)
    return
  }
  const mark = markOfElement[element.name]
  if (mark !== undefined) {
    refuseOthers(element, [])
    visitInside(element, around, withMark(around.marks, mark))
  } else if (element.name === 'mark' || element.name === 'span') {
    refuseOthers(element, ['style'])
    visitInside(element, around, colored(element, around.marks))
  } else refuse(`element <${element.name}>`)
}

function visitInside(element: HtmlElement, around: Visit, marks: readonly Mark[]): void {
  visit(element.children, { ...around, marks, depth: around.depth + 1 })
}

/** The marks with the colours of an element; as in browsers, a bare `<mark>` is yellow. */
function colored(
  { name, attributes }: HtmlElement,
  marks: readonly Mark[],
): readonly Mark[] {
  const { style } = attributes
  if (style === undefined) {
    return name === 'mark' ? withColors(marks, { background: 'yellow' }) : marks
  }
  return withColors(marks, readColors(style))
}

/** The pieces of an element that is more than a mark; undefined for a mark. */
function readInline(element: HtmlElement, around: Visit): Piece[] | undefined {
  if (element.name === 'br') {
    refuseOthers(element, [])
    return [{ kind: 'break', text: '', marks: around.marks }]
  }
  if (element.name === 'a') return readAnchorElement(element, around)
  const inline = readVoid(element, around)
  return inline === undefined ? undefined : [{ kind: 'inline', inline }]
}

function readVoid(element: HtmlElement, { marks, reader }: Visit): Inline | undefined {
  const { name, attributes } = element
  if (name === 'img' || name === 'picture') return readInlineImage(element)
  if (name === 'button') return readButton(element, reader)
  if (isIcon(element)) return readIcon(element, colorsOf(marks))
  if (name === 'code' && attributes['class'] === 'expression') {
    return readExpression(element, reader)
  }
  if (name !== 'span') return undefined
  if (attributes['class'] === 'math') return readMath(element, reader)
  const isCustom = attributes['data-gb-custom-inline'] !== undefined
  return isCustom ? readEmoji(element) : undefined
}

function colorsOf(marks: readonly Mark[]): Colors {
  const mark = marks.find((one) => one.type === 'color')
  return mark?.type === 'color' ? mark.data : {}
}

function readAnchorElement(element: HtmlElement, around: Visit): Piece[] {
  const { attributes } = element
  if (isButton(element)) {
    return [{ kind: 'inline', inline: readButton(element, around.reader) }]
  }
  if (attributes['data-mention'] !== undefined) {
    return [{ kind: 'inline', inline: readMention(element, around.reader) }]
  }
  const inside = textInside(element, around)
  const footnote = readAnnotation(element, inside.nodes, around.reader)
  if (footnote !== undefined) {
    return [...inside.before, { kind: 'inline', inline: footnote }, ...inside.after]
  }
  return [
    ...inside.before,
    { kind: 'inline', inline: readLink(element, inside.nodes) },
    ...inside.after,
  ]
}

/** The text of a link; white space at its edges moves out of it, where it looks the same. */
function textInside(element: HtmlElement, around: Visit) {
  const pieces: Piece[] = []
  visitInside(element, { ...around, pieces }, around.marks)
  const first = pieces.at(0)
  const last = pieces.at(-1)
  const space: Piece = { kind: 'flowing', text: ' ', marks: around.marks }
  const isSpaced = first?.kind === 'flowing' && startsBlank(first.text)
  const isSpacedAfter = last?.kind === 'flowing' && endsBlank(last.text)
  return {
    before: isSpaced ? [space] : [],
    nodes: collapseWhiteSpace(pieces, true),
    after: isSpacedAfter ? [space] : [],
  }
}

function readAnnotation(
  { attributes }: HtmlElement,
  nodes: readonly Phrasing[],
  reader: EmbeddedReader,
): Annotation | undefined {
  const label = /^#user-content-fn-(.+)$/u.exec(attributes['href'] ?? '')?.[1]
  if (attributes['data-footnote-ref'] === undefined || label === undefined) {
    return undefined
  }
  const body = reader.footnote(label)
  if (body === undefined) return undefined
  return {
    object: 'inline',
    type: 'annotation',
    isVoid: false,
    data: {},
    nodes: onlyText(nodes),
    fragments: [fragmentOf('annotation-body', body)],
  }
}

function onlyText(nodes: readonly Phrasing[]): Text[] {
  const texts = nodes.filter((node) => node.object === 'text')
  if (texts.length < nodes.length) return refuse('more than text in an annotation')
  return texts.length > 0 ? texts : [emptyText]
}

function readLink(element: HtmlElement, nodes: readonly Phrasing[]): Link {
  const { href, title } = element.attributes
  if (href === undefined) return refuse('element <a> without href')
  const inside = nodes.map((node) =>
    node.object === 'text' ||
    node.type === 'inline-image' ||
    node.type === 'emoji' ||
    node.type === 'icon'
      ? node
      : refuse(`${node.type} in a link`),
  )
  return {
    object: 'inline',
    type: 'link',
    isVoid: false,
    data: defined<Link['data']>({
      ref: readRef(href),
      title,
    }),
    ...kept(otherAttributes(element, ['href', 'title'])),
    nodes: inside.length > 0 ? inside : [emptyText],
  }
}

export const emptyText: Text = {
  object: 'text',
  leaves: [{ object: 'leaf', text: '', marks: [] }],
}

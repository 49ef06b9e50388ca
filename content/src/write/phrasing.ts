import { attributesOf, isBare, kept } from '#/document/meta.ts'
import { emojiName } from '#/document/emoji.ts'
import { joinPhrasing } from '#/document/join-phrasing.ts'
import type {
  Annotation,
  Inline,
  InlineImage,
  Link,
  Mention,
  Phrasing,
  Text,
} from '#/document/nodes.ts'
import { spellRef } from '#/document/references.ts'
import { plainText } from '#/document/shapes.ts'
import { htmlFromPhrasing } from '#/html/write-phrasing.ts'

import { characterReference, unusedLength } from './characters.ts'
import type { WriteContext } from './context.ts'
import { writeResource } from './destination.ts'
import { escapeText, type TextPlace } from './escape-text.ts'
import { fenced, joinPieces, piecesOfLines, piecesOfText, type Piece } from './pieces.ts'

/** The Markdown of a text block's content. */
export function writePhrasing(
  nodes: readonly Phrasing[],
  place: TextPlace,
  context: WriteContext,
): string {
  return joinPieces(piecesOf(nodes, { place, inLink: false, context }), place)
}

interface Style {
  readonly place: TextPlace
  readonly inLink: boolean
  readonly context: WriteContext
}

function piecesOf(nodes: readonly Phrasing[], style: Style): Piece[] {
  return nodes.flatMap((node, index): Piece[] => {
    if (node.object === 'text') {
      return isCalledAfter(nodes[index + 1], node) ? [] : piecesOfText(node, style)
    }
    if (node.type === 'annotation') {
      return piecesOfAnnotation(node, nodes[index - 1], style)
    }
    if (touches(node, nodes[index - 1])) return [raw(writeHtml(node, style))]
    return piecesOfInline(node, style)
  })
}

/** Whether the signs of a formula or emoji would merge with the text before it. */
function touches(node: Inline, previous: Phrasing | undefined): boolean {
  if (node.type !== 'inline-math' && node.type !== 'emoji') return false
  if (previous === undefined) return false
  if (previous.object !== 'text') {
    // A footnote call and a colon at the start of a line would define the footnote.
    return (
      previous.type === node.type ||
      (node.type === 'emoji' && previous.type === 'annotation')
    )
  }
  const { text = '', marks = [] } = previous.leaves.at(-1) ?? {}
  return node.type === 'emoji' && (marks.length > 0 || /[\w+:-]$/.test(text))
}

function piecesOfInline(inline: Exclude<Inline, Annotation>, style: Style): Piece[] {
  switch (inline.type) {
    case 'link':
      return piecesOfLink(inline, style)
    case 'mention':
      return piecesOfMention(inline, style)
    case 'inline-image':
      return [raw(writeMarkdownImage(inline, style.place) ?? writeHtml(inline, style))]
    case 'inline-math':
      return [raw(writeFormula(inline.data.formula))]
    case 'emoji': {
      const shortcode = emojiName(inline.data.code)
      const isKnown = shortcode !== undefined && attributesOf(inline) === undefined
      return [raw(isKnown ? `:${shortcode}:` : writeHtml(inline, style))]
    }
    case 'icon':
    case 'expression':
    case 'button':
    default:
      return [raw(writeHtml(inline, style))]
  }
}

function raw(markdown: string): Piece {
  return { kind: 'raw', markdown }
}

/** An inline as HTML; without bars in a cell, which would end at any, even inside an attribute. */
function writeHtml(inline: Inline, { place, context }: Style): string {
  const html = htmlFromPhrasing([inline], context, 'markdown')
  return place === 'cell' ? html.replaceAll('|', '&#x7C;') : html
}

function piecesOfLink(link: Link, style: Style): Piece[] {
  const { ref, title } = link.data
  const attributes = link.meta?.attributes
  // Plain text with this title is a mention in Markdown.
  const isLikeMention = title === 'mention' && plainText(link.nodes) !== undefined
  if (isLikeMention || attributes !== undefined) {
    return [raw(writeHtml(link, style))]
  }
  return [
    raw('['),
    ...piecesOf(link.nodes, { ...style, inLink: true }),
    raw(`](${writeResource(spellRef(ref), title, style.place)})`),
  ]
}

function piecesOfMention(mention: Mention, style: Style): Piece[] {
  const { data } = mention
  if (mention.meta?.attributes !== undefined) return [raw(writeHtml(mention, style))]
  const url = spellRef(data.ref)
  return [
    raw('['),
    ...piecesOfLines(data.label ?? url, true),
    raw(`](${writeResource(url, 'mention', style.place)})`),
  ]
}

/** An image as Markdown; undefined when Markdown cannot express all of it. */
export function writeMarkdownImage(
  { data, meta }: InlineImage,
  place: TextPlace,
): string | undefined {
  const { ref, alt = '', caption, ...more } = data
  if (!isBare({ data: more, ...kept({ ...meta }) })) return undefined
  const label = escapeText(alt, {
    before: '[',
    after: ']',
    guardStart: false,
    guardEnd: false,
    place,
    inLink: true,
  }).replaceAll('\n', characterReference)
  return `![${label}](${writeResource(spellRef(ref), caption, place)})`
}

function writeFormula(formula: string): string {
  return fenced(formula, '$', unusedLength(formula, '$', 2))
}

function piecesOfAnnotation(
  annotation: Annotation,
  previous: Phrasing | undefined,
  style: Style,
): Piece[] {
  const label = style.context.footnote(annotation)
  if (isCallable(annotation, previous)) {
    // Joined with the text before: two touching runs of one mark would not be read as two.
    const before = previous?.object === 'text' ? [previous] : []
    const text = joinPhrasing([...before, ...annotation.nodes])
    return [...piecesOf(text, style), raw(`[^${label}]`)]
  }
  const opening = `<a data-footnote-ref href="#user-content-fn-${label}">`
  return [raw(opening), ...piecesOf(annotation.nodes, style), raw('</a>')]
}

/** Whether a text is written together with the annotated word after it. */
function isCalledAfter(next: Phrasing | undefined, text: Text): boolean {
  return next?.object === 'inline' && next.type === 'annotation' && isCallable(next, text)
}

/** Whether `word[^1]` can express an annotation: it covers exactly what follows the last space. */
function isCallable({ nodes }: Annotation, previous: Phrasing | undefined): boolean {
  if (nodes.some(({ leaves }) => leaves.some(({ text }) => /\s/.test(text)))) return false
  if (previous?.object !== 'text') return true
  return /\s$/.test(previous.leaves.at(-1)?.text ?? '')
}

import type { Color, Mark, PlainMark } from '#/document/marks.ts'
import type {
  Annotation,
  Button,
  Emoji,
  Icon,
  Inline,
  InlineImage,
  Link,
  Mention,
  Phrasing,
  Text,
} from '#/document/nodes.ts'
import { spellRef } from '#/document/references.ts'
import { spellLength } from './attributes.ts'
import type { HtmlContext } from './html-context.ts'
import {
  addInline,
  addTag,
  addText,
  endLine,
  escapeExactly,
  startLine,
  type HtmlLine,
  type HtmlPlace,
} from './html-line.ts'
import { openingTag } from './write-attributes.ts'

/** Text as one line of HTML, safe in any HTML block, or at `place` in a line of Markdown. */
export function htmlFromPhrasing(
  nodes: readonly Phrasing[],
  context: HtmlContext,
  place: HtmlPlace = 'html',
): string {
  const line = startLine(place)
  for (const node of nodes) {
    if (node.object === 'text') addLeaves(line, node)
    else addInline(line, htmlFromInline(node, context, place))
  }
  return endLine(line)
}

function addLeaves(line: HtmlLine, { leaves }: Text): void {
  let open: readonly Tag[] = []
  for (const leaf of leaves) {
    const tags = leaf.marks.flatMap(tagsOfMark)
    const shared = tags.findIndex((tag, index) => tag.opening !== open[index]?.opening)
    const kept = shared === -1 ? tags.length : shared
    for (const tag of open.slice(kept).toReversed()) addTag(line, tag.closing)
    for (const tag of tags.slice(Math.min(kept, open.length))) addTag(line, tag.opening)
    addText(line, leaf.text)
    open = tags
  }
  for (const tag of open.toReversed()) addTag(line, tag.closing)
}

interface Tag {
  readonly opening: string
  readonly closing: string
}

const elementOfMark: Readonly<Record<PlainMark, string>> = {
  strikethrough: 'del',
  bold: 'strong',
  italic: 'em',
  superscript: 'sup',
  subscript: 'sub',
  keyboard: 'kbd',
  code: 'code',
}

function tagsOfMark(mark: Mark): Tag[] {
  if (mark.type !== 'color') {
    const name = elementOfMark[mark.type]
    return [{ opening: `<${name}>`, closing: `</${name}>` }]
  }
  const style = spellColors(mark.data)
  if (style === '') return []
  return [{ opening: openingTag('mark', { style }), closing: '</mark>' }]
}

function spellColors({ text, background }: { text: Color; background: Color }): string {
  const declarations = [
    text === 'default' ? '' : `color:${text};`,
    background === 'default' ? '' : `background-color:${background};`,
  ]
  return declarations.join('')
}

function htmlFromInline(inline: Inline, context: HtmlContext, place: HtmlPlace): string {
  if (inline.type === 'link') return linkHtml(inline, context, place)
  if (inline.type === 'annotation') return annotationHtml(inline, context, place)
  if (inline.type === 'inline-image') return inlineImageHtml(inline)
  if (inline.type === 'emoji') return emojiHtml(inline)
  if (inline.type === 'icon') return iconHtml(inline)
  if (inline.type === 'button') return buttonHtml(inline, place)
  if (inline.type === 'mention') return mentionHtml(inline, place)
  if (inline.type === 'expression') {
    const text = escapeExactly(inline.data.expression, place)
    return `<code class="expression">${text}</code>`
  }
  return `<span class="math">${escapeExactly(inline.data.formula, place)}</span>`
}

function linkHtml(
  { data, meta, nodes }: Link,
  context: HtmlContext,
  place: HtmlPlace,
): string {
  const { ref, title } = data
  const opening = openingTag('a', { href: spellRef(ref), title }, meta?.attributes)
  return `${opening}${htmlFromPhrasing(nodes, context, place)}</a>`
}

function annotationHtml(
  annotation: Annotation,
  context: HtmlContext,
  place: HtmlPlace,
): string {
  const href = `#user-content-fn-${context.footnote(annotation)}`
  const opening = openingTag('a', { 'data-footnote-ref': true, href })
  return `${opening}${htmlFromPhrasing(annotation.nodes, context, place)}</a>`
}

function inlineImageHtml({ data, meta }: InlineImage): string {
  const { ref, refDark, caption, alt = '', size, width, height } = data
  const image = openingTag(
    'img',
    {
      src: spellRef(ref),
      alt,
      title: caption,
      'data-size': size,
      width: width === undefined ? undefined : spellLength(width),
      height: height === undefined ? undefined : spellLength(height),
    },
    meta?.attributes,
  )
  return refDark === undefined ? image : pictureHtml(image, spellRef(refDark))
}

/** An image with a variant for the dark theme. */
export function pictureHtml(image: string, srcset: string): string {
  const source = openingTag('source', { srcset, media: '(prefers-color-scheme: dark)' })
  return `<picture>${source}${image}</picture>`
}

function emojiHtml({ data: { code }, meta }: Emoji): string {
  const known = {
    'data-gb-custom-inline': true,
    'data-tag': 'emoji',
    'data-code': code,
  }
  return `${openingTag('span', known, meta?.attributes)}${emojiCharacters(code)}</span>`
}

/** The emoji itself, for programs that show the HTML; empty for an invalid code. */
function emojiCharacters(code: string): string {
  const points = code.split('-').map((part) => Number.parseInt(part, 16))
  const isValid = points.every((point) => point >= 0xa9 && point <= 0x10_ff_ff)
  return isValid ? String.fromCodePoint(...points).toWellFormed() : ''
}

function iconHtml({ data: { icon, color }, meta }: Icon): string {
  const attributes = meta?.attributes
  const style =
    color === undefined ? '' : spellColors({ text: color, background: 'default' })
  const known = {
    class: attributes?.['class'] ?? `fa-${icon}`,
    style: style === '' ? undefined : style,
  }
  const text = /^[\w-]+$/u.test(icon) ? `:${icon}:` : ''
  return `${openingTag('i', known, attributes)}${text}</i>`
}

function buttonHtml({ data, meta }: Button, place: HtmlPlace): string {
  const { label, kind, icon, action } = data
  const isImplied = meta?.isImplied === true
  const isLink = !isImplied || action === undefined
  const name = isLink ? 'a' : 'button'
  const opening = openingTag(
    name,
    {
      href: isImplied ? undefined : spellRef(data.ref),
      type: isLink ? undefined : 'button',
      class: `button ${kind}`,
      'data-action': action?.action,
      'data-query': action?.query,
      'data-icon': icon,
    },
    meta?.attributes,
  )
  return `${opening}${labelHtml(label, place)}</${name}>`
}

function mentionHtml({ data, meta }: Mention, place: HtmlPlace): string {
  const href = spellRef(data.ref)
  const opening = openingTag('a', { 'data-mention': true, href }, meta?.attributes)
  return `${opening}${labelHtml(data.label ?? href, place)}</a>`
}

/** Plain text, escaped as a line of its own. */
export function labelHtml(label: string, place: HtmlPlace): string {
  const line = startLine(place)
  addText(line, label)
  return endLine(line)
}

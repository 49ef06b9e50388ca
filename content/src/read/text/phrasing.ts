import type { Image, Link as LinkNode, PhrasingContent } from 'mdast'

import { isCode, type Mark, type PlainMark } from '#/document/marks.ts'
import type {
  Emoji,
  Icon,
  Inline,
  InlineImage,
  Phrasing,
  Text,
} from '#/document/nodes.ts'
import { readRef } from '#/document/references.ts'
import { emojiCode } from '#/document/emoji.ts'
import { conditionInText } from '#/document/condition-tags.ts'

import type { Reader, TextScope } from '../reader.ts'
import { assetRef } from '../references.ts'

import { addFootnote } from './footnote-reference.ts'
import { addHtml } from './inline-html.ts'
import { isCondition } from './condition-in-text.ts'
import { noMarks, withMark } from './marked.ts'
import { charactersOf, textBuilder } from './text-builder.ts'
import type { TextWork } from './text-work.ts'

/** The limit of nesting, deeper than people nest emphasis and links; each level costs a call. */
const depthMax = 50

/** The text of Markdown's inline nodes, with these marks on all of it. */
export function readPhrasing(
  reader: Reader,
  nodes: readonly PhrasingContent[],
  marks: readonly Mark[],
  scope: TextScope,
): readonly Phrasing[] {
  const builder = textBuilder()
  addPhrasing({ reader, scope, builder }, nodes, marks)
  return builder.finish()
}

function addPhrasing(
  work: TextWork,
  nodes: readonly PhrasingContent[],
  marks: readonly Mark[],
): void {
  if (work.scope.depth >= depthMax) {
    work.scope.problem ??= 'too deep'
    return
  }
  work.scope.depth++
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]
    // The block will be verbatim: no need to read on.
    if (node === undefined || work.scope.problem !== undefined) break
    if (node.type === 'html') index = addHtml(work, nodes, index, marks)
    else addNode(work, node, marks)
  }
  work.scope.depth--
}

const markOfNode: ReadonlyMap<string, PlainMark> = new Map([
  ['emphasis', 'italic'],
  ['strong', 'bold'],
  ['delete', 'strikethrough'],
])

function addNode(work: TextWork, node: PhrasingContent, marks: readonly Mark[]): void {
  const { builder, scope } = work
  const mark = markOfNode.get(node.type)
  if (mark !== undefined && 'children' in node) {
    addPhrasing(work, node.children, withMark(marks, mark))
  } else if (node.type === 'text' || node.type === 'inlineTag') {
    addText(work, node, marks)
  } else if (node.type === 'inlineCode') {
    builder.add(node.value.replaceAll('\n', ' '), withMark(marks, 'code'))
  } else if (node.type === 'break') builder.add('\n', marks)
  else if (node.type === 'footnoteReference') addFootnote(work, node, marks)
  else {
    const inline = readReference(work, node, marks) ?? readVoid(node)
    if (inline === undefined) scope.problem ??= `inline ${node.type}`
    else builder.addInline(inline)
  }
}

function addText(
  { builder, reader, scope }: TextWork,
  node: Extract<PhrasingContent, { type: 'text' | 'inlineTag' }>,
  marks: readonly Mark[],
): void {
  if (isCondition(node, reader) && !isCode(marks)) scope.problem ??= conditionInText
  builder.add(node.value.replaceAll('\n', ' '), marks)
}

/** Reads a link or an image, with its address or with the label of a definition. */
function readReference(
  work: TextWork,
  node: PhrasingContent,
  marks: readonly Mark[],
): Inline | undefined {
  if (node.type === 'link') return readLink(work, node, marks)
  if (node.type === 'image') return inlineImage(node)
  if (node.type !== 'linkReference' && node.type !== 'imageReference') return undefined
  const target = work.reader.definitions.get(node.identifier)
  if (target === undefined) return undefined
  const { url, title } = target
  return node.type === 'linkReference'
    ? readLink(work, { url, title, children: node.children }, marks)
    : inlineImage({ url, title, alt: node.alt })
}

function readVoid(node: PhrasingContent): Inline | undefined {
  if (node.type === 'inlineMath') {
    return voidInline('inline-math', { formula: node.value.replaceAll('\n', ' ') })
  }
  if (node.type !== 'emoji') return undefined
  const name = node.value.slice(1, -1)
  return voidInline('emoji', { code: emojiCode(name) ?? name })
}

function readLink(
  work: TextWork,
  node: Pick<LinkNode, 'url' | 'children'> & {
    readonly title?: string | null | undefined
  },
  marks: readonly Mark[],
): Inline {
  const inside = textBuilder()
  addPhrasing({ ...work, builder: inside }, node.children, marks)
  const nodes = inside.finish()
  const ref = readRef(node.url)
  const title = node.title?.replaceAll('\n', ' ') || undefined
  const characters = charactersOf(nodes)
  if (title === 'mention' && characters !== undefined && isPlain(nodes)) {
    return voidInline('mention', {
      ref,
      ...(characters !== node.url && { label: characters }),
    })
  }
  const allowed = nodes.filter((inner) => isLinkable(inner))
  if (allowed.length < nodes.length) work.scope.problem ??= linkProblem(nodes)
  return {
    object: 'inline',
    type: 'link',
    isVoid: false,
    data: { ref, ...(title !== undefined && { title }) },
    nodes: allowed,
  }
}

function linkProblem(nodes: readonly Phrasing[]): string {
  const odd = nodes.find((node) => !isLinkable(node))
  return `${odd?.object === 'inline' ? odd.type : 'text'} in a link`
}

function isLinkable(node: Phrasing): node is Text | InlineImage | Emoji | Icon {
  if (node.object === 'text') return true
  return node.type === 'inline-image' || node.type === 'emoji' || node.type === 'icon'
}

function isPlain(nodes: readonly Phrasing[]): boolean {
  return nodes.every(
    (node) =>
      node.object === 'text' && node.leaves.every(({ marks }) => marks === noMarks),
  )
}

function inlineImage(
  node: Pick<Image, 'url'> & {
    readonly title?: string | null | undefined
    readonly alt?: string | null | undefined
  },
): InlineImage {
  const caption = (node.title ?? '').replaceAll('\n', ' ')
  const alt = (node.alt ?? '').replaceAll('\n', ' ')
  return voidInline('inline-image', {
    ref: assetRef(node.url),
    ...(caption !== '' && { caption }),
    ...(alt !== '' && { alt }),
  })
}

function voidInline<Type extends string, Data extends object>(type: Type, data: Data) {
  return { object: 'inline' as const, type, isVoid: true as const, data }
}

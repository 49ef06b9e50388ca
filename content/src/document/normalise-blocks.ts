import { blockOfText } from './block-of-text.ts'
import { mapFlow } from './map-flow.ts'
import { isBare } from './meta.ts'
import type {
  Annotation,
  CodeLine,
  Expandable,
  FlowBlock,
  Fragment,
  JSONDocument,
  Phrasing,
} from './nodes.ts'
import { spellRef } from './references.ts'
import {
  emptyParagraph,
  fragmentOf,
  isEmptyParagraph,
  paragraphOf,
  textOf,
} from './shapes.ts'
import { fragmentNamed, mapDocument } from './walk.ts'

/** Turns a paragraph with only an image into `images`, and one with only a formula into `math`. */
export function promoteLone(document: JSONDocument): JSONDocument {
  return mapFlow(document, (blocks, holder) =>
    holder.object === 'fragment' && isLineOfText(holder) ? blocks : blocks.map(promote),
  )
}

/** Whether a fragment is a title, which stays text, even if it is only an image or a formula. */
function isLineOfText({ fragment }: Fragment): boolean {
  return fragment === 'expandable-title' || fragment.startsWith('title:')
}

function promote(block: FlowBlock): FlowBlock {
  const isPlain = block.type === 'paragraph' && isBare(block)
  const isLone =
    isPlain && block.nodes.length === 1 && block.nodes[0]?.object === 'inline'
  return isLone ? blockOfText(block.nodes) : block
}

/** Drops empty paragraphs and groups without parts; an empty container gets one empty paragraph. */
export function dropEmpty(document: JSONDocument): JSONDocument {
  const withLines = mapDocument(document, (node) =>
    node.object === 'block' && node.type === 'code' && node.nodes.length === 0
      ? [{ ...node, nodes: [emptyLine] }]
      : [node],
  )
  return mapFlow(withLines, (blocks, holder) => {
    const kept = blocks.filter((block) => !isEmptyParagraph(block) && !isHollow(block))
    return kept.length > 0 || holder.object === 'document' ? kept : [emptyParagraph]
  })
}

const emptyLine: CodeLine = {
  object: 'block',
  type: 'code-line',
  isVoid: false,
  data: {},
  nodes: [textOf('')],
}

function isHollow(block: FlowBlock): boolean {
  if (block.type === 'table') return block.data.view.columns.length === 0
  return !block.isVoid && block.nodes.length === 0
}

/** Adds missing titles and bodies; drops captions and fallbacks without content of their own. */
export function normaliseFragments(document: JSONDocument): JSONDocument {
  return mapDocument(document, (node) => {
    if (node.object === 'inline' && node.type === 'annotation') return [withBody(node)]
    if (node.object !== 'block' || !('fragments' in node)) return [node]
    if (node.type === 'expandable') return [withTitleAndBody(node)]
    if (node.type === 'table') return [node]
    const isPointer = node.type === 'content-ref' || node.type === 'swagger'
    const repeated = isPointer ? spellRef(node.data.ref) : undefined
    const [fragment] = node.fragments
    const isSpare =
      fragment !== undefined &&
      (fragment.nodes.every(isEmptyParagraph) || isLinkTo(fragment.nodes, repeated))
    return isSpare ? [{ ...node, fragments: [] }] : [node]
  })
}

function withBody(annotation: Annotation): Annotation {
  const [body] = annotation.fragments
  if (body !== undefined) return annotation
  return { ...annotation, fragments: [fragmentOf('annotation-body', [emptyParagraph])] }
}

/** The expandable with one paragraph as its title; other blocks of the title move to the body. */
function withTitleAndBody(expandable: Expandable): Expandable {
  const title = fragmentNamed(expandable, 'expandable-title')?.nodes ?? []
  const body = fragmentNamed(expandable, 'expandable-body')?.nodes ?? []
  const [first, ...others] = title
  const isTitle = first?.type === 'paragraph'
  const head = isTitle ? paragraphOf(first.nodes) : emptyParagraph
  const moved = isTitle ? others : title
  const inside = [...moved, ...body].filter((block) => !isEmptyParagraph(block))
  return {
    ...expandable,
    fragments: [
      fragmentOf('expandable-title', [head]),
      fragmentOf('expandable-body', inside.length > 0 ? inside : [emptyParagraph]),
    ],
  }
}

function isLinkTo(blocks: readonly FlowBlock[], address: string | undefined): boolean {
  const [paragraph, ...more] = blocks
  if (paragraph?.type !== 'paragraph' || more.length > 0) return false
  const [link, ...rest] = paragraph.nodes
  if (link?.object !== 'inline' || link.type !== 'link' || rest.length > 0) return false
  if (link.data.title !== undefined || spellRef(link.data.ref) !== address) return false
  return charactersOf(link.nodes) === address
}

function charactersOf(nodes: readonly Phrasing[]): string {
  return nodes
    .map((node) =>
      node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : '\uFFFC',
    )
    .join('')
}

import type { PhrasingContent } from 'mdast'

import { isElement } from '#/html/elements.ts'
import type { EmbeddedReader, HtmlEmbedded, HtmlNode } from '#/html/html-node.ts'
import { parseTag } from '#/html/parse-html.ts'
import { phrasingFromHtml } from '#/html/read-phrasing.ts'
import type { Mark } from '#/document/marks.ts'

import { withEmbedded } from '../embedded.ts'

import type { Reader } from '../reader.ts'

import { isCondition } from './condition-in-text.ts'
import type { TextWork } from './text-work.ts'

/**
 * Adds the element whose opening tag is at `from`, with the Markdown inside it. Returns the index
 * of its last node. A tag whose name is no element is text.
 */
export function addHtml(
  work: TextWork,
  nodes: readonly PhrasingContent[],
  from: number,
  marks: readonly Mark[],
): number {
  const { scope, builder } = work
  const raw = valueAt(nodes, from)
  if (!isHtml(raw)) {
    builder.add(raw.replaceAll('\n', ' '), marks)
    return from
  }
  const to = lastIndex(nodes, from)
  if (to === undefined) {
    scope.problem ??= `<${parseTag(raw)?.name ?? '?'}> without its pair`
    return from
  }
  const phrasing = phrasingFromHtml(
    htmlOf(nodes.slice(from, to + 1), work.reader),
    marks,
    embeddedReader(work),
  )
  if ('notUnderstood' in phrasing) scope.problem ??= phrasing.notUnderstood
  else builder.addAll(phrasing)
  return to
}

/** The index of the last node of the element at `from`; undefined if a tag is missing. */
function lastIndex(nodes: readonly PhrasingContent[], from: number): number | undefined {
  const tag = parseTag(valueAt(nodes, from))
  if (tag === undefined || tag.kind === 'closing') return undefined
  return tag.kind === 'opening' ? closingIndex(nodes, from, tag.name) : from
}

/** The index where the element at `from` ends; elements inside it may have the same name. */
function closingIndex(
  nodes: readonly PhrasingContent[],
  from: number,
  name: string,
): number | undefined {
  let depth = 1
  for (let index = from + 1; index < nodes.length; index++) {
    if (nodes[index]?.type !== 'html') continue
    const tag = parseTag(valueAt(nodes, index))
    if (tag?.name !== name) continue
    if (tag.kind === 'opening') depth++
    if (tag.kind === 'closing') depth--
    if (depth === 0) return index
  }
  return undefined
}

/** Tags as HTML, with the nodes between them embedded. */
export function htmlOf(
  nodes: readonly PhrasingContent[],
  reader: Pick<Reader, 'source'>,
): HtmlNode[] {
  const parts: (string | PhrasingContent[])[] = []
  for (const node of nodes) {
    const last = parts.at(-1)
    if (node.type === 'html' && isHtml(node.value)) parts.push(node.value)
    else if (Array.isArray(last)) last.push(node)
    else parts.push([node])
  }
  return withEmbedded(parts, 'phrasing').map((node) => withText(node, reader))
}

/** Turns embedded text alone into plain text: labels and formulas accept nothing else. */
function withText(node: HtmlNode, reader: Pick<Reader, 'source'>): HtmlNode {
  if (node.type === 'element') {
    return { ...node, children: node.children.map((child) => withText(child, reader)) }
  }
  const [only, ...more] = node.type === 'embedded' ? phrasingIn(node) : []
  if (only?.type !== 'text' || more.length > 0) return node
  const text = only.value.replaceAll('\n', ' ')
  const isTag = isCondition(only, reader)
  return { type: 'text', text, exact: true, ...(isTag && { isCondition: true }) }
}

function isHtml(raw: string): boolean {
  const tag = parseTag(raw)
  return tag === undefined || tag.name === '' || isElement(tag.name)
}

export function embeddedReader({
  reader,
  scope,
}: Pick<TextWork, 'reader' | 'scope'>): EmbeddedReader {
  return {
    blocks: () => {
      scope.problem ??= 'blocks in text'
      return []
    },
    phrasing: (embedded, marks) => reader.phrasing(phrasingIn(embedded), marks, scope),
    footnote: (label) => (scope.inFootnote ? undefined : reader.footnotes.body(label)),
  }
}

function phrasingIn(embedded: HtmlEmbedded): readonly PhrasingContent[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `htmlOf` makes these, from phrasing nodes
  return embedded.nodes as readonly PhrasingContent[]
}

function valueAt(nodes: readonly PhrasingContent[], index: number): string {
  const node = nodes[index]
  return node?.type === 'html' ? node.value : ''
}

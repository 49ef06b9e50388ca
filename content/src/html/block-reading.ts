import type { FlowBlock, Paragraph, Phrasing } from '#/document/nodes.ts'
import type { EmbeddedReader, HtmlElement, HtmlNode } from './html-node.ts'
import { isInline } from './elements.ts'
import { emptyText, readBlockText } from './read-phrasing.ts'
import { refuse } from './refusal.ts'
import { isBlank } from './white-space.ts'

/** The context that the readers of single elements share. */
export interface BlockReading {
  readonly reader: EmbeddedReader
  /** The blocks inside an element; none when it is empty. */
  readonly flow: (nodes: readonly HtmlNode[]) => FlowBlock[]
}

/** The blocks of a container: one empty paragraph when it has none. */
export function readBody(
  nodes: readonly HtmlNode[],
  reading: BlockReading,
): readonly FlowBlock[] {
  const blocks = reading.flow(nodes)
  return blocks.length > 0 ? blocks : [paragraph([])]
}

/** One paragraph with all of the text. */
export function readParagraph(
  nodes: readonly HtmlNode[],
  reading: BlockReading,
): Paragraph {
  return paragraph(readBlockText(nodes, reading.reader))
}

export function paragraph(
  nodes: readonly Phrasing[],
  said: Pick<Paragraph, 'data' | 'meta'> = { data: {} },
): Paragraph {
  return {
    object: 'block',
    type: 'paragraph',
    isVoid: false,
    ...said,
    nodes: nodes.length > 0 ? nodes : [emptyText],
  }
}

/** The child elements of an element that otherwise has only white space. */
export function elementsIn({ name, children }: HtmlElement): HtmlElement[] {
  return children.flatMap((node) => {
    if (node.type === 'element') return [node]
    return isBlank(node) ? [] : refuse(`text in <${name}>`)
  })
}

/** Whether a node belongs in a line of text. */
export function isPhrasing(node: HtmlNode): boolean {
  if (node.type === 'element') return isInline(node.name)
  return node.type === 'text' || (node.type === 'embedded' && node.content === 'phrasing')
}

import { conditionInText } from '#/document/condition-tags.ts'
import type { EmbeddedReader, HtmlNode } from './html-node.ts'
import { refuse } from './refusal.ts'
import { collapseWhiteSpace, type Piece } from './text-pieces.ts'

/** Reads text without marks or inlines, with white space as a browser shows it. */
export function plainText(nodes: readonly HtmlNode[], reader: EmbeddedReader): string {
  const pieces = nodes.map((node): Piece => {
    if (node.type === 'text') {
      if (node.isCondition === true) refuse(conditionInText)
      return {
        kind: node.exact === true ? 'exact' : 'flowing',
        text: node.text,
        marks: [],
      }
    }
    if (node.type === 'embedded') {
      return { kind: 'exact', text: embeddedText(node, reader), marks: [] }
    }
    if (node.type === 'element' && node.name === 'br') {
      return { kind: 'break', text: '', marks: [] }
    }
    return refuse('more than text in a label')
  })
  return collapseWhiteSpace(pieces, true)
    .flatMap((node) => (node.object === 'text' ? node.leaves : []))
    .map((leaf) => leaf.text)
    .join('')
}

/** Reads text with its white space as it is written. */
export function rawText(nodes: readonly HtmlNode[], reader: EmbeddedReader): string {
  return nodes
    .map((node) => {
      if (node.type === 'embedded') return embeddedText(node, reader)
      return node.type === 'text' ? node.text : refuse('more than text in code')
    })
    .join('')
}

function embeddedText(
  embedded: Extract<HtmlNode, { type: 'embedded' }>,
  reader: EmbeddedReader,
): string {
  return reader
    .phrasing(embedded, [])
    .flatMap((node) =>
      node.object === 'text' ? node.leaves : refuse('more than text in a label'),
    )
    .map(({ text, marks }) =>
      marks.length > 0 ? refuse('more than text in a label') : text,
    )
    .join('')
}

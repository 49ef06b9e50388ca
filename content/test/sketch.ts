import { keptOf } from '#/document/meta.ts'
import type { Block, Fragment, Inline, JSONDocument, Text } from '#/document/nodes.ts'
import { fragmentsIn, nodesIn } from '#/document/walk.ts'

/**
 * A document in few words, for tests: `hint{style:"info"}(paragraph("a" bold("b")))`. Text is quoted,
 * marks stand around it, fragments are `name=(…)`.
 */
export function sketch(document: JSONDocument): string {
  return document.nodes.map((node) => sketchNode(node)).join('\n')
}

function sketchNode(node: Block | Inline | Text | Fragment): string {
  if (node.object === 'text') {
    return node.leaves
      .map(({ text, marks }) =>
        marks.reduceRight(
          (inside, { type }) => `${type}(${inside})`,
          JSON.stringify(text),
        ),
      )
      .join(' ')
  }
  const inside = [...nodesIn(node), ...fragmentsIn(node)].map((inner) =>
    sketchNode(inner),
  )
  const body = inside.length > 0 ? `(${inside.join(' ')})` : ''
  if (node.object === 'fragment') return `${node.fragment}=${body}`
  return `${node.type}${sketchData({ ...node.data, ...keptOf(node.meta) })}${body}`
}

function sketchData(data: object): string {
  const entries = Object.entries(data).map(
    ([key, value]) => `${key}:${JSON.stringify(value)}`,
  )
  return entries.length > 0 ? `{${entries.join(',')}}` : ''
}

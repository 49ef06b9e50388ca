import type { JSONDocument, Node } from '@lectern/content/document/nodes.ts'
import { walk } from '@lectern/content/document/walk.ts'
import { phrasingText } from '@lectern/content/look/plain-text.ts'

/** Limits of diagrams: what is beyond them is shown as code. The api has the same for a source. */
export const diagramLimits = { perPage: 30, characters: 20_000 } as const

/** The source of a diagram: of a code block in the language `mermaid`, or of its integration. */
export function diagramSourceOf(node: Node): string | undefined {
  if (node.object !== 'block') return undefined
  if (node.type === 'code') {
    if (node.data.syntax?.toLowerCase() !== 'mermaid') return undefined
    const text = node.nodes.map((line) => phrasingText(line.nodes)).join('\n')
    return text.trim() === '' ? undefined : text
  }
  if (node.type !== 'integration' || node.data.integration !== 'mermaid') return undefined
  const { content } = node.data.props
  return typeof content === 'string' && content.trim() !== '' ? content : undefined
}

/** The sources of the diagrams in documents, each once, as far as they are within the limits. */
export function diagramSourcesIn(
  documents: Iterable<JSONDocument>,
  countMax: number = diagramLimits.perPage,
): readonly string[] {
  const sources = new Set<string>()
  for (const document of documents) {
    for (const { node } of walk(document)) {
      if (sources.size >= countMax) return [...sources]
      const source = diagramSourceOf(node)
      if (source !== undefined && source.length <= diagramLimits.characters) {
        sources.add(source)
      }
    }
  }
  return [...sources]
}

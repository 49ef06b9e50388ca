import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import { walk } from '@lectern/content/document/walk.ts'
import { diagramSourceOf } from '@lectern/content/look/plain-text.ts'

export { diagramSourceOf }

/** Limits of diagrams: what is beyond them is shown as code. The api has the same for a source. */
export const diagramLimits = { perPage: 30, characters: 20_000 } as const

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

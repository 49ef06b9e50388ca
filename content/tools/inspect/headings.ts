import type { JSONDocument } from '#/document/nodes.ts'
import { walk } from '#/document/walk.ts'
import { anchors, isHeading } from '#/look/anchors.ts'
import { phrasingText } from '#/look/plain-text.ts'

export interface OutlineEntry {
  readonly level: 1 | 2 | 3
  readonly text: string
  /** The fragment of a link to this heading. */
  readonly id: string
}

const levels = { 'heading-1': 1, 'heading-2': 2, 'heading-3': 3 } as const

/** The headings of a document in reading order, including those inside tabs, steps and the like. */
export function headings(document: JSONDocument): readonly OutlineEntry[] {
  const ids = anchors(document)
  const outline: OutlineEntry[] = []
  for (const { node } of walk(document)) {
    if (node.object !== 'block' || !isHeading(node)) continue
    const text = phrasingText(node.nodes).trim()
    outline.push({ level: levels[node.type], text, id: ids.get(node) ?? '' })
  }
  return outline
}

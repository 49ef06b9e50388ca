import type { FlowBlock } from '#/document/nodes.ts'
import { walk } from '#/document/walk.ts'

const reference = /\[\^([^[\]\s]+)\]/g

/** The labels of footnotes in verbatim Markdown: no other footnote may have them. */
export function takenLabels(blocks: readonly FlowBlock[]): ReadonlySet<string> {
  const labels = new Set<string>()
  const document = { object: 'document' as const, data: {}, nodes: blocks }
  for (const { node } of walk(document)) {
    if (node.object !== 'block' || node.type !== 'verbatim') continue
    for (const [, label = ''] of node.data.markdown.matchAll(reference)) labels.add(label)
  }
  return labels
}

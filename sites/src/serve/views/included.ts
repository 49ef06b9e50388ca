import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import { walk } from '@lectern/content/document/walk.ts'

/** Reusable contents that a document shows itself. */
export function includedIn(document: JSONDocument): readonly string[] {
  const ids = new Set<string>()
  for (const { node } of walk(document)) {
    if (node.object !== 'block' || node.type !== 'reusable-content') continue
    const { ref } = node.data
    if (ref.kind === 'reusable-content') ids.add(ref.reusableContent)
  }
  return [...ids]
}

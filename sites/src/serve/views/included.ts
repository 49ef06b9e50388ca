import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import { walk } from '@lectern/content/document/walk.ts'

/** Ids of the reusable contents that a document includes directly. */
export function includedIn(document: JSONDocument): readonly string[] {
  const ids = new Set<string>()
  for (const { node } of walk(document)) {
    if (node.object !== 'block' || node.type !== 'reusable-content') continue
    const { ref } = node.data
    if (ref.kind === 'reusable-content') ids.add(ref.reusableContent)
  }
  return [...ids]
}

import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import type { ContentRef } from '@lectern/content/document/references.ts'
import { type InnerNode, mapDocument, walk } from '@lectern/content/document/walk.ts'
import { links } from '@lectern/content/look/links.ts'
import { mapRefs } from '@lectern/content/look/map-refs.ts'

/** The references of a document in the order of its stored links. */
export function refsOf(document: JSONDocument): readonly ContentRef[] {
  return links(document).map(({ ref }) => ref)
}

/** The references of a document, and the conditions under which readers see each. */
export function refsWithConditions(document: JSONDocument) {
  const found = links(document)
  return {
    refs: found.map(({ ref }) => ref),
    conditions: found.map(({ conditions }) => conditions),
  }
}

/** The document with other references: `change` is called for each, in the order of `refsOf`. */
export function withRefs(
  document: JSONDocument,
  change: (ref: ContentRef, index: number) => ContentRef,
): JSONDocument {
  // Nodes are rebuilt from the inside out, but counted in document order.
  const changed = new Map<InnerNode, ContentRef[]>()
  let index = 0
  for (const { node } of walk(document)) {
    if (node.object !== 'block' && node.object !== 'inline') continue
    const refs: ContentRef[] = []
    mapRefs(node, ({ ref }) => {
      refs.push(change(ref, index))
      index += 1
      return ref
    })
    if (refs.length > 0) changed.set(node, refs)
  }
  if (changed.size === 0) return document
  return mapDocument(document, (node, before) => {
    const refs = changed.get(before)
    if (refs === undefined) return [node]
    let next = 0
    return [mapRefs(node, ({ ref }) => refs[next++] ?? ref)]
  })
}

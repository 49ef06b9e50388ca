import type { JSONDocument, Node } from '@lectern/content/document/nodes.ts'
import { mapDocument } from '@lectern/content/document/walk.ts'
import type { InnerNode } from '@lectern/content/document/walk.ts'
import { anchors } from '@lectern/content/look/anchors.ts'

/** The deepest nesting of reusable contents in each other. */
const depthMax = 5
/** The number of added nodes after which a page includes no further reusable contents. */
const includedNodesMax = 50_000

export interface Expanded {
  readonly document: JSONDocument
  /** Wanted ids of the nodes: those of the page itself have precedence over those it includes. */
  readonly ownIds: ReadonlyMap<Node, string>
  readonly includedIds: ReadonlyMap<Node, string>
}

/**
 * The document with its reusable contents in place; a content included twice gives separate nodes.
 * Left out are circular and too deep contents, and those after `includedNodesMax` nodes.
 */
export function expand(
  document: JSONDocument,
  reusable: (id: string) => JSONDocument | undefined,
): Expanded {
  const work: Work = {
    reusable,
    ownIds: new Map(),
    includedIds: new Map(),
    nodesLeft: includedNodesMax,
  }
  const expanded = expandInside(document, work, [])
  return { document: expanded, ownIds: work.ownIds, includedIds: work.includedIds }
}

interface Work {
  readonly reusable: (id: string) => JSONDocument | undefined
  readonly ownIds: Map<Node, string>
  readonly includedIds: Map<Node, string>
  nodesLeft: number
}

function expandInside(
  document: JSONDocument,
  work: Work,
  around: readonly string[],
): JSONDocument {
  const ids = anchors(document)
  const wanted = around.length === 0 ? work.ownIds : work.includedIds
  return mapDocument(document, (node, before) => {
    if (around.length > 0) work.nodesLeft -= 1
    const included = includedIn(node, work, around)
    if (included !== undefined) return included
    const copy = { ...node }
    const id = metaId(before) ?? ids.get(before)
    if (id !== undefined) wanted.set(copy, id)
    return [copy]
  })
}

function includedIn(
  node: InnerNode,
  work: Work,
  around: readonly string[],
): readonly InnerNode[] | undefined {
  if (node.object !== 'block' || node.type !== 'reusable-content') return undefined
  const { ref } = node.data
  if (ref.kind !== 'reusable-content') return []
  const { reusableContent: id } = ref
  const isTooMuch = around.length >= depthMax || work.nodesLeft <= 0
  if (isTooMuch || around.includes(id)) return []
  const document = work.reusable(id)
  return document === undefined ? [] : expandInside(document, work, [...around, id]).nodes
}

function metaId(node: InnerNode): string | undefined {
  return 'meta' in node && node.meta !== undefined && 'id' in node.meta
    ? node.meta.id
    : undefined
}

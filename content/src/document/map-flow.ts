import type { FlowBlock, Fragment, JSONDocument } from './nodes.ts'
import { blockShapes } from './schema.ts'
import { mapDocument, type InnerNode } from './walk.ts'

type Holder = JSONDocument | Fragment | FlowContainer
interface FlowContainer {
  readonly object: 'block'
  readonly nodes: readonly FlowBlock[]
}

/** The document with each list of blocks replaced by the result of `change`, innermost first. */
export function mapFlow(
  document: JSONDocument,
  change: (blocks: readonly FlowBlock[], holder: Holder) => readonly FlowBlock[],
): JSONDocument {
  const changed = mapDocument(document, (node) => {
    if (node.object === 'fragment') return [{ ...node, nodes: change(node.nodes, node) }]
    if (!holdsFlow(node)) return [node]
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a container holds any flow block
    return [{ ...node, nodes: change(node.nodes, node) } as InnerNode]
  })
  return { ...changed, nodes: change(changed.nodes, changed) }
}

function holdsFlow(node: InnerNode): node is InnerNode & FlowContainer {
  return node.object === 'block' && blockShapes[node.type].nodes === 'flow'
}

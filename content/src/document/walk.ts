import type { Block, Fragment, Inline, JSONDocument, Node, Text } from './nodes.ts'

/** Every node inside a document. */
export type InnerNode = Block | Inline | Text | Fragment

type Slot = 'nodes' | 'fragments'

/** The place of a node. Linked upwards, so that deep documents cost no more than wide ones. */
export interface NodePlace<Found extends Node = Node> {
  readonly node: Found
  readonly parent?: NodePlace
  /** The list of the parent that holds the node, and the index in it; absent at the root. */
  readonly slot?: Slot
  readonly index?: number
}

/**
 * The root and every node below it in document order: a node before its content, its children
 * before its fragments. A node that `enter` refuses is yielded, but nothing below it.
 */
export function* walk(
  root: Node,
  enter: (place: NodePlace) => boolean = () => true,
): Generator<NodePlace> {
  const waiting: NodePlace[] = [{ node: root }]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    yield place
    // A list of a hundred thousand lines is too long for a spread into `push`.
    if (enter(place)) for (const inside of placesInside(place)) waiting.push(inside)
  }
}

/** The path from the root, as a pointer: `/nodes/0/fragments/1/nodes/2`; empty for the root. */
export function pathOf(place: NodePlace): string {
  const steps: string[] = []
  for (let step: NodePlace | undefined = place; step !== undefined; step = step.parent) {
    if (step.slot !== undefined) steps.push(`/${step.slot}/${step.index}`)
  }
  return steps.toReversed().join('')
}

/** The ancestors of a node, the nearest first. */
export function* ancestorsOf(place: NodePlace): Generator<Node> {
  for (let step = place.parent; step !== undefined; step = step.parent) yield step.node
}

/** The children of a node; none where it cannot have any. */
export function nodesIn(node: Node): readonly InnerNode[] {
  return 'nodes' in node ? node.nodes : []
}

/** The fragments of a node; none where it cannot have any. */
export function fragmentsIn(node: Node): readonly Fragment[] {
  return 'fragments' in node ? node.fragments : []
}

export function fragmentNamed(node: Node, name: string): Fragment | undefined {
  return fragmentsIn(node).find((fragment) => fragment.fragment === name)
}

/**
 * The document with each node replaced by the result of `change`, the innermost first: `node` has
 * its new children already, `before` is the original. An empty result drops the node, a longer one
 * inserts more nodes. A node without any change stays the same object.
 */
export function mapDocument(
  document: JSONDocument,
  change: (node: InnerNode, before: InnerNode) => readonly InnerNode[],
): JSONDocument {
  const root: Rebuild<JSONDocument> = { node: document, nodes: [], fragments: [] }
  const waiting: (Rebuild<Node> | Finish)[] = [root]
  for (let work = waiting.pop(); work !== undefined; work = waiting.pop()) {
    if ('finish' in work) {
      const { finish, into, slot } = work
      // A spread into `push` fails on very long lists, as in `walk`.
      for (const node of change(withChildren(finish), finish.node)) into[slot].push(node)
      continue
    }
    for (const slot of ['fragments', 'nodes'] as const) {
      for (const node of childrenIn(work.node, slot).toReversed()) {
        const finish: Rebuild<InnerNode> = { node, nodes: [], fragments: [] }
        waiting.push({ finish, into: work, slot }, finish)
      }
    }
  }
  return withChildren(root)
}

interface Rebuild<Rebuilt extends Node> {
  readonly node: Rebuilt
  readonly nodes: InnerNode[]
  readonly fragments: InnerNode[]
}

interface Finish {
  readonly finish: Rebuild<InnerNode>
  readonly into: Rebuild<Node>
  readonly slot: Slot
}

function childrenIn(node: Node, slot: Slot): readonly InnerNode[] {
  return slot === 'nodes' ? nodesIn(node) : fragmentsIn(node)
}

/** The places of the children and fragments, the last first, as a stack needs them. */
function placesInside(parent: NodePlace): NodePlace[] {
  const inSlot = (slot: Slot) =>
    childrenIn(parent.node, slot).map((node, index) => ({ node, parent, slot, index }))
  return inSlot('nodes').concat(inSlot('fragments')).toReversed()
}

function withChildren<Rebuilt extends Node>(work: Rebuild<Rebuilt>): Rebuilt {
  const { node, nodes, fragments } = work
  let rebuilt = node
  // The caller's `change` is responsible for the types of the children in each list.
  if (!sameNodes(nodes, nodesIn(node))) rebuilt = { ...rebuilt, nodes }
  if (!sameNodes(fragments, fragmentsIn(node))) rebuilt = { ...rebuilt, fragments }
  return rebuilt
}

function sameNodes(left: readonly InnerNode[], right: readonly InnerNode[]): boolean {
  return (
    left.length === right.length && left.every((node, index) => node === right[index])
  )
}

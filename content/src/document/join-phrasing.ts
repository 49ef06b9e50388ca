import type { Inline, Leaf, Text } from '#/document/nodes.ts'

/**
 * The text in as few nodes as possible: neighbouring texts are joined, leaves with equal marks are
 * joined, empty ones are dropped unless all are empty. Returns its argument when nothing changes.
 */
export function joinPhrasing<Node extends Text | Inline>(
  nodes: readonly Node[],
): readonly (Node | Text)[] {
  if (isJoined(nodes)) return nodes
  const joined: (Node | Text)[] = []
  let leaves: Leaf[] = []
  for (const node of nodes) {
    if (node.object === 'text') {
      for (const leaf of node.leaves) append(leaves, leaf)
      continue
    }
    if (leaves.length > 0) joined.push({ object: 'text', leaves })
    leaves = []
    joined.push(node)
  }
  if (leaves.length > 0) joined.push({ object: 'text', leaves })
  return joined.length > 0 ? joined : [emptyText]
}

const emptyText: Text = {
  object: 'text',
  leaves: [{ object: 'leaf', text: '', marks: [] }],
}

function isJoined(nodes: readonly (Text | Inline)[]): boolean {
  if (nodes.length === 1 && nodes[0]?.object === 'text') {
    const [only, ...more] = nodes[0].leaves
    if (only?.text === '') return more.length === 0 && only.marks.length === 0
  }
  return (
    nodes.length > 0 &&
    nodes.every((node, index) => {
      if (node.object !== 'text') return true
      const { leaves } = node
      if (nodes[index - 1]?.object === 'text' || leaves.length === 0) return false
      return leaves.every((leaf, at) => {
        const before = leaves[at - 1]
        return leaf.text !== '' && !(before !== undefined && sameMarks(before, leaf))
      })
    })
  )
}

function append(leaves: Leaf[], leaf: Leaf): void {
  const last = leaves.at(-1)
  if (leaf.text === '') return
  if (last === undefined || !sameMarks(last, leaf)) leaves.push(leaf)
  else leaves.splice(-1, 1, { ...last, text: last.text + leaf.text })
}

function sameMarks(left: Leaf, right: Leaf): boolean {
  return JSON.stringify(left.marks) === JSON.stringify(right.marks)
}

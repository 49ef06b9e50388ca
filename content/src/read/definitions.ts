import type { Definition, FootnoteDefinition, Nodes, Root } from 'mdast'

/** The targets of labels in a page; the first definition of a label counts. */
export interface Definitions {
  readonly links: ReadonlyMap<string, Definition>
  readonly footnotes: ReadonlyMap<string, FootnoteDefinition>
}

export function collectDefinitions(root: Root, source: string): Definitions {
  const links = new Map<string, Definition>()
  const footnotes = new Map<string, FootnoteDefinition>()
  // Most pages have no definitions and need no walk.
  const waiting: Nodes[] = source.includes(']:') ? [root] : []
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'definition' && !links.has(node.identifier)) {
      links.set(node.identifier, node)
    }
    if (node.type === 'footnoteDefinition' && !footnotes.has(node.identifier)) {
      footnotes.set(node.identifier, node)
    }
    if (holdsBlocks(node)) {
      for (const child of node.children.toReversed()) waiting.push(child)
    }
  }
  return { links, footnotes }
}

function holdsBlocks(
  node: Nodes,
): node is Extract<Nodes, { type: 'root' | 'blockquote' | 'list' | 'listItem' }> {
  return (
    node.type === 'root' ||
    node.type === 'blockquote' ||
    node.type === 'list' ||
    node.type === 'listItem' ||
    node.type === 'footnoteDefinition'
  )
}

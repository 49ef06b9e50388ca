import { isBare } from './meta.ts'
import type {
  FlowBlock,
  Fragment,
  FragmentType,
  Node,
  Paragraph,
  Phrasing,
  Text,
  Verbatim,
} from './nodes.ts'

/** Whether the texts have no characters; any inline counts as content. */
export function isEmptyText(nodes: readonly Phrasing[]): boolean {
  return nodes.every(
    (node) => node.object === 'text' && node.leaves.every((leaf) => leaf.text === ''),
  )
}

export function isEmptyParagraph(node: Node | undefined): boolean {
  return node?.object === 'block' && node.type === 'paragraph' && isEmptyText(node.nodes)
}

/** The text of leaves without any mark; undefined when there are marks or inlines. */
export function plainText(nodes: readonly Phrasing[]): string | undefined {
  let text = ''
  for (const node of nodes) {
    if (node.object !== 'text') return undefined
    for (const leaf of node.leaves) {
      if (leaf.marks.length > 0) return undefined
      text += leaf.text
    }
  }
  return text
}

/** The text of a fragment that is one plain paragraph; undefined when it is more than that. */
export function plainParagraph({ nodes }: Pick<Fragment, 'nodes'>): string | undefined {
  const [only] = nodes
  if (nodes.length !== 1 || only?.type !== 'paragraph') return undefined
  return isBare(only) ? plainText(only.nodes) : undefined
}

export function textOf(text: string): Text {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }
}

export function paragraphOf(nodes: readonly Phrasing[]): Paragraph {
  return { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes }
}

export function fragmentOf<Name extends string>(
  fragment: Name,
  nodes: readonly FlowBlock[],
): Fragment<Name> {
  return { object: 'fragment', fragment, type: fragmentType(fragment), nodes }
}

const ownTypes: readonly FragmentType[] = [
  'annotation-body',
  'caption',
  'expandable-body',
  'expandable-title',
  'fallback',
]

/** The type of a fragment: its name, but those of tables are named by their places. */
function fragmentType(name: string): FragmentType {
  const own = ownTypes.find((type) => type === name)
  return own ?? (name.startsWith('title:') ? 'table-title' : 'table-cell')
}

export const emptyParagraph: Paragraph = paragraphOf([textOf('')])

const silentReasons = new Set(['comment', 'definition', 'footnote-definition'])

/** Whether a verbatim block is understood, and shows nothing. */
export function isSilent({ data: { reason } }: Verbatim): boolean {
  return reason !== undefined && silentReasons.has(reason)
}

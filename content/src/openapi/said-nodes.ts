import type {
  FlowBlock,
  Heading,
  Leaf,
  ListItem,
  ListUnordered,
  Phrasing,
  Text,
} from '#/document/nodes.ts'
import { textOf } from '#/document/shapes.ts'

/** A text in which nothing has a meaning. */
export function codeOf(text: string): Text {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line === '') return textOf('')
  const leaf: Leaf = {
    object: 'leaf',
    text: line,
    marks: [{ object: 'mark', type: 'code' }],
  }
  return { object: 'text', leaves: [leaf] }
}

/** A link to the web; its words alone where there is no address. */
export function linkOf(words: string, url: string | undefined): Phrasing {
  if (url === undefined) return textOf(words)
  return {
    object: 'inline',
    type: 'link',
    isVoid: false,
    data: { ref: { kind: 'url', url } },
    nodes: [textOf(words)],
  }
}

export function listOf(items: readonly ListItem[]): readonly ListUnordered[] {
  if (items.length === 0) return []
  return [
    { object: 'block', type: 'list-unordered', isVoid: false, data: {}, nodes: items },
  ]
}

export function itemOf(nodes: readonly FlowBlock[]): ListItem {
  return { object: 'block', type: 'list-item', isVoid: false, data: {}, nodes }
}

const headingTypes = ['heading-1', 'heading-2', 'heading-3'] as const

/** A heading of a level from 2 to 6. */
export function headingOf(level: number, nodes: readonly Phrasing[]): Heading {
  const shown = Math.max(2, Math.min(level, 6))
  return {
    object: 'block',
    type: headingTypes[shown - 2] ?? 'heading-3',
    isVoid: false,
    data: {},
    ...((shown === 5 || shown === 6) && { meta: { level: shown } }),
    nodes,
  }
}

import { joinPhrasing } from './join-phrasing.ts'

import { plainMarks, type Mark } from './marks.ts'
import type {
  Annotation,
  CodeLine,
  Expression,
  Inline,
  JSONDocument,
  Leaf,
  Phrasing,
  Text,
} from './nodes.ts'
import { textOf } from './shapes.ts'
import { mapDocument, type InnerNode } from './walk.ts'

/**
 * Makes every line ending `\n`, or a space in an expression or inline formula, and replaces NUL and
 * lone surrogates, which no Markdown file can hold, by U+FFFD.
 */
export function cleanCharacters(document: JSONDocument): JSONDocument {
  return mapDocument(document, (node) => {
    if (node.object === 'text') {
      const leaves = node.leaves.map((leaf) => ({
        ...leaf,
        text: cleanString(leaf.text),
      }))
      return [{ ...node, leaves }]
    }
    if (node.object === 'fragment') return [node]
    const isInLine = node.type === 'expression' || node.type === 'inline-math'
    const data = cleanValue(node.data, isInLine ? ' ' : '\n')
    const meta = node.meta && { meta: cleanValue(node.meta, '\n') }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- strings stay strings, whatever holds them
    return [{ ...node, data, ...meta } as InnerNode]
  })
}

function cleanString(text: string, lineBreak = '\n'): string {
  return text
    .replaceAll(/\r\n?|\n/g, lineBreak)
    .replaceAll('\0', '\uFFFD')
    .toWellFormed()
}

function cleanValue(value: unknown, lineBreak: string): unknown {
  if (typeof value === 'string') return cleanString(value, lineBreak)
  if (Array.isArray(value)) return value.map((inner) => cleanValue(inner, lineBreak))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, cleanValue(inner, lineBreak)]),
  )
}

/** Splits lines of code at line breaks and drops their marks: a line of code has neither. */
export function splitCodeLines(document: JSONDocument): JSONDocument {
  return mapDocument(document, (node) => {
    if (node.object !== 'block' || node.type !== 'code-line') return [node]
    const lines: CodeLine['nodes'][number][][] = [[]]
    for (const child of node.nodes) {
      if (child.object !== 'text') {
        lines.at(-1)?.push(withPlainText(child))
        continue
      }
      for (const leaf of child.leaves) {
        for (const [index, text] of leaf.text.split('\n').entries()) {
          if (index > 0) lines.push([])
          lines.at(-1)?.push(textOf(text))
        }
      }
    }
    return lines.map((nodes) => ({ ...node, nodes }))
  })
}

function withPlainText(inline: Annotation | Expression): Annotation | Expression {
  if (inline.type === 'expression') return inline
  const text = inline.nodes.flatMap(({ leaves }) => leaves.map((leaf) => leaf.text))
  return { ...inline, nodes: [textOf(text.join('').replaceAll('\n', ' '))] }
}

/** Puts marks in one order, each once, and joins neighbouring texts and leaves with equal marks. */
export function joinText(document: JSONDocument): JSONDocument {
  return mapDocument(document, (node) => {
    if (node.object === 'text') {
      return [{ object: 'text', leaves: node.leaves.map(normaliseLeaf) }]
    }
    if (!('nodes' in node) || node.object === 'fragment') return [node]
    // Blocks that hold blocks have no text to join.
    if (node.object === 'block' && !textBlocks.has(node.type)) return [node]
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was a text or an inline of this node still is one
    const nodes = joinPhrasing((node.nodes as readonly Phrasing[]).filter(saysSomething))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was a text or an inline of this node still is one
    return [{ ...node, nodes } as InnerNode]
  })
}

const textBlocks = new Set([
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'code-line',
])

/** Whether a node can be written: an empty inline formula cannot. */
function saysSomething(node: Text | Inline): boolean {
  return node.object === 'text' || node.type !== 'inline-math' || node.data.formula !== ''
}

function normaliseLeaf({ text, marks }: Leaf): Leaf {
  const kept = new Map<string, Mark>()
  for (const mark of marks) {
    const isNothing =
      mark.type === 'color' &&
      mark.data.text === 'default' &&
      mark.data.background === 'default'
    if (!isNothing && !kept.has(mark.type)) kept.set(mark.type, mark)
  }
  const ordered = ['color', ...plainMarks].flatMap((type) => kept.get(type) ?? [])
  return { object: 'leaf', text, marks: ordered }
}

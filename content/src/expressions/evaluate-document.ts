import type {
  Block,
  CodeLine,
  Expression,
  FlowBlock,
  Fragment,
  Heading,
  If,
  JSONDocument,
  Leaf,
  Paragraph,
  Text,
} from '#/document/nodes.ts'
import { hiddenBlocks } from '#/document/condition-tags.ts'
import { mapDocument, nodesIn } from '#/document/walk.ts'
import type { InnerNode } from '#/document/walk.ts'
import { evaluateExpression, unknownValue } from './evaluate.ts'
import type { Names, Value } from './evaluate.ts'
import { joinPhrasing } from '#/document/join-phrasing.ts'
import { parseExpression } from './parse.ts'
import { readsVisitor } from './uses.ts'

export interface DocumentNames {
  /**
   * The expressions and conditions to evaluate: `everything`; with `same-for-everybody` those that
   * do not read `visitor`; or `nothing`.
   */
  readonly scope: 'everything' | 'same-for-everybody' | 'nothing'
  readonly spaceVariables: Readonly<Record<string, string>> | 'unknown'
  readonly pageVariables: Readonly<Record<string, string>> | 'unknown'
  /** The claims about the visitor: none for one who says nothing of themselves. */
  readonly claims: Readonly<Record<string, unknown>> | 'unknown'
  /**
   * Whether expressions without a value and blocks with an undecidable condition are dropped, for
   * readers who must not see them.
   */
  readonly isStrict?: boolean
}

/** For evaluating where none of the names is at hand: what reads one of them is undecidable. */
export const nothingKnown = {
  spaceVariables: 'unknown',
  pageVariables: 'unknown',
  claims: 'unknown',
} as const

/**
 * The document with its expressions replaced by their text and its `if` blocks by their content or
 * by nothing. An expression or condition that cannot be evaluated stays as it is, unless `isStrict`.
 */
export function evaluateDocument(
  document: JSONDocument,
  names: DocumentNames,
): JSONDocument {
  if (names.scope === 'nothing') return document
  const evaluate = evaluatorOf(names)
  const isStrict = names.isStrict === true
  const evaluated = mapDocument(document, (node) =>
    evaluateNode(isStrict ? withoutHidden(node) : node, evaluate, isStrict),
  )
  return isStrict ? withoutHidden(evaluated) : evaluated
}

/** The node without what a condition that is not closed, or in the middle of a text, may hide. */
function withoutHidden<Kind extends InnerNode | JSONDocument>(node: Kind): Kind {
  const hidden = hiddenBlocks(nodesIn(node))
  if (hidden.size === 0) return node
  return { ...node, nodes: nodesIn(node).filter((_, index) => !hidden.has(index)) }
}

type Evaluate = (expression: string) => { readonly value: Value } | undefined

/** The value of `visitor` in expressions. */
export function visitorOf(claims: DocumentNames['claims']): Names {
  if (claims === 'unknown') return { claims: unknownValue }
  // Most conditions read `visitor.claims.unsigned.x`, so a missing `unsigned` is no error.
  return { claims: { unsigned: {}, ...claims } }
}

/** The evaluation of expressions with these names; undefined for one that has no value. */
export function evaluatorOf(given: DocumentNames): Evaluate {
  const names: Names = {
    space: { vars: orUnknown(given.spaceVariables) },
    page: { vars: orUnknown(given.pageVariables) },
    visitor: visitorOf(given.claims),
  }
  return (source) => {
    const { expression } = parseExpression(source)
    if (expression === undefined) return undefined
    if (given.scope === 'same-for-everybody' && readsVisitor(expression)) return undefined
    const evaluation = evaluateExpression(expression, names)
    return evaluation.problem === undefined ? { value: evaluation.value } : undefined
  }
}

function orUnknown(variables: DocumentNames['spaceVariables']): unknown {
  return variables === 'unknown' ? unknownValue : variables
}

function evaluateNode(
  node: InnerNode,
  evaluate: Evaluate,
  isStrict: boolean,
): readonly InnerNode[] {
  if (node.object === 'text') return [node]
  if (node.object === 'inline') {
    return [node.type === 'expression' ? evaluateInline(node, evaluate, isStrict) : node]
  }
  if (node.object === 'block') {
    if (node.type === 'if') return evaluateIf(node, evaluate, isStrict)
    if (node.type === 'code-line') return evaluateLine(node)
    if (isTextBlock(node)) {
      const nodes = joinPhrasing(node.nodes)
      return [nodes === node.nodes ? node : { ...node, nodes }]
    }
  }
  return [isContainer(node) ? filled(node) : node]
}

function evaluateInline(
  node: Expression,
  evaluate: Evaluate,
  isStrict: boolean,
): Expression | Text {
  const value = evaluate(node.data.expression)
  // Lists and objects have no readable text.
  const hasText =
    value !== undefined && !(typeof value.value === 'object' && value.value !== null)
  if (!hasText && !isStrict) return node
  const text = hasText ? String(value.value ?? '') : ''
  return { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }
}

function evaluateIf(
  node: If,
  evaluate: Evaluate,
  isStrict: boolean,
): readonly InnerNode[] {
  const evaluation = evaluate(node.data.expression)
  if (evaluation === undefined) return isStrict ? [] : [filled(node)]
  return evaluation.value ? node.nodes : []
}

/** The lines that a line of code becomes: several if a value in it has line breaks. */
function evaluateLine(line: CodeLine): readonly CodeLine[] {
  const nodes = joinPhrasing(line.nodes)
  const lines = splitAtBreaks(nodes)
  if (lines.length === 1) return [nodes === line.nodes ? line : { ...line, nodes }]
  return lines.map((part) => ({ ...line, nodes: joinPhrasing(part) }))
}

type LineNode = CodeLine['nodes'][number]

function splitAtBreaks(nodes: readonly LineNode[]): readonly (readonly LineNode[])[] {
  const lines: LineNode[][] = [[]]
  for (const node of nodes) {
    const parts = node.object === 'text' ? splitText(node) : [node]
    parts.forEach((part, index) => {
      if (index > 0) lines.push([])
      lines.at(-1)?.push(part)
    })
  }
  return lines
}

function splitText(text: Text): readonly Text[] {
  if (!text.leaves.some((leaf) => leaf.text.includes('\n'))) return [text]
  const lines: Leaf[][] = [[]]
  for (const leaf of text.leaves) {
    leaf.text.split(/\r?\n/).forEach((part, index) => {
      if (index > 0) lines.push([])
      lines.at(-1)?.push({ ...leaf, text: part })
    })
  }
  return lines.map((leaves) => ({ object: 'text', leaves }))
}

function isTextBlock(block: Block): block is Paragraph | Heading {
  return block.type === 'paragraph' || block.type.startsWith('heading-')
}

const containers: ReadonlySet<string> = new Set([
  'blockquote',
  'hint',
  'list-item',
  'tabs-item',
  'stepper-step',
  'column',
  'if',
  'update',
  'prompt',
])

type Container = Fragment | Extract<Block, { nodes: readonly FlowBlock[] }>

function isContainer(node: Block | Fragment): node is Container {
  return node.object === 'fragment' || containers.has(node.type)
}

/** The container, with an empty paragraph if it has no block. */
function filled<Filled extends Container>(container: Filled): Filled {
  if (container.nodes.length > 0) return container
  return { ...container, nodes: [emptyParagraph] }
}

const emptyParagraph: Paragraph = {
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: '', marks: [] }] }],
}

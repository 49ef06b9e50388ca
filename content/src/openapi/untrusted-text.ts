import type { FlowBlock, Heading, Inline, JSONDocument, Leaf } from '#/document/nodes.ts'
import { paragraphOf, textOf } from '#/document/shapes.ts'
import type { Table } from '#/document/tables.ts'
import { fragmentsIn, mapDocument, nodesIn, type InnerNode } from '#/document/walk.ts'
import { phrasingText, plainText } from '#/look/plain-text.ts'
import { read } from '#/read/read.ts'

import { headingOf } from './said-nodes.ts'

/** Stands between the signs that begin a tag while a text is read. */
const guard = '\uE000'

/** Characters without which Markdown means no more than its words. */
const meaningful = /[\\`*_{}[\]<>()#+|~&$!:@\n]|^\s*(?:[-=]|\d)|www\./u

/**
 * The blocks of a text that strangers wrote in Markdown or HTML: words, lists, tables, code, and
 * links to the web. No tag, picture or reference in it means anything. Its headings begin at a level.
 */
export function untrustedBlocks(
  markdown: string,
  topLevel: number,
): readonly FlowBlock[] {
  if (!meaningful.test(markdown)) {
    const words = markdown.trim()
    return words === '' ? [] : [paragraphOf([textOf(words)])]
  }
  const guarded = markdown.replaceAll(guard, '').replaceAll('{%', `{${guard}%`)
  const { document } = read(guarded)
  const shift = topLevel - topmostLevel(document)
  return mapDocument(document, (node) => narrowed(node, shift)).nodes
}

function topmostLevel({ nodes }: JSONDocument): number {
  return Math.min(...nodes.map((node) => (isHeading(node) ? levelOf(node) : 6)), 6)
}

function isHeading(node: InnerNode): node is Heading {
  return node.object === 'block' && node.type.startsWith('heading-')
}

function levelOf({ type, meta }: Heading): number {
  return meta?.level ?? Number(type.at(-1)) + 1
}

function narrowed(node: InnerNode, shift: number): readonly InnerNode[] {
  if (node.object === 'fragment') return [node]
  if (node.object === 'text') return [{ ...node, leaves: node.leaves.map(plainLeaf) }]
  if (node.object === 'inline') return linkOrWords(node)
  return isHeading(node)
    ? [headingOf(levelOf(node) + shift, node.nodes)]
    : blockOrInside(node)
}

function said(text: string): string {
  return text.replaceAll(guard, '')
}

const keptMarks = new Set(['bold', 'italic', 'strikethrough', 'code'])

function plainLeaf({ object, text, marks }: Leaf): Leaf {
  return {
    object,
    text: said(text),
    marks: marks.filter(({ type }) => keptMarks.has(type)),
  }
}

/** A link leads to the web or to a mailbox; of anything else the words stay. */
function linkOrWords(node: Inline): readonly InnerNode[] {
  if (node.type !== 'link') {
    const words = node.type === 'expression' ? node.data.expression : phrasingText([node])
    return words === '' ? [] : [textOf(said(words))]
  }
  const { object, type, isVoid, data, nodes } = node
  const url = data.ref.kind === 'url' ? said(data.ref.url) : ''
  if (!/^(?:https?:\/\/|mailto:)/i.test(url)) return nodes
  return [{ object, type, isVoid, data: { ref: { kind: 'url', url } }, nodes }]
}

type AnyBlock = Extract<InnerNode, { readonly object: 'block' }>

/** The blocks that stay, with the fields that they keep. */
const keptFields: ReadonlyMap<string, readonly string[]> = new Map([
  ['paragraph', []],
  ['blockquote', []],
  ['divider', []],
  ['list-unordered', []],
  ['list-ordered', ['start']],
  ['list-tasks', []],
  ['list-item', ['checked']],
  ['code', ['syntax']],
  ['code-line', []],
])

function blockOrInside(node: AnyBlock): readonly InnerNode[] {
  if (node.type === 'table') return isPlain(node) ? [plainTable(node)] : insideOf(node)
  const fields = keptFields.get(node.type)
  if (fields === undefined) return insideOf(node)
  const data = Object.entries(node.data).filter(
    ([name, value]) => fields.includes(name) && isPlainValue(value),
  )
  const { meta: _, ...rest } = node
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only optional fields are left out
  return [{ ...rest, data: Object.fromEntries(data) } as InnerNode]
}

function isPlainValue(value: unknown): boolean {
  return typeof value !== 'string' || /^[\w+#.-]{1,40}$/.test(value)
}

function isPlain({ data: { view, definition } }: Table): boolean {
  return (
    view.type === 'grid' && Object.values(definition).every(({ type }) => type === 'text')
  )
}

/** A table without widths and looks. */
function plainTable({ object, isVoid, data, fragments }: Table): Table {
  const columns = Object.entries(data.definition).map(([name, { id, title }]) => {
    const column = {
      id,
      title: said(title),
      type: 'text',
      textAlignment: 'left',
    } as const
    return [name, column] as const
  })
  return {
    object,
    type: 'table',
    isVoid,
    data: {
      view: { type: 'grid', columns: data.view.columns, hideHeader: false },
      definition: Object.fromEntries(columns),
      records: data.records,
    },
    fragments,
  }
}

const partBlocks = new Set(['list-item', 'code-line'])

function isFlow(node: InnerNode): boolean {
  if (node.object !== 'block' || partBlocks.has(node.type)) return false
  return isHeading(node) || node.type === 'table' || keptFields.has(node.type)
}

/** The blocks in a block, which were looked at before; or else its words. */
function insideOf(node: AnyBlock): readonly InnerNode[] {
  const inside = [...nodesIn(node), ...fragmentsIn(node).flatMap(({ nodes }) => nodes)]
  if (inside.length > 0 && inside.every(isFlow)) return inside
  const words = said(plainText(node)).trim()
  return words === '' ? [] : [paragraphOf([textOf(words)])]
}

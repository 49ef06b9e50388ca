import { isBare, kept } from '#/document/meta.ts'
import { fragmentOf } from '#/document/shapes.ts'
import type { Expandable, FlowBlock, Heading, Paragraph } from '#/document/nodes.ts'
import { appendTo } from './append-to.ts'
import { alignBlock, readAlign } from './align.ts'
import { defined, otherAttributes, refuseOthers } from './attributes.ts'
import {
  isPhrasing,
  paragraph,
  readBody,
  readParagraph,
  type BlockReading,
} from './block-reading.ts'
import type { EmbeddedReader, HtmlElement, HtmlNode, NotUnderstood } from './html-node.ts'
import { readPre } from './read-code.ts'
import {
  imagesFromInline,
  isDrawing,
  isImageGroup,
  readDrawing,
  readFigure,
  readImageGroup,
} from './read-images.ts'
import { readList } from './read-list.ts'
import { isOwnForm, readOwnForm } from './read-own-form.ts'
import { emptyText, readBlockText } from './read-phrasing.ts'
import { readTable } from './read-table.ts'
import { refuse, understood } from './refusal.ts'
import { isBlank } from './white-space.ts'

const depthMax = 100

/** The blocks of a piece of HTML, or the reason why it stays as it is. */
export function blocksFromHtml(
  nodes: readonly HtmlNode[],
  reader: EmbeddedReader,
): FlowBlock[] | NotUnderstood {
  let depth = 0
  const reading: BlockReading = {
    reader,
    flow(inside) {
      if (depth >= depthMax) refuse('nested too deep')
      depth += 1
      const blocks = readFlow(inside, reading)
      depth -= 1
      return blocks
    },
  }
  return understood(() => {
    if (nodes.some((node) => node.type === 'text') && nodes.every(isText)) {
      refuse('no element of HTML')
    }
    if (nodes.every(isBlank)) refuse('closing tag alone')
    return reading.flow(nodes)
  })
}

/** Separates a heading from the `<a href="#id" id="id"></a>` at its end. */
export function takeAnchor(nodes: readonly HtmlNode[]): {
  readonly nodes: readonly HtmlNode[]
  readonly id?: string
} {
  const at = nodes.findLastIndex((node) => !isBlank(node))
  const last = nodes[at]
  if (last?.type !== 'element' || last.name !== 'a' || last.children.length > 0) {
    return { nodes }
  }
  const { id, href, ...others } = last.attributes
  const isAnchor = href === undefined || href === `#${id}`
  if (id === undefined || !isAnchor || Object.keys(others).length > 0) return { nodes }
  return { nodes: nodes.slice(0, at), id }
}

/** Whether a node belongs in a line of text; a drawing is a block, even beside text. */
function isInLine(node: HtmlNode): boolean {
  return isPhrasing(node) && !(node.type === 'element' && isDrawing(node))
}

function isText(node: HtmlNode): boolean {
  return node.type === 'text'
}

function readFlow(nodes: readonly HtmlNode[], reading: BlockReading): FlowBlock[] {
  const blocks: FlowBlock[] = []
  let isAfterText = false
  for (const run of runsOf(nodes)) {
    const block = 'block' in run ? run.block : undefined
    if (block?.type === 'comment' && isAfterText) refuse('comment in text')
    isAfterText = 'line' in run && !run.line.every(isBlank)
    if (block !== undefined) appendTo(blocks, readBlock(block, reading))
    else if ('line' in run && isAfterText) appendTo(blocks, readLine(run.line, reading))
  }
  return blocks
}

export interface BlockRun {
  readonly block: HtmlNode
}
export type Run = BlockRun | { readonly line: readonly HtmlNode[] }

/** Splits siblings into runs: each block by itself, and all nodes of a line of text together. */
export function runsOf(nodes: readonly HtmlNode[]): readonly Run[] {
  const runs: Run[] = []
  let line: HtmlNode[] | undefined
  for (const node of nodes) {
    if (!isInLine(node)) {
      runs.push({ block: node })
      line = undefined
    } else if (line === undefined) {
      line = [node]
      runs.push({ line })
    } else line.push(node)
  }
  return runs
}

/** The paragraph, image or formula of the text between blocks; none if it is only white space. */
function readLine(line: readonly HtmlNode[], reading: BlockReading): FlowBlock[] {
  const text = readBlockText(line, reading.reader)
  return text.length > 0 ? [promoteLoneInline(paragraph(text))] : []
}

/** Turns a paragraph with only one image or one formula into the block of that kind. */
function promoteLoneInline(block: Paragraph): FlowBlock {
  const [only, ...more] = block.nodes
  if (only?.object !== 'inline' || more.length > 0) return block
  if (!isBare(block)) return block
  if (only.type === 'inline-image' && only.data.size === undefined) {
    return imagesFromInline(only)
  }
  if (only.type !== 'inline-math') return block
  return {
    object: 'block',
    type: 'math',
    isVoid: true,
    data: only.data,
    ...kept({ ...only.meta }),
  }
}

function readBlock(node: HtmlNode, reading: BlockReading): FlowBlock[] {
  if (node.type === 'comment') {
    const markdown = `<!--${node.text}-->`
    return [
      {
        object: 'block',
        type: 'verbatim',
        isVoid: true,
        data: { markdown, reason: 'comment' },
      },
    ]
  }
  if (node.type === 'embedded') return [...reading.reader.blocks(node)]
  if (node.type === 'text') return []
  return readElement(node, reading)
}

function readElement(element: HtmlElement, reading: BlockReading): FlowBlock[] {
  if (isDrawing(element)) return [readDrawing(element)]
  const read = readers[element.name]
  if (read === undefined) return refuse(`element <${element.name}>`)
  const blocks = read(element, reading)
  return Array.isArray(blocks) ? blocks : [blocks]
}

type ElementReader = (
  element: HtmlElement,
  reading: BlockReading,
) => FlowBlock | FlowBlock[]

const readers: Readonly<Record<string, ElementReader>> = {
  p: readAligned,
  div: readDivision,
  center: readAligned,
  h1: readHeading,
  h2: readHeading,
  h3: readHeading,
  h4: readHeading,
  h5: readHeading,
  h6: readHeading,
  ul: readList,
  ol: readList,
  blockquote: readQuote,
  hr: readRule,
  pre: readPre,
  figure: readFigure,
  details: readDetails,
  table: readTable,
}

function readDivision(
  element: HtmlElement,
  reading: BlockReading,
): FlowBlock | FlowBlock[] {
  if (isOwnForm(element)) return readOwnForm(element, reading)
  if (isImageGroup(element)) return readImageGroup(element, reading)
  refuseOthers(element, ['align'])
  return readAligned(element, reading)
}

/** Reads `<p>`, `<div>` or `<center>`: one paragraph, or blocks with the same alignment. */
function readAligned(element: HtmlElement, reading: BlockReading): FlowBlock[] {
  const align = element.name === 'center' ? 'center' : readAlign(element)
  if (!element.children.every(isInLine)) {
    refuseOthers(element, ['align'])
    return reading.flow(element.children).map((block) => alignBlock(block, align))
  }
  const { attributes } = otherAttributes(element, ['align'])
  const text = readBlockText(element.children, reading.reader)
  if (text.length === 0) return []
  const block = paragraph(text, {
    data: defined<Paragraph['data']>({ align }),
    ...kept({ attributes }),
  })
  return [promoteLoneInline(block)]
}

const headings: Readonly<
  Record<string, Pick<Heading, 'type'> & { readonly level?: 1 | 5 | 6 }>
> = {
  h1: { type: 'heading-1', level: 1 },
  h2: { type: 'heading-1' },
  h3: { type: 'heading-2' },
  h4: { type: 'heading-3' },
  h5: { type: 'heading-3', level: 5 },
  h6: { type: 'heading-3', level: 6 },
}

function readHeading(element: HtmlElement, reading: BlockReading): Heading {
  const { type, level } = headings[element.name] ?? { type: 'heading-1' }
  const anchor = takeAnchor(element.children)
  const text = readBlockText(anchor.nodes, reading.reader)
  return {
    object: 'block',
    type,
    isVoid: false,
    data: defined<Heading['data']>({
      id: element.attributes['id'] ?? anchor.id,
      align: readAlign(element),
    }),
    ...kept<NonNullable<Heading['meta']>>({
      level,
      attributes: otherAttributes(element, ['id', 'align']).attributes,
      id: undefined,
    }),
    nodes: text.length > 0 ? text : [emptyText],
  }
}

function readQuote(element: HtmlElement, reading: BlockReading): FlowBlock {
  return {
    object: 'block',
    type: 'blockquote',
    isVoid: false,
    data: {},
    ...kept(otherAttributes(element, [])),
    nodes: readBody(element.children, reading),
  }
}

function readRule(element: HtmlElement): FlowBlock {
  return {
    object: 'block',
    type: 'divider',
    isVoid: true,
    data: {},
    ...kept(otherAttributes(element, [])),
  }
}

/** Reads `<details>` with its `<summary>`, which may be missing. */
function readDetails(element: HtmlElement, reading: BlockReading): Expandable {
  const summaries = element.children.filter(isSummary)
  const [summary] = summaries
  if (summaries.length > 1) refuse('second <summary>')
  if (summary !== undefined) refuseOthers(summary, [])
  const title = readParagraph(summary?.children ?? [], reading)
  const body = element.children.filter((node) => !isSummary(node))
  return {
    object: 'block',
    type: 'expandable',
    isVoid: true,
    data: {},
    ...kept<NonNullable<Expandable['meta']>>({
      open: element.attributes['open'] === undefined ? undefined : true,
      attributes: otherAttributes(element, ['open']).attributes,
      id: undefined,
    }),
    fragments: [
      fragmentOf('expandable-title', [title]),
      fragmentOf('expandable-body', readBody(body, reading)),
    ],
  }
}

function isSummary(node: HtmlNode): node is HtmlElement {
  return node.type === 'element' && node.name === 'summary'
}

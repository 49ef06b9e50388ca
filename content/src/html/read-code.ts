import { kept } from '#/document/meta.ts'
import type { Annotation, Code, CodeLine, Expression, Text } from '#/document/nodes.ts'
import { joinPhrasing } from '#/document/join-phrasing.ts'
import { defined, otherAttributes, readFlag, refuseOthers } from './attributes.ts'
import type { BlockReading } from './block-reading.ts'
import type { EmbeddedReader, HtmlElement, HtmlNode } from './html-node.ts'
import { readExpression } from './read-inlines.ts'
import { emptyText, readBlockText } from './read-phrasing.ts'
import { refuse } from './refusal.ts'
import { isBlank } from './white-space.ts'

const known = [
  'class',
  'data-title',
  'data-overflow',
  'data-line-numbers',
  'data-full-width',
  'data-expandable',
  'data-collapsed-line-count',
  'data-info',
]

/** Reads `<pre class="language-x"><code class="lang-x">`; `<strong>` marks highlighted lines. */
export function readPre(element: HtmlElement, reading: BlockReading): Code {
  const [code, ...more] = element.children.filter((node) => !isBlank(node))
  const isWrapped = code?.type === 'element' && code.name === 'code' && more.length === 0
  const inside = isWrapped ? code : undefined
  if (inside !== undefined) refuseOthers(inside, ['class'])
  const syntax =
    syntaxOf(element) ?? (inside === undefined ? undefined : syntaxOf(inside))
  const lines = inside?.children ?? withoutFirstBreak(element.children)
  return {
    object: 'block',
    type: 'code',
    isVoid: false,
    data: { ...(syntax === undefined ? {} : { syntax }), ...readOptions(element) },
    ...kept<NonNullable<Code['meta']>>({
      info: element.attributes['data-info'],
      attributes: otherAttributes(element, known).attributes,
    }),
    nodes: readLines(lines, reading.reader),
  }
}

function readOptions({ attributes }: HtmlElement): Code['data'] {
  const overflow = attributes['data-overflow']
  const lineCount = Number(attributes['data-collapsed-line-count'])
  return defined<Omit<Code['data'], 'syntax'>>({
    title: attributes['data-title'],
    overflow: overflow === 'wrap' || overflow === 'scroll' ? overflow : undefined,
    lineNumbers: readFlag(attributes['data-line-numbers']),
    fullWidth: readFlag(attributes['data-full-width']),
    expandable: readFlag(attributes['data-expandable']),
    collapsedLineCount: lineCount >= 1 ? Math.floor(lineCount) : undefined,
  })
}

/** The language of a class; undefined without a class, and refused for any other class. */
function syntaxOf({ name, attributes }: HtmlElement): string | undefined {
  const classes = attributes['class']
  if (classes === undefined) return undefined
  const syntax = /^(?:language|lang)-(.*)$/su.exec(classes)?.[1]
  return syntax ?? refuse(`class of <${name}>`)
}

/** The content of `<pre>` without a line ending at its start, which HTML ignores. */
function withoutFirstBreak(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  const [first, ...others] = nodes
  if (first?.type !== 'text' || !first.text.startsWith('\n')) return nodes
  return [{ ...first, text: first.text.slice(1) }, ...others]
}

type InLine = CodeLine['nodes'][number]

interface Line {
  readonly nodes: InLine[]
  strongLength: number
  plainLength: number
}

function readLines(nodes: readonly HtmlNode[], reader: EmbeddedReader): CodeLine[] {
  const lines: Line[] = [newLine()]
  for (const node of nodes) {
    if (node.type === 'element' && node.name === 'strong') {
      refuseOthers(node, [])
      addNodes(lines, node.children, { reader, isStrong: true })
    } else addNodes(lines, [node], { reader, isStrong: false })
  }
  const last = lines.at(-1)
  if (lines.length > 1 && last?.nodes.length === 0 && last.strongLength === 0) lines.pop()
  return lines.map(codeLine)
}

function newLine(): Line {
  return { nodes: [], strongLength: 0, plainLength: 0 }
}

interface Around {
  readonly reader: EmbeddedReader
  readonly isStrong: boolean
}

function addNodes(lines: Line[], nodes: readonly HtmlNode[], around: Around): void {
  for (const node of nodes) {
    if (node.type === 'text') addText(lines, node.text, around.isStrong)
    else if (node.type === 'element') {
      if (node.name === 'br') addText(lines, '\n', around.isStrong)
      else addInline(lines, readInCode(node, around.reader), around.isStrong)
    } else refuse(`${node.type} in code`)
  }
}

function addText(lines: Line[], text: string, isStrong: boolean): void {
  for (const [index, part] of text.replaceAll(/\r\n?/gu, '\n').split('\n').entries()) {
    if (index > 0) {
      // The line ending belongs to the line before it: an empty line can be highlighted, too.
      count(lines, isStrong)
      lines.push(newLine())
    }
    if (part !== '') {
      addInline(lines, plainTextNode(part), isStrong)
    }
  }
}

function addInline(lines: Line[], node: InLine, isStrong: boolean): void {
  lines.at(-1)?.nodes.push(node)
  count(lines, isStrong)
}

function count(lines: Line[], isStrong: boolean): void {
  const line = lines.at(-1)
  if (line === undefined) return
  if (isStrong) line.strongLength += 1
  else line.plainLength += 1
}

function readInCode(
  element: HtmlElement,
  reader: EmbeddedReader,
): Annotation | Expression {
  if (element.name === 'code' && element.attributes['class'] === 'expression') {
    return readExpression(element, reader)
  }
  // White space counts inside an annotation, too.
  const [annotation, ...more] = readBlockText([exactly(element)], reader)
  if (
    annotation?.object !== 'inline' ||
    annotation.type !== 'annotation' ||
    more.length > 0
  ) {
    return refuse(`element <${element.name}> in code`)
  }
  return annotation
}

function exactly(element: HtmlElement): HtmlElement {
  return {
    ...element,
    children: element.children.map((node) =>
      node.type === 'text' ? { ...node, exact: true } : node,
    ),
  }
}

function codeLine({ nodes, strongLength, plainLength }: Line): CodeLine {
  const hasText = nodes.length > 0
  // `<strong>` may end before the line ending: the ending alone does not make a line mixed.
  const isMixed = strongLength > 0 && plainLength > (hasText ? 1 : 0)
  if (isMixed) refuse('part of a code line is bold')
  return {
    object: 'block',
    type: 'code-line',
    isVoid: false,
    data: strongLength > 0 ? { highlighted: true } : {},
    nodes: nodes.length > 0 ? joinPhrasing(nodes) : [emptyText],
  }
}

function plainTextNode(text: string): Text {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }
}

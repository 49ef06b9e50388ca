import type {
  Annotation,
  Blockquote,
  Code,
  CodeLine,
  Expandable,
  Expression,
  FlowBlock,
  Fragment,
  Heading,
  Hint,
  If,
  JSONDocument,
  Leaf,
  Link,
  Paragraph,
  Phrasing,
  Text,
  Verbatim,
} from '#/document/nodes.ts'
import { fragmentOf } from '#/document/shapes.ts'
import type { ContentRef } from '#/document/references.ts'
import type { Table } from '#/document/tables.ts'

/** Documents in as few words as a test has patience for. A string is a text without marks. */
export function documentOf(...nodes: readonly FlowBlock[]): JSONDocument {
  return { object: 'document', data: {}, nodes }
}

export function leaf(content: string, ...marks: Leaf['marks']): Leaf {
  return { object: 'leaf', text: content, marks }
}

export function text(...leaves: readonly (Leaf | string)[]): Text {
  return {
    object: 'text',
    leaves: leaves.map((part) => (typeof part === 'string' ? leaf(part) : part)),
  }
}

export function paragraph(...nodes: readonly (Phrasing | string)[]): Paragraph {
  const parts = nodes.map((node) => (typeof node === 'string' ? text(node) : node))
  return { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: parts }
}

export function heading(
  level: 1 | 2 | 3,
  words: string,
  fields: Heading['data'] = {},
): Heading {
  return {
    object: 'block',
    type: `heading-${level}`,
    isVoid: false,
    data: fields,
    nodes: [text(words)],
  }
}

export function quote(...nodes: readonly FlowBlock[]): Blockquote {
  return { object: 'block', type: 'blockquote', isVoid: false, data: {}, nodes }
}

export function hint(...nodes: readonly FlowBlock[]): Hint {
  return { object: 'block', type: 'hint', isVoid: false, data: { style: 'info' }, nodes }
}

export function ifBlock(condition: string, ...nodes: readonly FlowBlock[]): If {
  return {
    object: 'block',
    type: 'if',
    isVoid: false,
    data: { expression: condition },
    nodes,
  }
}

export function expandable(title: string, ...nodes: readonly FlowBlock[]): Expandable {
  return {
    object: 'block',
    type: 'expandable',
    isVoid: true,
    data: {},
    fragments: [
      fragment('expandable-title', paragraph(title)),
      fragment('expandable-body', ...nodes),
    ],
  }
}

export function code(...lines: readonly (string | CodeLine['nodes'])[]): Code {
  return {
    object: 'block',
    type: 'code',
    isVoid: false,
    data: {},
    nodes: lines.map((line) => ({
      object: 'block',
      type: 'code-line',
      isVoid: false,
      data: {},
      nodes: typeof line === 'string' ? [text(line)] : line,
    })),
  }
}

/** A table of text columns: their titles, and the blocks of each cell. */
export function table(
  titles: readonly string[],
  ...rows: readonly (readonly (readonly FlowBlock[])[])[]
): Table {
  const columns = titles.map((_, index) => `c${index + 1}`)
  const names = (row: number) => columns.map((column) => `${column}r${row + 1}`)
  return {
    object: 'block',
    type: 'table',
    isVoid: true,
    data: {
      view: { type: 'grid', columns, hideHeader: false },
      definition: Object.fromEntries(
        columns.map((id, index) => [
          id,
          { id, title: titles[index] ?? '', type: 'text', textAlignment: 'left' },
        ]),
      ),
      records: Object.fromEntries(
        rows.map((_, row) => [
          `r${row + 1}`,
          {
            orderIndex: String(row).padStart(6, '0'),
            values: Object.fromEntries(
              names(row).map((name, index) => [columns[index] ?? '', name]),
            ),
          },
        ]),
      ),
    },
    fragments: rows.flatMap((cells, row) =>
      names(row).map((name, index) => fragment(name, ...(cells[index] ?? []))),
    ),
  }
}

export function verbatim(markdown: string, reason: string): Verbatim {
  return { object: 'block', type: 'verbatim', isVoid: true, data: { markdown, reason } }
}

export function fragment<Name extends string>(
  name: Name,
  ...nodes: readonly FlowBlock[]
): Fragment<Name> {
  return fragmentOf(name, nodes)
}

export function url(spelling: string): Extract<ContentRef, { kind: 'url' }> {
  return { kind: 'url', url: spelling }
}

export function link(words: string, ref: ContentRef | string): Link {
  const target = typeof ref === 'string' ? url(ref) : ref
  return {
    object: 'inline',
    type: 'link',
    isVoid: false,
    data: { ref: target },
    nodes: [text(words)],
  }
}

export function expression(source: string): Expression {
  const fields = { expression: source }
  return { object: 'inline', type: 'expression', isVoid: true, data: fields }
}

export function annotation(words: string, ...body: readonly FlowBlock[]): Annotation {
  return {
    object: 'inline',
    type: 'annotation',
    isVoid: false,
    data: {},
    nodes: [text(words)],
    fragments: [fragment('annotation-body', ...body)],
  }
}

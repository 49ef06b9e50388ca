import { fragmentOf } from '#/document/shapes.ts'
import type { AlignType, PhrasingContent, Table as TableNode, TableCell } from 'mdast'

import { isElement, isInline } from '#/html/elements.ts'
import { parseTag } from '#/html/parse-html.ts'
import { blocksFromHtml } from '#/html/read-blocks.ts'
import { blockOfText } from '#/document/block-of-text.ts'
import type { FlowBlock, Fragment, Phrasing } from '#/document/nodes.ts'
import { plainText } from '#/document/shapes.ts'
import {
  cellName,
  columnName,
  orderIndexAt,
  recordName,
  titleName,
} from '#/document/table-names.ts'
import type { ColumnDefinition, Table, TableRecord } from '#/document/tables.ts'

import { textScope } from '../reader.ts'
import type { Reader, TextScope } from '../reader.ts'
import { emptyParagraph, sourceBlock, verbatim, verbatimBlock } from '../source-block.ts'
import type { Indent, Placed, Range } from '../source-block.ts'
import { embeddedReader, htmlOf } from '../text/inline-html.ts'
import { noMarks } from '../text/marked.ts'

import { paragraph } from './text-blocks.ts'

/** Reads a GFM table: all columns are text, and the header has their titles. */
export function readTable(
  reader: Reader,
  node: TableNode,
  range: Range,
  place: Indent,
): Placed {
  const scope = textScope(reader, place)
  const [head, ...rows] = node.children
  const columns = (head?.children ?? []).map((_, index) => columnName(index))
  const fragments: Fragment[] = []
  const definition = columns.map((id, index) => {
    const title = reader.phrasing(head?.children[index]?.children ?? [], noMarks, scope)
    if (plainText(title) === undefined) {
      const nodes = [paragraph(title)]
      fragments.push(fragmentOf(titleName(id), nodes))
    }
    return [id, textColumn(id, charactersIn(title), node.align?.[index])] as const
  })
  const records = rows.map((row, index): [string, TableRecord] => {
    const record = recordName(index)
    // GFM drops surplus cells; the reader keeps the whole table verbatim instead.
    if (row.children.length > columns.length) scope.problem ??= 'too many cells'
    const values = columns.map((id, column) => {
      const name = cellName(id, record)
      const nodes = readCell(reader, row.children[column], scope)
      fragments.push(fragmentOf(name, nodes))
      return [id, name] as const
    })
    return [
      record,
      {
        orderIndex: orderIndexAt(index, rows.length),
        values: Object.fromEntries(values),
      },
    ]
  })
  if (scope.problem !== undefined) {
    return verbatimTable(reader, range, place, scope.problem)
  }
  const table: Table = {
    object: 'block',
    type: 'table',
    isVoid: true,
    data: {
      view: { type: 'grid', columns, hideHeader: false },
      definition: Object.fromEntries(definition),
      records: Object.fromEntries(records),
    },
    fragments,
  }
  return sourceBlock(table, range, place)
}

/**
 * The table as a verbatim block. A row that begins like a list item is valid only where no list can
 * begin: its bullet is escaped.
 */
function verbatimTable(
  reader: Reader,
  range: Range,
  place: Indent,
  reason: string,
): Placed {
  const block = verbatimBlock(reader, range, place, reason)
  const rows = block.node.data.markdown
    .split('\n')
    .map((row) => row.replace(/^(\s*\d{0,9})([-+*.)])(?=[ \t]|$)/, String.raw`$1\$2`))
  return { ...block, node: verbatim(rows.join('\n'), reason) }
}

/** The blocks of a cell: a line of text, unless HTML in it makes blocks. */
function readCell(
  reader: Reader,
  cell: TableCell | undefined,
  scope: TextScope,
): readonly FlowBlock[] {
  const nodes = cell?.children ?? []
  if (!nodes.some((node) => isBlockTag(node))) {
    return [blockOfText(reader.phrasing(nodes, noMarks, scope))]
  }
  const blocks = blocksFromHtml(htmlOf(nodes, reader), embeddedReader({ reader, scope }))
  if ('notUnderstood' in blocks) {
    scope.problem ??= blocks.notUnderstood
    return []
  }
  return blocks.length > 0 ? blocks : [emptyParagraph()]
}

function isBlockTag(node: PhrasingContent): boolean {
  const name = node.type === 'html' ? parseTag(node.value)?.name : undefined
  return name !== undefined && name !== '' && isElement(name) && !isInline(name)
}

function textColumn(
  id: string,
  title: string,
  align: AlignType | undefined,
): ColumnDefinition {
  return { id, title, type: 'text', textAlignment: align ?? 'left' }
}

function charactersIn(phrasing: readonly Phrasing[]): string {
  return phrasing
    .flatMap((node) => (node.object === 'text' ? node.leaves : []))
    .map(({ text }) => text)
    .join('')
}

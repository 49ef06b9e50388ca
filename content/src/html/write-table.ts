import { isBare } from '#/document/meta.ts'
import type { FlowBlock } from '#/document/nodes.ts'
import type { Table } from '#/document/tables.ts'
import type { HtmlContext } from './html-context.ts'
import { tableHtml } from './table-html.ts'
import { blockWriting } from './write-blocks.ts'

/** Any table as HTML: one line, unless code in it has several. */
export function htmlFromTable(table: Table, context: HtmlContext): string {
  return tableHtml(table, blockWriting(context))
}

/** Whether a Markdown table can express the table: a plain grid in which each cell is one line. */
export function isPlainTable({ data, meta, fragments }: Table): boolean {
  const { view, definition, fullWidth } = data
  if (view.type !== 'grid' || view.hideHeader || fullWidth !== undefined) return false
  if (meta?.attributes !== undefined || view.useNewSizing !== undefined) return false
  if (view.columnWidths !== undefined) return false
  const columns = Object.values(definition)
  const shown = new Set(view.columns)
  return (
    columns.length > 0 &&
    columns.every(
      (column) =>
        column.type === 'text' &&
        column.verticalAlignment === undefined &&
        column.attributes === undefined &&
        shown.has(column.id),
    ) &&
    fragments.every(({ nodes }) => nodes.length <= 1 && nodes.every(isLine))
  )
}

function isLine(block: FlowBlock): boolean {
  if (block.type === 'math') return true
  const isOneLine = block.type === 'paragraph' || block.type === 'images'
  return isOneLine && isBare(block)
}

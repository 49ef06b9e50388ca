import { recordsInOrder } from '#/document/table-names.ts'
import type { Node } from '#/document/nodes.ts'
import type { CellValue, ColumnDefinition, Table } from '#/document/tables.ts'

/** The column titles and the records of a table as lines, in the order in which they are shown. */
export function tableRows(
  table: Table,
  cellText: (cell: Node) => string,
): readonly string[] {
  const { view, definition, records } = table.data
  const columns = view.columns.flatMap((id) => definition[id] ?? [])
  const fragments = new Map(table.fragments.map((part) => [part.fragment, part]))
  const valueText = (value: CellValue | undefined, column: ColumnDefinition): string => {
    const fragment = typeof value === 'string' ? fragments.get(value) : undefined
    if (column.type !== 'text') return plainValue(value, column)
    return fragment === undefined ? '' : cellText(fragment)
  }
  const rows = recordsInOrder(table).map((id) =>
    columns.map((column) => valueText(records[id]?.values[column.id], column)),
  )
  const hasTitles = view.type === 'grid' ? !view.hideHeader : !view.hideColumnTitle
  return [...(hasTitles ? [columns.map(({ title }) => title)] : []), ...rows].map(
    joinCells,
  )
}

function joinCells(cells: readonly string[]): string {
  return cells.filter((cell) => cell.trim() !== '').join(' | ')
}

/** The readable text of a cell with a value. Files, people, targets and check boxes have none. */
function plainValue(value: CellValue | undefined, column: ColumnDefinition): string {
  if (typeof value === 'number') return String(value)
  if (column.type === 'select') {
    const chosen = Array.isArray(value) ? value : [value]
    const shown = column.options.filter((option) => chosen.includes(option.value))
    return shown.map(({ label }) => label).join(', ')
  }
  if (isObject(value) && 'ref' in value) return value.alt ?? ''
  return typeof value === 'string' && column.type === 'number' ? value : ''
}

function isObject<Cell>(value: Cell): value is Cell & object {
  return typeof value === 'object' && value !== null
}

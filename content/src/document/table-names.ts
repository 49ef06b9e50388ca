import type { Table } from './tables.ts'

// Columns, records and cells of a table are named by their position.

export function columnName(index: number): string {
  return `c${index + 1}`
}

export function recordName(index: number): string {
  return `r${index + 1}`
}

/** The order index of a record at a position: as texts, these indexes sort like the positions. */
export function orderIndexAt(index: number, count: number): string {
  return String(index + 1).padStart(String(count).length, '0')
}

/** The name of the fragment that holds a text cell. */
export function cellName(column: string, record: string): string {
  return `${column}${record}`
}

/** The name of the fragment that holds a title which is more than plain text. */
export function titleName(column: string): string {
  return `title:${column}`
}

/** The ids of all columns: hidden ones stay in place, visible ones follow the order of the view. */
export function columnsInOrder({ data: { view, definition } }: Table): string[] {
  const visible = new Set(view.columns.filter((id) => Object.hasOwn(definition, id)))
  const shown = visible.values()
  return Object.keys(definition).map((id) =>
    visible.has(id) ? (shown.next().value ?? id) : id,
  )
}

/** The ids of the records from the first row to the last. */
export function recordsInOrder({ data }: Table): string[] {
  return Object.entries(data.records)
    .toSorted(([, left], [, right]) => compare(left.orderIndex, right.orderIndex))
    .map(([id]) => id)
}

function compare(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

import type { Fragment, JSONDocument } from './nodes.ts'
import { normaliseLabels, normaliseValue } from './cell-values.ts'
import { emptyParagraph, fragmentOf, plainParagraph } from './shapes.ts'
import {
  cellName,
  columnName,
  columnsInOrder,
  orderIndexAt,
  recordName,
  recordsInOrder,
  titleName,
} from './table-names.ts'
import type { CellValue, ColumnDefinition, Table, TableRecord } from './tables.ts'
import { mapDocument } from './walk.ts'

/** Names columns, rows and cells by their position: `c1`, `r1`, `c1r1`. */
export function nameCells(document: JSONDocument): JSONDocument {
  return mapDocument(document, (node) =>
    node.object === 'block' && node.type === 'table' ? [nameTable(node)] : [node],
  )
}

interface Naming {
  readonly table: Table
  /** The new name of each column, in order. */
  readonly names: ReadonlyMap<string, string>
  readonly fragments: ReadonlyMap<string, Fragment>
  /** The fragments of the renamed table, in order. */
  readonly kept: Fragment[]
}

function nameTable(table: Table): Table {
  const names = new Map(columnsInOrder(table).map((id, index) => [id, columnName(index)]))
  const fragments = new Map(table.fragments.map((one) => [one.fragment, one]))
  const naming: Naming = { table, names, fragments, kept: [] }
  const definition = Object.fromEntries(
    [...names].map(([id, name]) => [name, nameColumn(naming, id, name)]),
  )
  const records = nameRecords(naming)
  const view = nameView(naming)
  return {
    ...table,
    data: { ...table.data, view, definition, records },
    fragments: naming.kept,
  }
}

function nameView({ table, names }: Naming): Table['data']['view'] {
  const { view } = table.data
  const nameOf = (id: string | undefined) =>
    id === undefined ? undefined : names.get(id)
  const columns = [...new Set(view.columns)].flatMap((id) => nameOf(id) ?? [])
  if (view.type === 'cards') {
    const { targetDefinition, coverDefinition, coverDefinitionDark, ...rest } = view
    return {
      ...rest,
      columns,
      ...withoutMissing({
        targetDefinition: nameOf(targetDefinition),
        coverDefinition: nameOf(coverDefinition),
        coverDefinitionDark: nameOf(coverDefinitionDark),
      }),
    }
  }
  const { columnWidths = {}, ...rest } = view
  const widths = [...names].flatMap(([id, name]) => {
    const width = columnWidths[id]
    return width === undefined ? [] : [[name, width] as const]
  })
  return {
    ...rest,
    columns,
    ...(widths.length > 0 && { columnWidths: Object.fromEntries(widths) }),
  }
}

function withoutMissing(values: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  )
}

/** The column under its new name; keeps the fragment of a title that is more than plain text. */
function nameColumn(naming: Naming, id: string, name: string): ColumnDefinition {
  const { table, fragments, kept } = naming
  const column = table.data.definition[id] ?? textColumn
  const fragment = fragments.get(titleName(id))
  const title = fragment === undefined ? column.title : plainParagraph(fragment)
  if (fragment !== undefined && title === undefined) {
    kept.push(fragmentOf(titleName(name), fragment.nodes))
  }
  return { ...column, id: name, title: title ?? charactersIn(fragment) }
}

const textColumn = { id: '', title: '', type: 'text', textAlignment: 'left' } as const

function charactersIn(fragment: Fragment | undefined): string {
  const [block] = fragment?.nodes ?? []
  if (block?.type !== 'paragraph') return ''
  return block.nodes
    .flatMap((node) => (node.object === 'text' ? node.leaves : []))
    .map(({ text }) => text)
    .join('')
}

function nameRecords(naming: Naming): Table['data']['records'] {
  const { records } = naming.table.data
  return Object.fromEntries(
    recordsInOrder(naming.table).map((id, index, { length }) => {
      const record = records[id] ?? { orderIndex: '', values: {} }
      const values = nameValues(naming, record, recordName(index))
      const labels = nameLabels(naming, record)
      return [
        recordName(index),
        { orderIndex: orderIndexAt(index, length), values, ...labels },
      ]
    }),
  )
}

function nameLabels({ table, names }: Naming, { values, labels = {} }: TableRecord) {
  const named = [...names].flatMap(([id, name]) => {
    const column = table.data.definition[id]
    if (column === undefined) return []
    const shown = normaliseLabels(column, normaliseValue(column, values[id]), labels[id])
    return shown === undefined ? [] : [[name, shown] as const]
  })
  return named.length > 0 ? { labels: Object.fromEntries(named) } : {}
}

function nameValues(
  { table, names, fragments, kept }: Naming,
  { values }: TableRecord,
  row: string,
): Record<string, CellValue> {
  const named: Record<string, CellValue> = {}
  for (const [id, column] of names) {
    const value = values[id]
    const definition = table.data.definition[id]
    if (definition !== undefined && definition.type !== 'text') {
      const settled = normaliseValue(definition, value)
      if (settled !== undefined) named[column] = settled
      continue
    }
    const fragment = cellName(column, row)
    const nodes = (typeof value === 'string'
      ? fragments.get(value)?.nodes
      : undefined) ?? [emptyParagraph]
    kept.push(fragmentOf(fragment, nodes))
    named[column] = fragment
  }
  return named
}

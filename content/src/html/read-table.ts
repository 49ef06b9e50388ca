import { kept } from '#/document/meta.ts'
import { fragmentOf } from '#/document/shapes.ts'
import type { FlowBlock, Fragment } from '#/document/nodes.ts'
import {
  cellName,
  columnName,
  orderIndexAt,
  recordName,
  titleName,
} from '#/document/table-names.ts'
import type {
  CardsView,
  CellValue,
  ColumnDefinition,
  GridView,
  Table,
  TableRecord,
} from '#/document/tables.ts'
import { alignBlock } from './align.ts'
import { defined, otherAttributes, readFlag, refuseOthers } from './attributes.ts'
import { elementsIn, paragraph, readBody, type BlockReading } from './block-reading.ts'
import type { HtmlElement } from './html-node.ts'
import { readCell } from './read-cell.ts'
import {
  alignmentAttributes,
  plainColumn,
  readColumn,
  readSide,
  readVertical,
  type Column,
  type Role,
} from './read-column.ts'
import { readBlockText } from './read-phrasing.ts'
import { refuse } from './refusal.ts'
import { selectOptions, type SelectOptions } from './select-options.ts'

/** Reads `<table>` as a grid, or as cards with `data-view="cards"`. */
export function readTable(element: HtmlElement, reading: BlockReading): Table {
  const isCards = element.attributes['data-view'] === 'cards'
  const { header, rows } = readRows(element)
  const columns = readColumns(header, rows, isCards)
  const fragments: Fragment[] = []
  const options = new Map<string, SelectOptions>()
  const definition: Record<string, ColumnDefinition> = {}
  for (const column of columns) {
    const { id } = column.definition
    const title = readTitle(column, reading)
    if (title.fragment !== undefined) fragments.push(title.fragment)
    definition[id] = { ...column.definition, title: title.text }
    if (column.definition.type === 'select') {
      options.set(id, selectOptions(column.definition.options))
    }
  }
  const records: Record<string, TableRecord> = {}
  for (const [index, row] of rows.entries()) {
    const name = recordName(index)
    const inside = { definition, options, fragments, reading }
    const orderIndex = orderIndexAt(index, rows.length)
    records[name] = { orderIndex, ...readRecord(row, name, inside) }
  }
  for (const [id, { all }] of options) {
    const column = definition[id]
    if (column?.type === 'select') definition[id] = { ...column, options: all }
  }
  const view = isCards
    ? readCards(element, columns)
    : readGrid(element, columns, header.length === 0)
  return {
    object: 'block',
    type: 'table',
    isVoid: true,
    data: defined<Table['data']>({
      view,
      definition,
      records,
      fullWidth: readFlag(element.attributes['data-full-width']),
    }),
    ...kept(otherAttributes(element, isCards ? cardsAttributes : gridAttributes)),
    fragments,
  }
}

const gridAttributes = [
  'data-view',
  'data-full-width',
  'data-header-hidden',
  'data-new-sizing',
]
const cardsAttributes = [
  'data-view',
  'data-full-width',
  'data-card-size',
  'data-column-title-hidden',
]

type Row = readonly HtmlElement[]

function readRows(table: HtmlElement): { readonly header: Row; readonly rows: Row[] } {
  const view = table.attributes['data-view']
  if (view !== undefined && view !== 'cards' && view !== 'grid') {
    refuse('data-view of <table>')
  }
  const found = elementsIn(table).flatMap((section) =>
    section.name === 'tr'
      ? [{ isHead: false, row: readRow(section) }]
      : readSection(section).map((row) => ({ isHead: section.name === 'thead', row })),
  )
  const [first, ...others] = found.filter(({ isHead, row }) => !isHead || row.length > 0)
  if (first === undefined) return { header: [], rows: [] }
  const isHeader = first.isHead || first.row.every(({ name }) => name === 'th')
  const rows = isHeader ? others : [first, ...others]
  if (rows.some(({ isHead }) => isHead)) refuse('second row in <thead>')
  for (const { row } of rows) {
    if (row.some(({ name }) => name !== 'td')) refuse('<th> in a row')
  }
  return { header: isHeader ? first.row : [], rows: rows.map(({ row }) => row) }
}

function readSection(section: HtmlElement): Row[] {
  if (section.name !== 'thead' && section.name !== 'tbody') {
    return refuse(`element <${section.name}> in <table>`)
  }
  refuseOthers(section, [])
  return elementsIn(section).map(readRow)
}

function readRow(row: HtmlElement): Row {
  if (row.name !== 'tr') return refuse(`element <${row.name}> in <table>`)
  refuseOthers(row, [])
  return elementsIn(row)
}

function readColumns(header: Row, rows: readonly Row[], isCards: boolean): Column[] {
  const count = rows.reduce((most, row) => Math.max(most, row.length), header.length)
  if (count > columnsMax) return refuse('columns of <table>')
  const wanted = count * Math.max(rows.length, 1)
  const given = rows.reduce((sum, row) => sum + row.length, header.length)
  // A table of many short rows and one long row would be far larger than its source.
  if (wanted > given + cellsMissingMax) return refuse('cells missing in <table>')
  return Array.from({ length: count }, (_none, index) => {
    const id = columnName(index)
    const title = header[index]
    const column = title === undefined ? plainColumn(id) : readColumn(title, id, isCards)
    const cells = rows.flatMap((row) => row[index] ?? [])
    return alignColumn(column, title, cells)
  })
}

const cellsMissingMax = 10_000
const columnsMax = 1000

/** The text column with the common alignment of its cells, where its header gives none. */
function alignColumn(
  column: Column,
  header: HtmlElement | undefined,
  cells: readonly HtmlElement[],
): Column {
  const { definition } = column
  if (definition.type !== 'text') return column
  const sides = new Set(cells.map(readSide))
  const [side] = sides
  const verticals = new Set(cells.map(readVertical))
  const [vertical] = verticals
  const isSideOpen = header === undefined || readSide(header) === undefined
  return {
    ...column,
    definition: {
      ...definition,
      ...(isSideOpen && sides.size === 1 && side !== undefined
        ? { textAlignment: side }
        : {}),
      ...(definition.verticalAlignment === undefined &&
      verticals.size === 1 &&
      vertical !== undefined
        ? { verticalAlignment: vertical }
        : {}),
    },
  }
}

function readTitle(
  { definition, title }: Column,
  { reader }: BlockReading,
): { readonly text: string; readonly fragment?: Fragment } {
  const phrasing = readBlockText(title, reader)
  const leaves = phrasing.flatMap((node) => (node.object === 'text' ? node.leaves : []))
  const text = leaves.map((leaf) => leaf.text).join('')
  const isPlain =
    leaves.every(({ marks }) => marks.length === 0) &&
    phrasing.every((node) => node.object === 'text')
  if (isPlain) return { text }
  const nodes = [paragraph(phrasing)]
  return {
    text,
    fragment: fragmentOf(titleName(definition.id), nodes),
  }
}

interface Inside {
  readonly definition: Readonly<Record<string, ColumnDefinition>>
  readonly options: ReadonlyMap<string, SelectOptions>
  /** The list to which the text cells are added. */
  readonly fragments: Fragment[]
  readonly reading: BlockReading
}

function readRecord(
  row: Row,
  name: string,
  { definition, options, fragments, reading }: Inside,
): Omit<TableRecord, 'orderIndex'> {
  const values: Record<string, CellValue> = {}
  const labels: Record<string, readonly string[]> = {}
  for (const [index, [id, column]] of Object.entries(definition).entries()) {
    const cell = row[index]
    if (column.type === 'text') {
      const fragment = cellName(id, name)
      values[id] = fragment
      const nodes =
        cell === undefined ? [paragraph([])] : readTextCell(cell, column, reading)
      fragments.push(fragmentOf(fragment, nodes))
    } else if (cell !== undefined) {
      refuseOthers(cell, alignmentAttributes(cell))
      const found = readCell(cell, column, options.get(id))
      if (found.value !== undefined) values[id] = found.value
      if (found.labels !== undefined) labels[id] = found.labels
    }
  }
  return Object.keys(labels).length > 0 ? { values, labels } : { values }
}

const alignmentOfSide = { left: 'start', center: 'center', right: 'end' } as const

function readTextCell(
  cell: HtmlElement,
  column: ColumnDefinition & { readonly type: 'text' },
  reading: BlockReading,
): readonly FlowBlock[] {
  refuseOthers(cell, alignmentAttributes(cell))
  const vertical = readVertical(cell)
  if (vertical !== undefined && vertical !== column.verticalAlignment) {
    refuse('valign of one cell')
  }
  const side = readSide(cell)
  const isOther = side !== undefined && side !== column.textAlignment
  const align = isOther ? alignmentOfSide[side] : undefined
  return readBody(cell.children, reading).map((block) => alignBlock(block, align))
}

function readGrid(
  element: HtmlElement,
  columns: readonly Column[],
  isHeaderMissing: boolean,
): GridView {
  const { 'data-header-hidden': hidden, 'data-new-sizing': sizing } = element.attributes
  const widths = columns.flatMap(({ definition, width }) =>
    width === undefined ? [] : [[definition.id, width] as const],
  )
  return defined<GridView>({
    type: 'grid',
    columns: shownIn(columns),
    columnWidths: widths.length > 0 ? Object.fromEntries(widths) : undefined,
    hideHeader: (readFlag(hidden) ?? false) || isHeaderMissing,
    useNewSizing: readFlag(sizing),
  })
}

function readCards(element: HtmlElement, columns: readonly Column[]): CardsView {
  const { 'data-card-size': size = 'medium' } = element.attributes
  if (size !== 'medium' && size !== 'large') return refuse('data-card-size')
  const columnFor = (role: Role) => {
    const [first, ...more] = columns.filter(({ roles }) => roles.includes(role))
    if (more.length > 0) refuse(`two columns for the ${role}`)
    return first?.definition.id
  }
  return defined<CardsView>({
    type: 'cards',
    cardSize: size,
    columns: shownIn(columns),
    targetDefinition: columnFor('target'),
    coverDefinition: columnFor('cover'),
    coverDefinitionDark: columnFor('coverDark'),
    hideColumnTitle: readFlag(element.attributes['data-column-title-hidden']),
  })
}

function shownIn(columns: readonly Column[]): string[] {
  return columns.flatMap(({ definition, isHidden }) => (isHidden ? [] : [definition.id]))
}

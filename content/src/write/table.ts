import { isBare } from '#/document/meta.ts'
import type { FlowBlock, Fragment, Phrasing } from '#/document/nodes.ts'
import { textOf } from '#/document/shapes.ts'
import { recordsInOrder, titleName } from '#/document/table-names.ts'
import type { CellValue, Table } from '#/document/tables.ts'
import { isPlainTable } from '#/html/write-table.ts'

import type { WriteContext } from './context.ts'
import { loneImage } from './media.ts'
import { writePhrasing } from './phrasing.ts'

/** A table in Markdown syntax: text columns, one line in each cell. Undefined for other tables. */
export function writePlainTable(table: Table, context: WriteContext): string | undefined {
  if (!isPlainTable(table)) return undefined
  const { view, definition, records } = table.data
  const fragments = new Map(table.fragments.map((one) => [one.fragment, one]))
  const fragmentOf = (value: CellValue | undefined) =>
    typeof value === 'string' ? fragments.get(value) : undefined
  const heads = view.columns.map((id) => {
    const title = fragments.get(titleName(id))
    return title === undefined ? [textOf(definition[id]?.title ?? '')] : phrasingOf(title)
  })
  const cells = recordsInOrder(table).map((record) =>
    view.columns.map((id) => phrasingOf(fragmentOf(records[record]?.values[id]))),
  )
  const rows: string[] = []
  for (const row of [heads, ...cells]) {
    if (!row.every(fitsCell)) return undefined
    const texts = row.map((phrasing) => writePhrasing(phrasing, 'cell', context))
    rows.push(writeRow(texts))
  }
  rows.splice(1, 0, writeRow(view.columns.map((id) => writeRule(table, id))))
  return rows.join('\n')
}

function writeRule({ data: { definition } }: Table, id: string): string {
  const column = definition[id]
  const alignment = column?.type === 'text' ? column.textAlignment : 'left'
  return { left: '---', center: ':---:', right: '---:' }[alignment]
}

function writeRow(cells: readonly string[]): string {
  return `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`
}

/** The text that is read back as the one block of this cell; undefined when there is none. */
function phrasingOf(fragment: Fragment | undefined): readonly Phrasing[] | undefined {
  const [block, ...more] = fragment?.nodes ?? []
  if (block === undefined) return [textOf('')]
  return more.length > 0 ? undefined : phrasingOfBlock(block)
}

function phrasingOfBlock(block: FlowBlock): readonly Phrasing[] | undefined {
  if (block.type === 'paragraph') {
    return isBare(block) ? block.nodes : undefined
  }
  if (block.type === 'math') {
    const { formula } = block.data
    return [{ object: 'inline', type: 'inline-math', isVoid: true, data: { formula } }]
  }
  const image = block.type === 'images' ? loneImage(block) : undefined
  return image === undefined ? undefined : [image]
}

/** Whether a text fits into a cell: a bar inside a formula would end the cell. */
function fitsCell(
  phrasing: readonly Phrasing[] | undefined,
): phrasing is readonly Phrasing[] {
  return (
    phrasing?.every(
      (node) =>
        node.object === 'text' ||
        node.type !== 'inline-math' ||
        !/[|\n]/.test(node.data.formula),
    ) ?? false
  )
}

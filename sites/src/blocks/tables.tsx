import { recordsInOrder, titleName } from '@lectern/content/document/table-names.ts'
import type {
  ColumnDefinition,
  GridView,
  Table,
} from '@lectern/content/document/tables.ts'

import { label } from './bounds.ts'
import { CardsViewOf } from './cards.tsx'
import { cellContent } from './cells.tsx'
import { classNames } from './class-names.ts'
import type { BlockProps } from './page.ts'
import { widthClass } from './scale.ts'

export function TableView({ block, page }: BlockProps<Table>) {
  const { view } = block.data
  return view.type === 'cards' ? (
    <CardsViewOf block={block} page={page} view={view} />
  ) : (
    <Grid block={block} page={page} view={view} />
  )
}

function Grid({ block, page, view }: BlockProps<Table> & { view: GridView }) {
  const { definition, records, fullWidth } = block.data
  const columns = view.columns.flatMap((id) => definition[id] ?? [])
  if (columns.length === 0) return null
  return (
    // Wide tables scroll: the focus lets readers scroll with the keyboard.
    <div
      className={classNames('table', fullWidth === true && 'full-width')}
      role="group"
      aria-label={page.words.table}
      tabIndex={0}
    >
      <table>
        <Widths view={view} columns={columns} />
        {!view.hideHeader && (
          <thead>
            <tr>
              {columns.map((column) => (
                <HeadCell key={column.id} block={block} column={column} page={page} />
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {recordsInOrder(block).map((id) => (
            <tr key={id}>
              {columns.map((column) => {
                const record = records[id]
                return (
                  <td key={column.id} className={cellClass(column)}>
                    {record !== undefined && cellContent(block, record, column, page)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The widths of columns as parts of the whole; columns without a width share the rest. */
function Widths({
  view: { columnWidths = {} },
  columns,
}: {
  view: GridView
  columns: readonly ColumnDefinition[]
}) {
  const widths = columns.map(({ id }) => widthOf(columnWidths[id]))
  const known = widths.filter((width) => width !== undefined)
  if (known.length === 0) return null
  const sum = known.reduce((total, width) => total + width, 0)
  const all = sum + (sum / known.length) * (columns.length - known.length)
  return (
    <colgroup>
      {widths.map((width, index) => (
        <col
          key={index}
          className={width === undefined ? undefined : widthClass((width / all) * 100)}
        />
      ))}
    </colgroup>
  )
}

function widthOf(width: number | undefined): number | undefined {
  return width !== undefined && Number.isFinite(width) && width > 0 ? width : undefined
}

function HeadCell({
  block,
  column,
  page,
}: BlockProps<Table> & { column: ColumnDefinition }) {
  const rich = block.fragments.find(({ fragment }) => fragment === titleName(column.id))
  const title = rich === undefined ? label(column.title) : page.flow(rich.nodes)
  const className = cellClass(column)
  // An empty `th` would announce a header without a name.
  if (title === '') return <td className={className} />
  return (
    <th scope="col" className={className}>
      {title}
    </th>
  )
}

function cellClass(column: ColumnDefinition): string | undefined {
  if (column.type === 'number') return 'cell-number'
  if (column.type !== 'text') return undefined
  const { textAlignment, verticalAlignment } = column
  return classNames(
    textAlignment === 'center' && 'align-center',
    textAlignment === 'right' && 'align-end',
    (verticalAlignment === 'middle' || verticalAlignment === 'bottom') &&
      `stands-${verticalAlignment}`,
  )
}

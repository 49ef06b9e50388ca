import { recordsInOrder, titleName } from '@lectern/content/document/table-names.ts'
import type {
  CardsView,
  ColumnDefinition,
  Table,
  TableRecord,
} from '@lectern/content/document/tables.ts'
import { plainText } from '@lectern/content/look/plain-text.ts'

import { label } from './bounds.ts'
import { cellContent, cellImage, cellTarget } from './cells.tsx'
import { classNames } from './class-names.ts'
import { Anchor, destinationOf } from './links.tsx'
import type { BlockProps } from './page.ts'
import { Picture } from './pictures.tsx'

export function CardsViewOf({
  block,
  page,
  view,
}: BlockProps<Table> & { view: CardsView }) {
  const { definition, records, fullWidth } = block.data
  const columns = view.columns.flatMap((id) => definition[id] ?? [])
  return (
    // The explicit role matters: lists without bullets lose it in some browsers.
    <ul
      role="list"
      className={classNames(
        'cards',
        view.cardSize === 'large' && 'cards-large',
        fullWidth === true && 'full-width',
      )}
    >
      {recordsInOrder(block).map((id) => {
        const record = records[id]
        return record === undefined ? null : (
          <Card key={id} record={record} columns={columns} {...{ block, page, view }} />
        )
      })}
    </ul>
  )
}

interface CardProps extends BlockProps<Table> {
  readonly view: CardsView
  readonly record: TableRecord
  readonly columns: readonly ColumnDefinition[]
}

/** The card of a record. The link to its target covers it; others lie above, so none is nested. */
function Card({ record, columns, block, page, view }: CardProps) {
  const target = valueOf(record, view.targetDefinition)
  const to = destinationOf(page, cellTarget(target))
  const cover = coverOf(record, view)
  return (
    <li className={classNames('card', to !== undefined && 'leads')}>
      {cover !== undefined && (
        <div className="card-cover">
          <Picture page={page} source={cover} className={cover.className} />
        </div>
      )}
      <div className="card-body">
        {columns.map((column) => (
          <CardPart key={column.id} {...{ record, column, block, page, view }} />
        ))}
      </div>
      {to !== undefined && (
        <Anchor
          to={to}
          page={page}
          className="card-link"
          name={cardName(record, columns, block) || label(to.title) || label(to.href)}
        />
      )}
    </li>
  )
}

function CardPart({
  record,
  column,
  block,
  page,
  view,
}: Omit<CardProps, 'columns'> & { column: ColumnDefinition }) {
  const content = cellContent(block, record, column, page)
  if (content === null) return null
  const title = view.hideColumnTitle === true ? '' : titleText(block, column)
  return (
    <div className="card-part">
      {title !== '' && <span className="card-part-title">{title}</span>}
      {content}
    </div>
  )
}

function titleText({ fragments }: Table, column: ColumnDefinition): string {
  const rich = fragments.find(({ fragment }) => fragment === titleName(column.id))
  return label(rich === undefined ? column.title : plainText(rich))
}

/** The first text of the card, which names its link for screen readers; empty if it has none. */
function cardName(
  { values }: TableRecord,
  columns: readonly ColumnDefinition[],
  { fragments }: Table,
): string {
  for (const { id, type } of columns) {
    const cell = fragments.find(({ fragment }) => fragment === values[id])
    const text = type === 'text' && cell !== undefined ? label(plainText(cell)) : ''
    if (text !== '') return text
  }
  return ''
}

function coverOf(record: TableRecord, view: CardsView) {
  const light = cellImage(valueOf(record, view.coverDefinition))
  const dark = cellImage(valueOf(record, view.coverDefinitionDark))
  const shown = light ?? dark
  if (shown === undefined) return undefined
  const { ref, alt, objectFit } = shown
  return {
    ref,
    ...(alt !== undefined && { alt }),
    ...(light !== undefined && dark !== undefined && { refDark: dark.ref }),
    className:
      objectFit === 'contain' || objectFit === 'fill' ? `fit-${objectFit}` : 'fit-cover',
  }
}

function valueOf({ values }: TableRecord, column: string | undefined) {
  return column === undefined ? undefined : values[column]
}

import type { ContentRef } from '@lectern/content/document/references.ts'
import { readRef } from '@lectern/content/document/references.ts'
import type {
  CellValue,
  ColumnDefinition,
  ImageValue,
  Table,
  TableRecord,
} from '@lectern/content/document/tables.ts'
import { lastPart } from '@lectern/content/document/last-part.ts'
import type { ReactNode } from 'react'

import { label } from './bounds.ts'
import { CheckBox } from './check-box.tsx'
import { Anchor, destinationOf } from './links.tsx'
import type { Page } from './page.ts'
import { assetOf, Picture } from './pictures.tsx'
import { clamp } from './scale.ts'
import { fill } from './words.ts'

/** The content of a cell; null if the record has no value in the column. */
export function cellContent(
  table: Table,
  record: TableRecord,
  column: ColumnDefinition,
  page: Page,
): ReactNode {
  const value = record.values[column.id]
  if (value === undefined || value === null) return null
  return viewOfType[column.type]({ value, column, table, record, page })
}

interface Cell {
  readonly value: Exclude<CellValue, null>
  readonly column: ColumnDefinition
  readonly table: Table
  readonly record: TableRecord
  readonly page: Page
}

const viewOfType: Readonly<Record<ColumnDefinition['type'], (cell: Cell) => ReactNode>> =
  {
    text: textCell,
    number: numberCell,
    rating: ratingCell,
    checkbox: ({ value, page }) =>
      typeof value === 'boolean' ? <CheckBox isChecked={value} page={page} /> : null,
    select: selectCell,
    users: usersCell,
    files: filesCell,
    'content-ref': refCell,
    image: imageCell,
  }

function textCell({ value, table, page }: Cell): ReactNode {
  const cell = table.fragments.find(({ fragment }) => fragment === value)
  return cell === undefined ? null : page.flow(cell.nodes)
}

function numberCell({ value }: Cell): ReactNode {
  return typeof value === 'number' || typeof value === 'string'
    ? label(String(value))
    : null
}

const ratingMax = 10

function ratingCell({ value, column, page }: Cell): ReactNode {
  if (column.type !== 'rating' || typeof value !== 'number' || !Number.isFinite(value)) {
    return null
  }
  const max = clamp(Math.trunc(column.max) || 1, 1, ratingMax)
  const given = clamp(Math.round(value), 0, max)
  const name = fill(page.words.rating, { value: given, max })
  return (
    <span className="rating" role="img" aria-label={name}>
      {'★'.repeat(given)}
      {'☆'.repeat(max - given)}
    </span>
  )
}

const optionColors = new Set(['blue', 'green', 'red', 'orange', 'yellow', 'purple'])
const valuesMax = 100

function selectCell({ value, column }: Cell): ReactNode {
  if (column.type !== 'select') return null
  const chosen = listOf(value)
  return column.options
    .filter((option) => chosen.includes(option.value))
    .map((option, index) => (
      <span
        key={index}
        className={optionColors.has(option.color) ? `tag on-${option.color}` : 'tag'}
      >
        {label(option.label || option.value)}
      </span>
    ))
}

function usersCell({ value, page }: Cell): ReactNode {
  const names = listOf(value).flatMap((user) => {
    const to = page.context.resolve({ kind: 'user', user })
    return to === undefined ? [] : [label(to.title)]
  })
  return names.map((name, index) => (
    <span key={index} className="mention">
      {name}
    </span>
  ))
}

function filesCell({ value, page, record, column }: Cell): ReactNode {
  const labels = record.labels?.[column.id] ?? []
  return listOf(value).flatMap((file, index) => {
    const asset = assetOf(page, fileRef(file))
    if (asset === undefined) return []
    const name = label(labels[index] || asset.name) || label(lastPart(asset.src))
    return [
      <a key={index} className="cell-file" href={asset.src}>
        {name}
      </a>,
    ]
  })
}

/** The file that a cell names: by its id, or by a path or URL while the reference is unresolved. */
function fileRef(file: string) {
  const ref = /[./%:]/u.test(file) ? readRef(file) : undefined
  return ref?.kind === 'file' || ref?.kind === 'url'
    ? ref
    : ({ kind: 'file', file } as const)
}

function refCell({ value, page, record, column }: Cell): ReactNode {
  if (!isObject(value) || !('kind' in value)) return null
  const given = label(record.labels?.[column.id]?.[0] ?? '')
  const to = destinationOf(page, value)
  if (to === undefined) return given === '' ? null : given
  return (
    <Anchor to={to} page={page}>
      {to.emoji !== undefined && <span aria-hidden="true">{label(to.emoji)} </span>}
      {label(to.title) || given || label(to.href)}
    </Anchor>
  )
}

function imageCell({ value, page }: Cell): ReactNode {
  if (!isObject(value) || !('ref' in value)) return null
  const { ref, alt } = value
  const source = { ref, ...(alt !== undefined && { alt }) }
  return <Picture page={page} source={source} className="cell-image" />
}

function listOf(value: CellValue): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.slice(0, valuesMax) : []
}

function isObject(value: CellValue): value is ContentRef | ImageValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The image of a cell, whether its column holds images or files. */
export function cellImage(value: CellValue | undefined): ImageValue | undefined {
  if (value === undefined || value === null) return undefined
  if (isObject(value) && 'ref' in value) return value
  const [file] = listOf(value)
  return file === undefined ? undefined : { ref: fileRef(file) }
}

/** The reference that a cell links to, whether its column holds references or files. */
export function cellTarget(value: CellValue | undefined): ContentRef | undefined {
  if (value === undefined || value === null) return undefined
  if (isObject(value)) return 'kind' in value ? value : value.ref
  const [file] = listOf(value)
  return file === undefined ? undefined : fileRef(file)
}

import { normaliseValue } from '#/document/cell-values.ts'
import { columnsInOrder, recordsInOrder, titleName } from '#/document/table-names.ts'
import type { ColumnDefinition, Table } from '#/document/tables.ts'
import type { BlockWriting } from './block-writing.ts'
import { valueHtml } from './value-html.ts'
import { openingTag, spellFlag } from './write-attributes.ts'
import { htmlFromPhrasing, labelHtml } from './write-phrasing.ts'

/** A table as HTML: one line, unless code in it has several. */
export function tableHtml(table: Table, writing: BlockWriting): string {
  const columns = columnsInOrder(table)
  const parts: Parts = {
    shown: new Set(table.data.view.columns),
    optionLabels: labelsOfOptions(table),
    fragments: new Map(table.fragments.map((one) => [one.fragment, one.nodes])),
    writing,
  }
  const heads = columns.map((id) => headHtml(table, id, parts))
  const rows = recordsInOrder(table).map((record) => {
    const cells = columns.map((id) => {
      const opening = openingTag('td', alignmentOf(table.data.definition[id]))
      return `${opening}${cellHtml(table, { id, record }, parts)}</td>`
    })
    return `<tr>${cells.join('')}</tr>`
  })
  const head = `<thead><tr>${heads.join('')}</tr></thead>`
  return `${tableTag(table)}${head}<tbody>${rows.join('')}</tbody></table>`
}

function tableTag({ data: { view, fullWidth }, meta }: Table): string {
  const width = { 'data-full-width': spellFlag(fullWidth) }
  if (view.type === 'grid') {
    const grid = {
      'data-header-hidden': view.hideHeader,
      'data-new-sizing': spellFlag(view.useNewSizing),
    }
    return openingTag('table', { ...grid, ...width }, meta?.attributes)
  }
  const cards = {
    'data-card-size': view.cardSize === 'large' ? 'large' : undefined,
    'data-column-title-hidden': spellFlag(view.hideColumnTitle),
    'data-view': 'cards',
  }
  return openingTag('table', { ...cards, ...width }, meta?.attributes)
}

interface Parts {
  readonly shown: ReadonlySet<string>
  /** The labels of the options of each select column. */
  readonly optionLabels: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly fragments: ReadonlyMap<string, Table['fragments'][number]['nodes']>
  readonly writing: BlockWriting
}

function headHtml(
  table: Table,
  id: string,
  { fragments, shown, writing }: Parts,
): string {
  const { view, definition } = table.data
  const column = definition[id]
  if (column === undefined) return '<th></th>'
  const width = view.type === 'grid' ? view.columnWidths?.[id] : undefined
  const opening = openingTag(
    'th',
    {
      width,
      ...alignmentOf(column),
      'data-hidden': !shown.has(id),
      ...rolesOf(table, id),
      ...typeOf(column),
    },
    column.attributes,
  )
  const [title] = fragments.get(titleName(id)) ?? []
  const text =
    title?.type === 'paragraph'
      ? htmlFromPhrasing(title.nodes, writing.context)
      : labelHtml(column.title, 'html')
  return `${opening}${text}${optionsHtml(column)}</th>`
}

/** The alignment attributes of a column, for its header and its cells. */
function alignmentOf(column: ColumnDefinition | undefined): {
  readonly align?: string | undefined
  readonly valign?: string | undefined
} {
  if (column?.type !== 'text') return {}
  const { textAlignment, verticalAlignment } = column
  const align = textAlignment === 'left' ? undefined : textAlignment
  return { align, valign: verticalAlignment }
}

function rolesOf({ data: { view } }: Table, id: string): Record<string, boolean> {
  if (view.type !== 'cards') return {}
  return {
    'data-card-target': view.targetDefinition === id,
    'data-card-cover': view.coverDefinition === id,
    'data-card-cover-dark': view.coverDefinitionDark === id,
  }
}

function typeOf(column: ColumnDefinition): Record<string, string | boolean | undefined> {
  if (column.type === 'text' || column.type === 'select') return {}
  const type = { 'data-type': column.type }
  if (column.type === 'rating') return { ...type, 'data-max': String(column.max) }
  if (column.type === 'users') return { ...type, 'data-multiple': column.multiple }
  return type
}

function optionsHtml(column: ColumnDefinition): string {
  if (column.type !== 'select') return ''
  const options = column.options.map(({ value, label, color }) => {
    const known = { value, label, color: color === '' ? undefined : color }
    return `${openingTag('option', known)}</option>`
  })
  return `${openingTag('select', { multiple: column.multiple })}${options.join('')}</select>`
}

function cellHtml(
  { data: { definition, records } }: Table,
  { id, record }: { readonly id: string; readonly record: string },
  { fragments, optionLabels, writing }: Parts,
): string {
  const column = definition[id]
  const row = records[record]
  const value = column === undefined ? undefined : normaliseValue(column, row?.values[id])
  if (column === undefined || value === undefined || value === null) return ''
  if (column.type === 'text') {
    const blocks = typeof value === 'string' ? fragments.get(value) : undefined
    return writing.blocks(blocks ?? [])
  }
  return valueHtml(column, value, row?.labels?.[id] ?? [], optionLabels.get(id))
}

/** The label of each option; of two options with the same value, the first counts. */
function labelsOfOptions({ data }: Table): Map<string, ReadonlyMap<string, string>> {
  const labels = new Map<string, ReadonlyMap<string, string>>()
  for (const [id, column] of Object.entries(data.definition)) {
    if (column.type !== 'select') continue
    const reversed = column.options.toReversed()
    labels.set(id, new Map(reversed.map(({ value, label }) => [value, label])))
  }
  return labels
}

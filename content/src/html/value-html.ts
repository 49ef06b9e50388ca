import { lastPart } from '#/document/last-part.ts'
import { spellRef } from '#/document/references.ts'
import type { CellValue, ColumnDefinition } from '#/document/tables.ts'
import { openingTag } from './write-attributes.ts'
import { labelHtml } from './write-phrasing.ts'

/** The HTML of a cell in a column without text; `labels` are those of its references. */
export function valueHtml(
  { type }: ColumnDefinition,
  value: CellValue,
  labels: readonly string[],
  optionLabels: ReadonlyMap<string, string> = new Map(),
): string {
  const list = listOf(value)
  if (type === 'select') return optionSpans(list, optionLabels)
  if (type === 'users') return list.map(userSpan).join('')
  if (type === 'files') {
    return list.map((file, index) => linkHtml(file, labels[index])).join('')
  }
  if (typeof value !== 'object') return labelHtml(String(value), 'html')
  if (value === null || 'length' in value) return ''
  if ('kind' in value) return linkHtml(spellRef(value), labels[0])
  const { ref, objectFit, alt } = value
  const isLink = objectFit === undefined && alt === undefined
  return isLink
    ? linkHtml(spellRef(ref), labels[0])
    : openingTag('img', { src: spellRef(ref), alt, 'data-object-fit': objectFit })
}

function listOf(value: CellValue): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value : []
}

function optionSpans(
  values: readonly string[],
  labels: ReadonlyMap<string, string>,
): string {
  return values
    .map((value, index) => {
      const label = labels.get(value) ?? ''
      const text = index < values.length - 1 ? `${label}, ` : label
      return `${openingTag('span', { 'data-option': value })}${labelHtml(text, 'html')}</span>`
    })
    .join('')
}

function userSpan(user: string): string {
  return `${openingTag('span', { 'data-user': user })}${labelHtml(user, 'html')}</span>`
}

function linkHtml(spelling: string, label: string | undefined): string {
  const text = labelHtml(label ?? lastPart(spelling), 'html')
  return `${openingTag('a', { href: spelling })}${text}</a>`
}

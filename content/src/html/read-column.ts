import type { ColumnDefinition, SelectOption } from '#/document/tables.ts'
import { otherAttributes, readFlag } from './attributes.ts'

import type { HtmlElement, HtmlNode } from './html-node.ts'
import { refuse } from './refusal.ts'
import { isBlank } from './white-space.ts'

/** A column as its `<th>` describes it. */
export interface Column {
  readonly definition: ColumnDefinition
  readonly isHidden: boolean
  readonly width?: number
  /** The roles of the column in a view of cards. */
  readonly roles: readonly Role[]
  /** The nodes of the title. */
  readonly title: readonly HtmlNode[]
}

export type Role = 'target' | 'cover' | 'coverDark'

const roleOfAttribute: Readonly<Record<string, Role>> = {
  'data-card-target': 'target',
  'data-card-cover': 'cover',
  'data-card-cover-dark': 'coverDark',
}

const simpleTypes = ['number', 'checkbox', 'files', 'content-ref', 'image'] as const

/** Reads a header; `isCards` says whether the view uses roles, and no widths. */
export function readColumn(header: HtmlElement, id: string, isCards: boolean): Column {
  const { attributes } = header
  const known = ['data-hidden']
  const roles = Object.keys(attributes).filter(
    (name) => isCards && roleOfAttribute[name] !== undefined,
  )
  const width = isCards ? undefined : readWidth(attributes['width'])
  if (width !== undefined) known.push('width')
  const select = header.children.find(isSelect)
  const kind = readKind(header, select)
  const others = otherAttributes(header, [...known, ...roles, ...kind.known])
  return {
    definition: { id, title: '', ...kind.definition, ...others },
    isHidden: readFlag(attributes['data-hidden']) ?? false,
    ...(width === undefined ? {} : { width }),
    roles: roles.flatMap((name) => roleOfAttribute[name] ?? []),
    title: header.children.filter((node) => node !== select),
  }
}

/** A column without a header. */
export function plainColumn(id: string): Column {
  return {
    definition: { id, title: '', type: 'text', textAlignment: 'left' },
    isHidden: false,
    roles: [],
    title: [],
  }
}

/** Reads `align="center"`, or `style="text-align:center"` as older exports have it. */
export function readSide(element: HtmlElement): 'left' | 'center' | 'right' | undefined {
  const { align, style } = element.attributes
  const [property = '', said = '', ...more] = (style ?? '').replace(/;$/u, '').split(':')
  const isSaid = property.trim() === 'text-align' && more.length === 0
  const value = align ?? (isSaid ? said.trim() : undefined)
  return value === 'left' || value === 'center' || value === 'right' ? value : undefined
}

export function readVertical(
  element: HtmlElement,
): 'top' | 'middle' | 'bottom' | undefined {
  const { valign } = element.attributes
  return valign === 'top' || valign === 'middle' || valign === 'bottom'
    ? valign
    : undefined
}

/** The attributes by which a cell or header aligns its text, as far as they are read. */
export function alignmentAttributes(element: HtmlElement): string[] {
  const side = readSide(element)
  const sideName = element.attributes['align'] === undefined ? 'style' : 'align'
  return [
    ...(side === undefined ? [] : [sideName]),
    ...(readVertical(element) === undefined ? [] : ['valign']),
  ]
}

type Kind = ColumnDefinition extends infer One
  ? One extends ColumnDefinition
    ? Omit<One, 'id' | 'title' | 'attributes'>
    : never
  : never

function readKind(
  header: HtmlElement,
  select: HtmlElement | undefined,
): { readonly definition: Kind; readonly known: readonly string[] } {
  const { 'data-type': type } = header.attributes
  if (select !== undefined || type === 'select') return readSelect(header, select)
  if (type === 'users') {
    const multiple = readFlag(header.attributes['data-multiple']) ?? false
    return { definition: { type, multiple }, known: ['data-type', 'data-multiple'] }
  }
  if (type === 'rating') {
    const max = Number(header.attributes['data-max'] ?? 5)
    if (!Number.isFinite(max)) return refuse('data-max of <th>')
    return { definition: { type, max }, known: ['data-type', 'data-max'] }
  }
  const simple = simpleTypes.find((one) => one === type)
  if (simple !== undefined) return { definition: { type: simple }, known: ['data-type'] }
  const verticalAlignment = readVertical(header)
  const text = { type: 'text', textAlignment: readSide(header) ?? 'left' } as const
  return {
    definition: verticalAlignment === undefined ? text : { ...text, verticalAlignment },
    known: [...alignmentAttributes(header), ...(type === 'text' ? ['data-type'] : [])],
  }
}

function readSelect(
  { attributes }: HtmlElement,
  select: HtmlElement | undefined,
): { readonly definition: Kind; readonly known: readonly string[] } {
  const isMultiple = readFlag(attributes['data-multiple']) ?? false
  const multiple = select?.attributes['multiple'] !== undefined || isMultiple
  const options = (select?.children ?? []).flatMap(readOption)
  return {
    definition: { type: 'select', multiple, options },
    known: ['data-type', 'data-multiple'],
  }
}

function readOption(node: HtmlNode): SelectOption[] {
  if (node.type !== 'element') return isBlank(node) ? [] : refuse('text in <select>')
  const { value = '', label = '', color = '' } = node.attributes
  return node.name === 'option'
    ? [{ value, label, color }]
    : refuse('content of <select>')
}

function isSelect(node: HtmlNode): node is HtmlElement {
  return node.type === 'element' && node.name === 'select'
}

function readWidth(value: string | undefined): number | undefined {
  if (value === undefined || !/^\d{1,9}(?:\.\d{1,20})?$/u.test(value)) return undefined
  return Number(value)
}

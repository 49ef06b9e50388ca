import { readNumber } from '#/document/cell-values.ts'
import { lastPart } from '#/document/last-part.ts'
import { readRef } from '#/document/references.ts'
import type { CellValue, ColumnDefinition, ImageValue } from '#/document/tables.ts'
import { defined, refuseOthers } from './attributes.ts'
import type { EmbeddedReader, HtmlElement, HtmlNode } from './html-node.ts'
import { plainText } from './plain-text.ts'
import { readAsset } from './read-inlines.ts'
import { refuse } from './refusal.ts'
import { addOption, selectOptions, type SelectOptions } from './select-options.ts'
import { isBlank } from './white-space.ts'

/** The content of a cell in a column without text. */
export interface Cell {
  /** Absent for an empty cell. */
  readonly value?: CellValue
  /** The text shown for each reference, where it is not the last part of its path. */
  readonly labels?: readonly string[]
}

/** Reads a cell of a column without text; `options` are those of a select column. */
export function readCell(
  cell: HtmlElement,
  column: ColumnDefinition,
  options: SelectOptions | undefined,
): Cell {
  const content = unwrap(cell.children)
  if (content.every(isBlank)) return {}
  if (column.type === 'select') {
    return readSelected(content, options ?? selectOptions(column.options))
  }
  return readers[column.type](content)
}

type CellReader = (content: readonly HtmlNode[]) => Cell

const readers: Readonly<Record<Exclude<ColumnDefinition['type'], 'select'>, CellReader>> =
  {
    text: () => refuse('cell of a text column'),
    number: (content) => cellOf(readNumber(plainText(content, noMarkdown))),
    rating: (content) => cellOf(readNumber(plainText(content, noMarkdown))),
    checkbox: (content) => ({ value: readChecked(content) }),
    users: (content) => ({ value: partsOf(content).map(readUser) }),
    files: (content) => readFiles(partsOf(content)),
    'content-ref': (content) => readTarget(only(content)),
    image: (content) => readImageValue(only(content)),
  }

function cellOf(value: CellValue | undefined): Cell {
  return value === undefined ? {} : { value }
}

/** Refuses Markdown: cells of columns without text are HTML only. */
const noMarkdown: EmbeddedReader = {
  blocks: () => refuse('Markdown in a cell'),
  phrasing: () => refuse('Markdown in a cell'),
  footnote: () => undefined,
}

/** Unwraps the paragraph that older exports put around the content of a cell. */
function unwrap(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  const [first, ...more] = nodes.filter((node) => !isBlank(node))
  const isWrapped = first?.type === 'element' && first.name === 'p' && more.length === 0
  return isWrapped ? first.children : nodes
}

function readChecked(nodes: readonly HtmlNode[]): boolean {
  const [box] = nodes.filter((node) => !isBlank(node))
  if (box?.type === 'element' && box.name === 'input') {
    return box.attributes['checked'] !== undefined
  }
  const text = plainText(nodes, noMarkdown)
  if (text !== 'true' && text !== 'false') return refuse('cell of a checkbox column')
  return text === 'true'
}

/**
 * Reads `<span data-option="id">Label, </span>` for each chosen option; older exports have only the
 * label. An option that the header does not know is added to the known ones.
 */
function readSelected(nodes: readonly HtmlNode[], known: SelectOptions): Cell {
  const isText = nodes.every((node) => node.type === 'text')
  const chosen = isText
    ? [byLabel(plainText(nodes, noMarkdown), known)]
    : partsOf(nodes).map((part) => {
        refuseOthers(part, ['data-option'])
        const value = part.attributes['data-option']
        const label = plainText(part.children, noMarkdown).replace(/, ?$/u, '')
        return value === undefined ? refuse('cell of a select column') : { value, label }
      })
  for (const { value, label } of chosen) {
    const isNew = label !== '' && !known.values.has(value)
    if (isNew) addOption(known, { value, label, color: '' })
  }
  return { value: chosen.map(({ value }) => value) }
}

function byLabel(
  label: string,
  { valueOfLabel }: SelectOptions,
): { readonly value: string; readonly label: string } {
  return { value: valueOfLabel.get(label) ?? label, label }
}

function readUser(part: HtmlElement): string {
  const { 'data-user': user, href } = part.attributes
  const ref = href === undefined ? undefined : readRef(href)
  if (user !== undefined) return user
  return ref?.kind === 'user' ? ref.user : refuse('cell of a users column')
}

function readFiles(parts: readonly HtmlElement[]): Cell {
  const links = parts.map((part) => {
    const { src = '' } = part.attributes
    return part.name === 'img' ? { spelling: src, label: undefined } : readLink(part)
  })
  const value = links.map(({ spelling }) => spelling)
  return { value, ...labelsOf(links) }
}

function readTarget(part: HtmlElement): Cell {
  const link = readLink(part)
  return { value: readRef(link.spelling), ...labelsOf([link]) }
}

const fits = ['contain', 'fill', 'cover'] as const

function readImageValue(part: HtmlElement): Cell {
  if (part.name !== 'img') {
    const link = readLink(part)
    return { value: { ref: readAsset(link.spelling) }, ...labelsOf([link]) }
  }
  refuseOthers(part, ['src', 'alt', 'data-object-fit'])
  const { src = '', alt, 'data-object-fit': fit } = part.attributes
  const objectFit = fits.find((one) => one === fit)
  return { value: defined<ImageValue>({ ref: readAsset(src), objectFit, alt }) }
}

interface LinkInCell {
  readonly spelling: string
  readonly label: string | undefined
}

function readLink(part: HtmlElement): LinkInCell {
  const { href } = part.attributes
  refuseOthers(part, ['href', 'data-mention'])
  if (part.name !== 'a' || href === undefined) return refuse('cell of references')
  return { spelling: href, label: plainText(part.children, noMarkdown) }
}

function labelsOf(links: readonly LinkInCell[]): { labels?: readonly string[] } {
  const labels = links.map(({ spelling, label }) => label ?? lastPart(spelling))
  const isPlain = links.every(
    ({ spelling }, index) => labels[index] === lastPart(spelling),
  )
  return isPlain ? {} : { labels }
}

function only(nodes: readonly HtmlNode[]): HtmlElement {
  const [first, ...more] = partsOf(nodes)
  if (first === undefined || more.length > 0) return refuse('cell of one reference')
  return first
}

/** The elements of a cell with a list; commas and line breaks may separate them. */
function partsOf(nodes: readonly HtmlNode[]): HtmlElement[] {
  return nodes.flatMap((node) => {
    if (node.type === 'element') return node.name === 'br' ? [] : [node]
    const isSeparator = node.type === 'text' && /^[\s,]*$/u.test(node.text)
    return isSeparator ? [] : refuse('text in a cell of references')
  })
}

import type { HtmlElement, HtmlNode } from '#/html/html-node.ts'

import { element } from './html-element.ts'
import { isElement, type WebElement, type WebNode } from './web-tree.ts'

const cellsMax = 10_000

/** A table of equally long rows, with one row of titles. Cells hold lines of text. */
export function cleanTable(
  table: WebElement,
  inLine: (nodes: readonly WebNode[]) => HtmlNode[],
): HtmlNode[] {
  const rows = rowsOf(table)
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (width === 0 || width * rows.length > cellsMax) return []
  const [first, ...others] = rows
  const hasTitles = first?.some(({ name }) => name === 'th') === true
  const cell = (name: string) => (node: WebElement | undefined) =>
    element(name, inLine(node?.children ?? []))
  const row = (cells: readonly WebElement[], name: string) =>
    element(
      'tr',
      Array.from({ length: width }, (_, at) => cell(name)(cells[at])),
    )
  const parts: HtmlElement[] = []
  if (hasTitles && first !== undefined) parts.push(element('thead', [row(first, 'th')]))
  const body = hasTitles ? others : rows
  parts.push(
    element(
      'tbody',
      body.map((cells) => row(cells, 'td')),
    ),
  )
  return [element('table', parts)]
}

/** The rows of a table, not those of tables within it. */
function rowsOf(table: WebElement): readonly (readonly WebElement[])[] {
  return table.children.filter(isElement).flatMap((part) => {
    if (part.name === 'tr') return [cellsOf(part)]
    return ['thead', 'tbody', 'tfoot'].includes(part.name) ? rowsOf(part) : []
  })
}

function cellsOf(row: WebElement): readonly WebElement[] {
  return row.children
    .filter(isElement)
    .filter(({ name }) => name === 'td' || name === 'th')
}

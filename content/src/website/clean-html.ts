import type { HtmlNode } from '#/html/html-node.ts'

import { cleanTable } from './clean-table.ts'
import { element } from './html-element.ts'
import { isUnseen } from './main-content.ts'
import {
  elementsBelow,
  isElement,
  textOf,
  type WebElement,
  type WebNode,
} from './web-tree.ts'

export interface Cleaning {
  /** An address of the page as a whole one; undefined where nobody can follow it. */
  readonly address: (spelling: string) => string | undefined
}

const inlineNames: ReadonlyMap<string, string> = new Map([
  ...['strong', 'em', 'code', 'del', 'sub', 'sup'].map((name) => [name, name] as const),
  ['b', 'strong'],
  ['i', 'em'],
  ['s', 'del'],
  ['strike', 'del'],
  ['kbd', 'code'],
  ['samp', 'code'],
  ['tt', 'code'],
])
const plainInlineNames = new Set(
  'abbr acronym bdi bdo big cite data dfn font ins label mark q ruby rt rp small span time u var wbr'.split(
    ' ',
  ),
)
const blockNames = new Set(['p', 'blockquote'])

/** Whether a node takes a place in a line of text. */
function isInLine(node: WebNode): boolean {
  if (!isElement(node)) return true
  const { name } = node
  if (name === 'a' || inlineNames.has(name) || plainInlineNames.has(name)) {
    return node.children.every(isInLine)
  }
  return name === 'br' || name === 'img' || name === 'picture'
}

/** The nodes of a page as HTML that the document model can store: known elements alone. */
export function cleanNodes(nodes: readonly WebNode[], cleaning: Cleaning): HtmlNode[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return [{ type: 'text', text: node } as const]
    return isUnseen(node) ? [] : cleanElement(node, cleaning)
  })
}

function cleanElement(node: WebElement, cleaning: Cleaning): HtmlNode[] {
  const { name } = node
  const block = cleaners.get(name)
  if (block !== undefined) return block(node, cleaning)
  const inside = () => cleanNodes(node.children, cleaning)
  const inline = inlineNames.get(name)
  if (inline !== undefined && isInLine(node)) return [element(inline, inside())]
  if (blockNames.has(name)) return [element(name, inside())]
  if (plainInlineNames.has(name) || inline !== undefined) return inside()
  // Of any other element only the content is taken: a line of text becomes a paragraph.
  return node.children.every(isInLine) ? [element('p', inside())] : inside()
}

type Cleaner = (node: WebElement, cleaning: Cleaning) => HtmlNode[]

const cleaners: ReadonlyMap<string, Cleaner> = new Map<string, Cleaner>([
  ['a', cleanLink],
  ['img', cleanImage],
  ['picture', cleanPicture],
  ['br', () => [element('br', [])]],
  ['hr', () => [element('hr', [])]],
  ['pre', cleanCode],
  ['table', (node, cleaning) => cleanTable(node, (nodes) => inLine(nodes, cleaning))],
  ['figure', cleanFigure],
  ['details', cleanDetails],
  ['dl', cleanDefinitions],
  ['ul', cleanList],
  ['ol', cleanList],
  // The title of a page is its only heading of the first level.
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name): [string, Cleaner] => [
    name,
    (node, cleaning) => cleanHeading(name === 'h1' ? 'h2' : name, node, cleaning),
  ]),
])

function cleanHeading(name: string, node: WebElement, cleaning: Cleaning): HtmlNode[] {
  const { id = '' } = node.attributes
  const words = inLine(node.children, cleaning)
  if (words.length === 0) return []
  return [element(name, words, /^[\w.:-]{1,100}$/.test(id) ? { id } : {})]
}

/** What nodes say in one line: blocks in it become text with a space around it. */
export function inLine(nodes: readonly WebNode[], cleaning: Cleaning): HtmlNode[] {
  return nodes.flatMap((node) => {
    if (!isElement(node) || isInLine(node)) return cleanNodes([node], cleaning)
    if (isUnseen(node)) return []
    const space = { type: 'text', text: ' ' } as const
    return [space, ...inLine(node.children, cleaning), space]
  })
}

function cleanLink(node: WebElement, cleaning: Cleaning): HtmlNode[] {
  const href = cleaning.address(node.attributes['href'] ?? '')
  const isLine = node.children.every(isInLine)
  if (href === undefined) return cleanNodes(node.children, cleaning)
  const words = inLine(node.children, cleaning)
  // A sign such as "#" leads to the heading that it stands in, and says nothing.
  if (/^[#¶§\s\u200B]*$/u.test(textOf(node)) && !hasImage(node)) return []
  const link = element('a', words, { href })
  return isLine ? [link] : [element('p', [link])]
}

function hasImage(node: WebElement): boolean {
  return elementsBelow(node).some(({ name }) => name === 'img')
}

function cleanImage({ attributes }: WebElement, cleaning: Cleaning): HtmlNode[] {
  const { src, width, height, alt = '' } = attributes
  const spelling = src?.startsWith('data:') === false ? src : attributes['data-src']
  const address = spelling === undefined ? undefined : cleaning.address(spelling)
  // Pixels that count readers are no pictures.
  const isPixel = width === '1' || height === '1'
  if (address === undefined || isPixel || !/^https?:/.test(address)) return []
  return [element('img', [], { src: address, alt })]
}

function cleanPicture(node: WebElement, cleaning: Cleaning): HtmlNode[] {
  const image = elementsBelow(node).find(({ name }) => name === 'img')
  return image === undefined ? [] : cleanImage(image, cleaning)
}

/** A figure of images keeps them and its caption; of any other, the content is taken. */
function cleanFigure(node: WebElement, cleaning: Cleaning): HtmlNode[] {
  const below = [...elementsBelow(node)]
  const images = below
    .filter(({ name }) => name === 'img')
    .flatMap((image) => cleanImage(image, cleaning))
  if (images.length === 0) return cleanNodes(node.children, cleaning)
  const caption = below.find(({ name }) => name === 'figcaption')
  return images.map((image, index) => {
    const isLast = index === images.length - 1
    const words = isLast && caption ? inLine(caption.children, cleaning) : []
    return element('figure', [image, element('figcaption', words)])
  })
}

function isSummary(node: WebNode): boolean {
  return isElement(node) && node.name === 'summary'
}

function cleanDetails(node: WebElement, cleaning: Cleaning): HtmlNode[] {
  const summary = node.children.find(isSummary)
  const title = summary === undefined ? [] : inLine([summary], cleaning)
  const body = node.children.filter((child) => !isSummary(child))
  return [element('details', [element('summary', title), ...cleanNodes(body, cleaning)])]
}

/** A list has items alone; what else stands in it becomes an item. */
function cleanList(node: WebElement, cleaning: Cleaning): HtmlNode[] {
  const items = node.children.flatMap((child) => {
    if (!isElement(child)) return child.trim() === '' ? [] : [[child]]
    return isUnseen(child) ? [] : [child.name === 'li' ? child.children : [child]]
  })
  if (items.length === 0) return []
  return [
    element(
      node.name,
      items.map((item) => element('li', cleanNodes(item, cleaning))),
    ),
  ]
}

function cleanDefinitions(node: WebElement, cleaning: Cleaning): HtmlNode[] {
  return node.children.filter(isElement).flatMap((part) => {
    if (part.name === 'dd') return cleanNodes(part.children, cleaning)
    if (part.name !== 'dt') return cleanNodes([part], cleaning)
    return [element('p', [element('strong', inLine(part.children, cleaning))])]
  })
}

/** Code keeps its text and its language, whatever colours its parts. */
function cleanCode(node: WebElement): HtmlNode[] {
  const classes = [node, ...elementsBelow(node)].map(
    ({ attributes }) => attributes['class'] ?? '',
  )
  const language =
    /(?:^|\s)(?:language|lang|highlight(?:-source)?)-([\w+#.-]{1,40})/.exec(
      classes.join(' '),
    )?.[1]
  const text = codeText(node).replace(/^\n/, '').replace(/\n$/, '')
  return [
    element(
      'pre',
      [element('code', [{ type: 'text', text }])],
      language === undefined ? {} : { class: `language-${language}` },
    ),
  ]
}

/** Lines of code may be elements, each a block of its own. */
function codeText(node: WebNode): string {
  if (!isElement(node)) return node
  if (node.name === 'br') return '\n'
  const text = node.children.map(codeText).join('')
  const isLine = (node.name === 'div' || node.name === 'p') && !text.endsWith('\n')
  return isLine ? `${text}\n` : text
}

import { Parser } from 'htmlparser2'

/** An element of a web page as its author wrote it, whatever its name. */
export interface WebElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: WebNode[]
}

export type WebNode = WebElement | string

/** The bounds on what is read of a page; the rest of it is left out. */
const nodesMax = 100_000
const openMax = 300

/** Parses a whole page. Never fails: of a page that is too large or too deep, a part is read. */
export function parseWebPage(html: string): WebElement {
  const root: WebElement = { name: '#page', attributes: {}, children: [] }
  const open: WebElement[] = [root]
  let nodes = 0
  const add = (node: WebNode) => {
    nodes += 1
    if (nodes > nodesMax) parser.pause()
    else open.at(-1)?.children.push(node)
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      const element: WebElement = { name, attributes, children: [] }
      add(element)
      open.push(element)
      // The parser searches all open elements at each closing tag: a limit keeps it linear.
      if (open.length > openMax) parser.pause()
    },
    onclosetag() {
      if (open.length > 1) open.pop()
    },
    ontext: add,
  })
  parser.write(html)
  return root
}

export function isElement(node: WebNode): node is WebElement {
  return typeof node !== 'string'
}

/** The elements below a node in the order of the page. */
export function* elementsBelow(element: WebElement): Generator<WebElement, void> {
  for (const child of element.children) {
    if (!isElement(child)) continue
    yield child
    yield* elementsBelow(child)
  }
}

export function textOf(node: WebNode): string {
  if (!isElement(node)) return node
  return node.children.map(textOf).join('')
}

/** The words of a node, with single spaces. */
export function wordsOf(node: WebNode): string {
  return textOf(node).replaceAll(/\s+/gu, ' ').trim()
}

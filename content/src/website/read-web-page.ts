import type { FlowBlock, JSONDocument } from '#/document/nodes.ts'
import type { EmbeddedReader, HtmlNode } from '#/html/html-node.ts'
import { blocksFromHtml, runsOf } from '#/html/read-blocks.ts'

import { cleanNodes } from './clean-html.ts'
import { element } from './html-element.ts'
import { isUnseen, mainContentOf } from './main-content.ts'
import {
  elementsBelow,
  isElement,
  parseWebPage,
  type WebElement,
  type WebNode,
  wordsOf,
} from './web-tree.ts'

/** A page of a website, read as a page of a space. */
export interface WebPage {
  readonly title: string
  readonly description?: string
  /** Its text; links and images have whole addresses. */
  readonly document: JSONDocument
  /** The whole addresses of all links of the page, also of those around its text. */
  readonly links: readonly string[]
  /** The whole addresses of the images in its text. */
  readonly images: readonly string[]
  /** Whether it asks robots not to keep it, or not to follow its links. */
  readonly isClosed: boolean
  readonly isDeadEnd: boolean
}

const linksMax = 5_000
const addressMax = 2048
const titleMax = 200
const descriptionMax = 300

/** Reads a page of a website. Never fails: what is not understood is left out, or becomes text. */
export function readWebPage(html: string, url: string): WebPage {
  const page = parseWebPage(html)
  const all = [...elementsBelow(page)]
  const given = all.find(({ name }) => name === 'base')?.attributes['href'] ?? ''
  // Every address of the page is resolved with it.
  const base = given.length > addressMax ? null : URL.parse(given, url)
  const address = (spelling: string) => addressOf(spelling, base?.href ?? url)
  const main = mainContentOf(page)
  const heading = elementsBelow(main).find(({ name }) => name === 'h1')
  const text = heading === undefined ? main : without(main, heading)
  const document: JSONDocument = {
    object: 'document',
    data: {},
    nodes: blocksOf(cleanNodes(text.children, { address })),
  }
  const robots = metaOf(all, 'robots')
  const description = metaOf(all, 'description').slice(0, descriptionMax)
  return {
    title: titleOf(all, heading),
    ...(description !== '' && { description }),
    document,
    links: distinct(spelledLinks(all).flatMap((href) => address(href) ?? [])),
    images: distinct(imagesIn(text, address)),
    isClosed: /\bnoindex\b|\bnone\b/i.test(robots),
    isDeadEnd: /\bnofollow\b|\bnone\b/i.test(robots),
  }
}

/** Links as they are written, no more than are read. */
function spelledLinks(all: readonly WebElement[]): readonly string[] {
  const found = new Set<string>()
  for (const { name, attributes } of all) {
    const { href } = attributes
    if (name === 'a' && href !== undefined) found.add(href)
    if (found.size === linksMax) break
  }
  return [...found]
}

/** An address that a reader can follow. */
function addressOf(spelling: string, base: string): string | undefined {
  if (spelling.length > addressMax * 2) return undefined
  const url = URL.parse(spelling.trim(), base)
  const isFollowed = url !== null && ['http:', 'https:', 'mailto:'].includes(url.protocol)
  return isFollowed && url.href.length <= addressMax ? url.href : undefined
}

function titleOf(all: readonly WebElement[], heading: WebElement | undefined): string {
  const said = heading === undefined ? '' : headingWords(heading)
  if (said !== '') return said.slice(0, titleMax)
  const title = all.find(({ name }) => name === 'title')
  // Behind a sign follows the name of the site.
  const [words = ''] = title === undefined ? [] : wordsOf(title).split(/ [|–—·•] /u)
  return words.slice(0, titleMax)
}

/** The words of a heading without the link to itself. */
function headingWords(heading: WebElement): string {
  const children = heading.children.filter(
    (child) => !isElement(child) || !isUnseen(child),
  )
  return wordsOf({ ...heading, children })
    .replace(/[#¶]\s*$/u, '')
    .trim()
}

function metaOf(all: readonly WebElement[], wanted: string): string {
  const meta = all.find(
    ({ name, attributes }) =>
      name === 'meta' && attributes['name']?.toLowerCase() === wanted,
  )
  return (meta?.attributes['content'] ?? '').replaceAll(/\s+/gu, ' ').trim()
}

function without(around: WebElement, gone: WebElement): WebElement {
  const children = around.children.flatMap((child): WebNode[] => {
    if (child === gone) return []
    return [isElement(child) ? without(child, gone) : child]
  })
  return { ...around, children }
}

function imagesIn(
  around: WebElement,
  address: (spelling: string) => string | undefined,
): readonly string[] {
  const found: string[] = []
  const look = (nodes: readonly HtmlNode[]) => {
    for (const node of nodes) {
      if (node.type !== 'element') continue
      const { src } = node.attributes
      if (node.name === 'img' && src !== undefined) found.push(src)
      look(node.children)
    }
  }
  look(cleanNodes(around.children, { address }))
  return found
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}

/** Nothing of a web page is Markdown. */
const noMarkdown: EmbeddedReader = {
  blocks: () => [],
  phrasing: () => [],
  footnote: () => undefined,
}

/** The blocks of clean HTML. What the model cannot store becomes a paragraph of its words. */
function blocksOf(nodes: readonly HtmlNode[]): FlowBlock[] {
  return runsOf(nodes).flatMap((run) => {
    const part = 'block' in run ? run.block : element('p', run.line)
    const blocks = blocksFromHtml([part], noMarkdown)
    if (Array.isArray(blocks)) return blocks
    const words = { type: 'text', text: textIn(part) } as const
    const plain = blocksFromHtml([element('p', [words])], noMarkdown)
    return Array.isArray(plain) ? plain : []
  })
}

function textIn(node: HtmlNode): string {
  if (node.type === 'text') return node.text
  return node.type === 'element' ? node.children.map(textIn).join(' ') : ''
}

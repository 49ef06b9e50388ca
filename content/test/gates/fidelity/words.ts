import { nameToEmoji } from 'gemoji'
import { Parser } from 'htmlparser2'
import type { Link, Nodes } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

const remark = unified().use(remarkParse).use(remarkGfm)

/** Stands where a tag was; no word has it. */
const tagMark = '\uE000'

/** How often each word is there. */
export type Words = ReadonlyMap<string, number>

export interface Findings {
  readonly words: Words
  readonly destinations: readonly string[]
  readonly codeLines: readonly string[]
}

/** What a parser that knows nothing of our tags finds in Markdown. */
export function findWithRemark(markdown: string): Findings {
  const texts: string[] = []
  const destinations: string[] = []
  const codeLines: string[] = []
  const plain = markdown.replaceAll(/\{%[\s\S]{0,4000}?%\}/g, (tag) => {
    // A tag in code is code; one that is none says its values.
    for (const [, value = ''] of tag.matchAll(/="([^"\\]*)"/g)) texts.push(value)
    return tagMark + tag.replaceAll(/[^\r\n]/g, '')
  })
  // A line of nothing but tags ends what stands before it, as a divider does.
  const apart = plain.replaceAll(/^([ \t>]*)(?:\uE000[ \t]*)+$/gm, '$1***')
  const waiting: Nodes[] = [remark.parse(apart)]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('url' in node) destinations.push(node.url)
    if (node.type === 'link' && repeatsItself(node)) continue
    if (node.type === 'html') findInHtml(node.value, texts, destinations)
    else if (node.type === 'code') codeLines.push(...node.value.split(/\r\n|\n|\r/))
    else texts.push(textOf(node))
    if ('children' in node) for (const child of node.children) waiting.push(child)
  }
  return { words: countWords(texts), destinations, codeLines }
}

function textOf(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value
  return node.type === 'image' ? (node.alt ?? '') : ''
}

/** Everything that our document says, with the names of its emoji. */
export function findInDocument(document: unknown): {
  readonly words: Words
  readonly strings: string
} {
  const texts: string[] = []
  const waiting: unknown[] = [document]
  for (let index = 0; index < waiting.length; index++) {
    const value = waiting[index]
    if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'number' || typeof value === 'boolean') {
      texts.push(String(value))
    } else if (Array.isArray(value)) waiting.push(...value)
    else if (typeof value === 'object' && value !== null) waiting.push(...said(value))
  }
  return { words: countWords(texts), strings: texts.join('\n') }
}

/** What is missing: words by how often, destinations and code lines as a whole. */
export function missing(
  wanted: Findings,
  ours: ReturnType<typeof findInDocument>,
): { readonly words: readonly string[]; readonly other: readonly string[] } {
  const words: string[] = []
  for (const [word, count] of wanted.words) {
    for (let lost = count - (ours.words.get(word) ?? 0); lost > 0; lost--) {
      words.push(word)
    }
  }
  const other = [...wanted.destinations, ...wanted.codeLines].filter(
    (text) => !isTag(text) && !holds(ours.strings, text),
  )
  return { words, other }
}

function isTag(text: string): boolean {
  return text.includes(tagMark) || text.trim() === '***'
}

/** A link that shows its own address may be kept as the address alone. */
function repeatsItself(link: Link): boolean {
  const [only] = link.children
  if (link.children.length !== 1 || only?.type !== 'text') return false
  return link.url === only.value || link.url.endsWith(`/${only.value}`)
}

function holds(strings: string, text: string): boolean {
  if (text.startsWith('#user-content-')) return true
  const bare = text.replace(/^(?:https?:\/\/|mailto:|#)/, '')
  return [text, bare, text.trimEnd(), decoded(text)].some((each) =>
    strings.includes(each),
  )
}

function decoded(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}

function said(value: object): readonly unknown[] {
  const values: unknown[] = Object.values(value)
  if ('attributes' in value) values.push(Object.keys(value.attributes ?? {}))
  if ('type' in value && value.type === 'emoji') values.push(...namesOfEmoji(value))
  if ('type' in value && value.type === 'table') values.push(...chosenLabels(value))
  return values
}

/** What cells show that only name an option of their column. */
function chosenLabels(table: object): readonly string[] {
  const json = JSON.stringify(table)
  const options = new Map<string, string>()
  for (const [, value = '', label = ''] of json.matchAll(
    /"value":"([^"]*)","label":"([^"]*)"/g,
  )) {
    options.set(value, label)
  }
  return Array.from(
    json.matchAll(/"([^"]*)"/g),
    ([, value = '']) => options.get(value) ?? '',
  )
}

const namesByCode = new Map<string, string[]>()
for (const [name, emoji] of Object.entries(nameToEmoji)) {
  const code = codeOf(emoji)
  namesByCode.set(code, [...(namesByCode.get(code) ?? []), name])
}

function namesOfEmoji(node: object): readonly string[] {
  const data: unknown = 'data' in node ? node.data : undefined
  const code =
    typeof data === 'object' && data !== null && 'code' in data ? data.code : ''
  const text = String.fromCodePoint(
    ...String(code)
      .split('-')
      .map((part) => Number.parseInt(part, 16) || 32),
  )
  return [...(namesByCode.get(codeOf(text)) ?? []), text]
}

/** Without the selector that some spellings have and others have not. */
function codeOf(emoji: string): string {
  return Array.from(emoji, (character) => character.codePointAt(0)?.toString(16))
    .filter((code) => code !== 'fe0f')
    .join('-')
}

function findInHtml(html: string, texts: string[], destinations: string[]): void {
  const parser = new Parser({
    ontext: (text) => texts.push(text),
    onopentag: (_name, attributes) => {
      const { href, src, alt, title } = attributes
      for (const url of [href, src]) if (url) destinations.push(url)
      for (const text of [alt, title]) if (text) texts.push(text)
    },
  })
  parser.end(html)
}

function countWords(texts: readonly string[]): Words {
  const words = new Map<string, number>()
  for (const text of texts) {
    for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
      words.set(word, (words.get(word) ?? 0) + 1)
    }
  }
  return words
}

import type { Heading, Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'

/** The limit for a title: a longer one is text that looks like it by chance, and slow to parse. */
const titleLengthMax = 2000

export interface TitleHeading {
  readonly title: string
  /** The offset after the heading's last character, before its line ending. */
  readonly end: number
  /** The offsets of the heading's words. */
  readonly words: readonly [number, number]
}

/** The heading of level 1 that the text starts with, if it has words. */
export function readTitleHeading(text: string): TitleHeading | undefined {
  const chunk = firstChunk(text)
  if (chunk === undefined || chunk.length > titleLengthMax) return undefined
  const [heading] = fromMarkdown(chunk).children
  if (heading?.type !== 'heading' || heading.depth !== 1) return undefined
  const title = plainText(heading)
  if (title === '') return undefined
  const { end } = rangeOf(heading)
  const [first = heading] = heading.children
  const last = heading.children.at(-1) ?? heading
  return { title, end, words: [rangeOf(first).start, rangeOf(last).end] }
}

/** The offsets of a node that was just parsed, which always has a position. */
export function rangeOf(node: Nodes): { readonly start: number; readonly end: number } {
  return {
    start: node.position?.start.offset ?? 0,
    end: node.position?.end.offset ?? 0,
  }
}

/** The visible text of one line of Markdown, without its marks. */
export function plainTitle(markdown: string): string {
  return plainText(fromMarkdown(`# ${oneLine(markdown).slice(0, titleLengthMax)}`))
}

/**
 * One line of Markdown that shows this text, with each run of white space as one space. Has
 * backslashes only if the text needs any.
 */
export function spellTitle(title: string): string {
  const line = oneLine(title)
  if (isPlain(line)) return line
  return line.replaceAll(/[\\`*_[\]<>&~$#]/g, String.raw`\$&`)
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function isPlain(line: string): boolean {
  // These signs may pair with the text after the words: the end of a link, an anchor.
  if (line.length > titleLengthMax || /[[\]~$\\`]|<[a-z!?/]/i.test(line)) return false
  const [heading] = fromMarkdown(`# ${line}`).children
  const words = heading?.type === 'heading' ? heading.children : []
  return words.length === 1 && words[0]?.type === 'text' && words[0].value === line
}

function plainText(node: Root | Heading): string {
  const parts: string[] = []
  const pending: Nodes[] = [node]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.type === 'text' || next.type === 'inlineCode') parts.push(next.value)
    else if (next.type === 'break') parts.push(' ')
    else if (next.type === 'image') parts.push(next.alt ?? '')
    else if ('children' in next) pending.push(...next.children.toReversed())
  }
  return oneLine(parts.join(''))
}

/** The lines that a heading could take: one that begins with `#`, or a few above a line of `=`. */
function firstChunk(text: string): string | undefined {
  const atx = /^ {0,3}#(?:[ \t][^\r\n]*)?(?=[\r\n]|$)/.exec(text)
  if (atx !== null) return atx[0]
  const start = text.slice(0, titleLengthMax)
  const underline = /(?:\r\n|\n|\r) {0,3}=+[ \t]*(?=[\r\n]|$)/.exec(start)
  if (underline === null) return undefined
  const chunk = start.slice(0, underline.index + underline[0].length)
  return /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/.test(chunk) ? undefined : chunk
}

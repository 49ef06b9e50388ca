import type { Nodes } from 'mdast'
import type { CompileContext, Extension, Token } from 'mdast-util-from-markdown'
import { reasonNotToParse } from '#/read/limits.ts'
import { parseMarkdown } from '#/read/syntax/parse.ts'
import { htmlDestinations } from './html-destinations.ts'
import { tagDestinations } from './tag-destinations.ts'

/** The syntax around a destination, which decides the characters that are allowed. */
export type DestinationContext =
  | 'plain'
  | 'angles'
  | 'autolink'
  | 'attribute'
  | 'bare-attribute'
  | 'tag'

export interface LinkDestination {
  /** Offsets of the destination itself, without angles or quotes. */
  readonly start: number
  readonly end: number
  /** The destination with escapes and character references resolved. */
  readonly destination: string
  readonly context: DestinationContext
  /** The range of the link's text where it repeats the destination exactly: `[a.md](a.md)`. */
  readonly label?: { readonly start: number; readonly end: number }
}

/**
 * Every link destination in a page's Markdown, in order. Code has none, nor has a page that is too
 * much to parse.
 */
export function linkDestinations(markdown: string): readonly LinkDestination[] {
  if (!mayLead.test(markdown) || reasonNotToParse(markdown) !== undefined) return []
  const found: LinkDestination[] = []
  const tree = parseMarkdown(markdown, [resourceWatcher(markdown, found)])
  const waiting: Nodes[] = [tree]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const destination of destinationsIn(node, markdown)) found.push(destination)
    if ('children' in node) for (const child of node.children) waiting.push(child)
  }
  return found.toSorted((left, right) => left.start - right.start)
}

/** Matches signs of which every destination needs one, so that few verbatim blocks are parsed. */
const mayLead = /\]\(|[:=@"']|www\./i

/** Records destinations while the tree is built, as the tree has no positions for them. */
function resourceWatcher(markdown: string, found: LinkDestination[]): Extension {
  function exit(this: CompileContext, token: Token): undefined {
    const node = this.stack.at(-1)
    const destination = node !== undefined && 'url' in node ? node.url : ''
    const isAngled = markdown.charAt(token.start.offset) === '<'
    const start = token.start.offset + Number(isAngled)
    const end = token.end.offset - Number(isAngled)
    const context = isAngled ? 'angles' : 'plain'
    const label = labelBefore(markdown, token.start.offset, markdown.slice(start, end))
    found.push({ start, end, destination, context, ...label })
  }
  return { exit: { resourceDestination: exit, definitionDestination: exit } }
}

function labelBefore(
  markdown: string,
  opening: number,
  raw: string,
): Pick<LinkDestination, 'label'> {
  const end = opening - ']('.length
  const start = end - raw.length
  const isSame = raw !== '' && markdown.slice(start - 1, opening) === `[${raw}](`
  return isSame && markdown.charAt(start - 2) !== '!' ? { label: { start, end } } : {}
}

function destinationsIn(node: Nodes, markdown: string): readonly LinkDestination[] {
  const start = node.position?.start.offset
  const end = node.position?.end.offset
  if (start === undefined || end === undefined) return []
  if (node.type === 'html') {
    const html = withoutPrefixes(markdown.slice(start, end), node.value)
    return htmlDestinations(html).map((attribute) =>
      inAttribute(attribute, start, markdown),
    )
  }
  if (node.type === 'blockTag' || node.type === 'inlineTag') {
    const tag = withoutPrefixes(markdown.slice(start, end), node.value)
    return tagDestinations(tag).map((value) => ({
      ...value,
      start: start + value.start,
      end: start + value.end,
      context: 'tag',
    }))
  }
  if (node.type !== 'link' || markdown.charAt(start) === '[') return []
  const inAngles = Number(markdown.charAt(start) === '<')
  const range = { start: start + inAngles, end: end - inAngles }
  return [{ ...range, destination: node.url, context: 'autolink' }]
}

function inAttribute(
  { tagEnd, isQuoted, ...attribute }: ReturnType<typeof htmlDestinations>[number],
  offset: number,
  markdown: string,
): LinkDestination {
  const start = offset + attribute.start
  const end = offset + attribute.end
  const raw = markdown.slice(start, end)
  const labelStart = offset + tagEnd
  const labelEnd = labelStart + raw.length
  const isRepeated = raw !== '' && markdown.startsWith(`${raw}</a>`, labelStart)
  return {
    start,
    end,
    destination: attribute.destination,
    context: isQuoted ? 'attribute' : 'bare-attribute',
    ...(isRepeated ? { label: { start: labelStart, end: labelEnd } } : {}),
  }
}

/** The source with the line prefixes of containers blanked, so that offsets stay true. */
function withoutPrefixes(source: string, value: string): string {
  const sourceLines = source.split('\n')
  const valueLines = value.split('\n')
  if (sourceLines.length !== valueLines.length) return source
  return sourceLines
    .map((line, index) => {
      const content = valueLines[index] ?? ''
      return line.endsWith(content) ? content.padStart(line.length) : line
    })
    .join('\n')
}

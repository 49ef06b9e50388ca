import type { EmbeddedReader, HtmlNode } from '#/html/html-node.ts'
import { parseHtml } from '#/html/parse-html.ts'
import { blocksFromHtml } from '#/html/read-blocks.ts'
import type { FlowBlock } from '#/document/nodes.ts'

import { withEmbedded } from '../embedded.ts'
import { textScope } from '../reader.ts'
import type { Reader } from '../reader.ts'
import { sliceWithoutPrefix, sourceBlock, verbatimBlock } from '../source-block.ts'
import type { Indent, Placed, Range } from '../source-block.ts'
import type { Siblings } from '../tags/tag-work.ts'

import { htmlBalance } from './html-balance.ts'
import { placesInHtml, placesOfMarkdown } from './html-places.ts'

/** An HTML element in one or more pieces. */
export interface HtmlWork {
  readonly reader: Reader
  readonly siblings: Siblings
  /** The pieces that are HTML; those between are Markdown, unless the element forbids it. */
  readonly members: readonly number[]
  readonly range: Range
  readonly place: Indent
  readonly read: (from: number, to: number) => readonly Placed[]
}

/** Elements that may contain Markdown; in any other element a blank line does not end the HTML. */
const markdownHolders = new Set([
  'details',
  'summary',
  'div',
  'p',
  'center',
  'section',
  'article',
  'aside',
  'main',
  'header',
  'footer',
  'blockquote',
  'span',
  'a',
  'font',
])

export function readHtml(work: HtmlWork): Placed[] {
  const { reader, range, place } = work
  const unpaired = unpairedIn(work)
  if (unpaired !== undefined) {
    return [verbatimBlock(reader, range, place, `<${unpaired}> without its pair`)]
  }
  const scope = textScope(reader, place)
  const children: Placed[] = []
  const embedded: EmbeddedReader = {
    blocks: ({ nodes }) => {
      const found = nodes.flatMap((node) => (isStretch(node) ? read(node) : []))
      return found.map(({ node }) => node)
    },
    phrasing: () => {
      scope.problem ??= 'blocks in text'
      return []
    },
    footnote: (label) => (scope.inFootnote ? undefined : reader.footnotes.body(label)),
  }
  const blocks = blocksFromHtml(nodesOf(work), embedded)
  if ('notUnderstood' in blocks) scope.problem ??= blocks.notUnderstood
  if (scope.problem !== undefined || 'notUnderstood' in blocks) {
    return [verbatimBlock(reader, range, place, scope.problem ?? 'html')]
  }
  return placeBlocks(work, { blocks, children, embedded })

  function read({ from, to }: Stretch): readonly Placed[] {
    const placed = work.read(from, to)
    children.push(...placed)
    return placed
  }
}

/** The element that a single piece of HTML leaves unpaired; `<p>` needs no counterpart. */
function unpairedIn({ siblings, members }: HtmlWork): string | undefined {
  const [only, ...more] = members
  if (only === undefined || more.length > 0) return undefined
  const { closings, openings } = htmlBalance(htmlAt(siblings, only))
  return [...closings, ...openings].find((name) => name !== 'p')
}

function htmlAt({ pieces }: Siblings, index: number): string {
  const piece = pieces[index]
  return piece?.kind === 'html' ? piece.value : ''
}

interface Stretch {
  readonly from: number
  readonly to: number
}

function isStretch(node: unknown): node is Stretch {
  return typeof node === 'object' && node !== null && 'from' in node && 'to' in node
}

function nodesOf({ reader, siblings, members, range, place }: HtmlWork): HtmlNode[] {
  const [first = 0] = members
  const { openings } = htmlBalance(htmlAt(siblings, first))
  if (members.length === 1 || !openings.every((name) => markdownHolders.has(name))) {
    return parseHtml(sliceWithoutPrefix(reader.source, range, place.prefix))
  }
  const parts: (string | Stretch[])[] = []
  let from = first
  for (const index of members) {
    if (index > from) parts.push([{ from, to: index }])
    parts.push(htmlAt(siblings, index))
    from = index + 1
  }
  return withEmbedded(parts, 'flow')
}

interface Understood {
  readonly blocks: readonly FlowBlock[]
  readonly children: readonly Placed[]
  readonly embedded: EmbeddedReader
}

/**
 * The blocks with their places: a single one has that of all the HTML, several have one each.
 * Without such places the HTML is one verbatim block.
 */
function placeBlocks(
  { range, place, reader, members }: HtmlWork,
  { blocks, children, embedded }: Understood,
): Placed[] {
  const [only, ...more] = blocks
  if (only !== undefined && more.length === 0) {
    return [sourceBlock(only, range, place, children)]
  }
  const isPlain = members.length === 1 && place.prefix === ''
  const ranges =
    members.length > 1
      ? placesOfMarkdown(range, blocks, children)
      : isPlain && placesInHtml(reader.source, range, embedded)
  if (!ranges || ranges.length !== blocks.length || blocks.length === 0) {
    return [verbatimBlock(reader, range, place, `html of ${blocks.length} blocks`)]
  }
  return blocks.map((block, index) =>
    sourceBlock(block, ranges[index] ?? range, place, children[index]?.children),
  )
}

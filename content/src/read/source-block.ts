import { trimEnd } from '#/html/white-space.ts'
import type { Block, FlowBlock, Paragraph, Verbatim } from '#/document/nodes.ts'

import type { SourceBlock } from './reading.ts'
import { emptyText } from './text/text-builder.ts'

/** The container of blocks: the prefix of their later lines, and its depth. */
export interface Indent {
  readonly prefix: string
  readonly depth: number
}

/** A range of offsets in the source. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A source block whose node has a known type. */
export interface Placed<Kind extends Block = FlowBlock> extends SourceBlock {
  readonly node: Kind
}

export function sourceBlock<Kind extends Block>(
  node: Kind,
  { start, end }: Range,
  { prefix }: Indent,
  children: readonly SourceBlock[] = [],
): Placed<Kind> {
  return { node, start, end, prefix, children }
}

/** A block with the bytes of the source, which are written back as they are. */
export function verbatimBlock(
  { source }: { readonly source: string },
  range: Range,
  place: Indent,
  reason: string,
): Placed<Verbatim> {
  // The range of a footnote in a quote includes the empty lines of the quote.
  const markdown = withoutBlankEnd(sliceWithoutPrefix(source, range, place.prefix))
  return sourceBlock(verbatim(markdown.replaceAll(/\r\n?/g, '\n'), reason), range, place)
}

function withoutBlankEnd(text: string): string {
  const trimmed = trimEnd(text)
  const lineEnd = text.slice(trimmed.length).search(/[\n\r]/)
  return lineEnd === -1 ? text : text.slice(0, trimmed.length + lineEnd)
}

export function verbatim(markdown: string, reason: string): Verbatim {
  return { object: 'block', type: 'verbatim', isVoid: true, data: { markdown, reason } }
}

/** The blocks of a container: one empty paragraph when it has none. */
export function contents(sources: readonly Placed[]): readonly FlowBlock[] {
  return sources.length === 0 ? [emptyParagraph()] : sources.map(({ node }) => node)
}

export function emptyParagraph(): Paragraph {
  return {
    object: 'block',
    type: 'paragraph',
    isVoid: false,
    data: {},
    nodes: [emptyText()],
  }
}

/** The source of a block as if it were outside its container. */
export function sliceWithoutPrefix(
  source: string,
  { start, end }: Range,
  prefix: string,
): string {
  const slice = source.slice(start, end)
  if (prefix === '') return slice
  const [first = '', ...lines] = slice.split('\n')
  return [first, ...lines.map((line) => withoutPrefix(line, prefix))].join('\n')
}

/** The line without the prefix; blank lines, `>` without a space and lazy lines have less of it. */
function withoutPrefix(line: string, prefix: string): string {
  const margin = marginOf(line)
  let lazy = false
  for (let at = 0; at < prefix.length; at++) {
    if (prefix[at] !== '>') lazy ||= !margin.takeSpace() && prefix[at - 1] !== '>'
    else if (!margin.takeSign()) {
      lazy = true
      break
    }
  }
  const rest = margin.rest()
  // A lazy line is always text; inside its container the same line could begin a block.
  return lazy && startsBlock.test(rest) ? rest.replace(/\S/, '\\$&') : rest
}

const tabWidth = 4

/** Removes the start of a line column by column: a tab counts as several columns. */
function marginOf(line: string) {
  let index = 0
  let column = 0
  /** The remaining columns of a tab. */
  let spare = 0
  return {
    takeSpace(): boolean {
      if (spare > 0) {
        spare--
        return true
      }
      if (line[index] !== ' ' && line[index] !== '\t') return false
      spare = line[index] === '\t' ? tabWidth - (column % tabWidth) - 1 : 0
      column += spare + 1
      index++
      return true
    },
    /** Takes a quote sign, which may follow up to three spaces. */
    takeSign(): boolean {
      let sign = index
      while (line[sign] === ' ' && sign - index < 3) sign++
      if (line[sign] !== '>') return false
      column += sign + 1 - index
      index = sign + 1
      spare = 0
      return true
    },
    rest: () => ' '.repeat(spare) + line.slice(index),
  }
}

/** Matches the start of a tag, a table or an underline: the blocks that no lazy line begins. */
const startsBlock = /^[ \t]*(?:\{%|[=|:-])/

import { trimEnd } from '#/html/white-space.ts'
import type { Block, FlowBlock, Paragraph, Verbatim } from '#/document/nodes.ts'

import type { SourceBlock } from './reading.ts'
import { emptyText } from './text/text-builder.ts'

/** Where blocks stand: what the lines after their first begin with, and how deep that is. */
export interface Indent {
  readonly prefix: string
  readonly depth: number
}

/** Where something stands in the source. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A source block whose node is known to be of a kind. */
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

/** The bytes of the source, to be written back as they are. */
export function verbatimBlock(
  { source }: { readonly source: string },
  range: Range,
  place: Indent,
  reason: string,
): Placed<Verbatim> {
  // The range of a footnote in a quote goes on over the empty lines of the quote.
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

/** The blocks of a container, which is never without any. */
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

/** The source of a block as if it stood outside its container. */
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

/** A line may say less than the prefix: blank lines, `>` without a space, lazy lines. */
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
  // A lazy line is text, whatever it begins with; inside its container it would not be.
  return lazy && startsBlock.test(rest) ? rest.replace(/\S/, '\\$&') : rest
}

const tabWidth = 4

/** What a line begins with, taken away column by column: a tab stands for several. */
function marginOf(line: string) {
  let index = 0
  let column = 0
  /** The columns of a tab that are not taken yet. */
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
    /** The quote sign may be moved in by up to three spaces. */
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

/** Tags, tables and underlines: the blocks that no lazy line begins. */
const startsBlock = /^[ \t]*(?:\{%|[=|:-])/

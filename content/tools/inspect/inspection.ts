import { commonSubsequence } from '#/compare/sequence.ts'

import { spellRef } from '#/document/references.ts'
import type { Block } from '#/document/nodes.ts'
import { headings, type OutlineEntry } from './headings.ts'
import { links } from '#/look/links.ts'
import { plainText } from '#/look/plain-text.ts'
import { splitPage, type PageFile } from '#/page/page-file.ts'
import { blockKeys } from '#/read/keys.ts'
import { read } from '#/read/read.ts'
import type { SourceBlock } from '#/read/reading.ts'
import { write } from '#/write/write.ts'

/** What there is to know about a page, as data. Offsets are those of the file. */
export interface Inspection {
  readonly characters: number
  readonly page: Omit<PageFile, 'head' | 'body'>
  readonly bodyStart: number
  readonly blocks: readonly InspectedBlock[]
  readonly links: readonly {
    readonly to: string
    readonly text: string
    readonly role: string
  }[]
  readonly headings: readonly OutlineEntry[]
  readonly verbatim: readonly InspectedVerbatim[]
  /** What writing the document without the file would change. */
  readonly changes: readonly LineChange[]
}

export interface InspectedBlock {
  readonly type: string
  readonly key: string
  readonly start: number
  readonly end: number
  readonly line: number
  readonly data: Readonly<Record<string, unknown>>
  readonly text: string
  readonly children: readonly InspectedBlock[]
}

export interface InspectedVerbatim {
  readonly reason: string
  readonly line: number
  readonly markdown: string
}

export interface LineChange {
  readonly line: number
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export function inspectPage(file: string): Inspection {
  const { head, body, ...page } = splitPage(file)
  const reading = read(body)
  const { document, blocks } = reading
  const keys = blockKeys(reading)
  const lineAt = lineCounter(file)
  const inspected = blocks.map((block) =>
    inspectBlock(block, { offset: head.length, lineAt, keys }),
  )
  return {
    characters: file.length,
    page,
    bodyStart: head.length,
    blocks: inspected,
    links: links(document).map(({ ref, text, role }) => ({
      to: spellRef(ref),
      text,
      role,
    })),
    headings: headings(document),
    verbatim: inspected.flatMap(verbatimIn),
    changes: lineChanges(body, write(document), lineAt(head.length)),
  }
}

interface Context {
  readonly offset: number
  readonly lineAt: (offset: number) => number
  readonly keys: ReadonlyMap<SourceBlock, string>
}

function inspectBlock(block: SourceBlock, context: Context): InspectedBlock {
  const { node, start, end, children } = block
  const { offset, lineAt, keys } = context
  return {
    type: node.type,
    key: keys.get(block) ?? '',
    start: start + offset,
    end: end + offset,
    line: lineAt(start + offset),
    data: { ...node.data },
    text: textOf(node),
    children: children.map((child) => inspectBlock(child, context)),
  }
}

function textOf(node: Block): string {
  return node.type === 'verbatim' ? node.data.markdown : plainText(node)
}

function verbatimIn(block: InspectedBlock): readonly InspectedVerbatim[] {
  if (block.type !== 'verbatim') return block.children.flatMap(verbatimIn)
  const { reason } = block.data
  const said = typeof reason === 'string' ? reason : 'no reason'
  return [{ reason: said, line: block.line, markdown: block.text }]
}

function lineChanges(
  before: string,
  after: string,
  firstLine: number,
): readonly LineChange[] {
  const [one, two] = [linesOf(before), linesOf(after)]
  const changes: LineChange[] = []
  let [from, into] = [0, 0]
  for (const [left, right] of [
    ...commonSubsequence(one, two),
    [one.length, two.length] as const,
  ]) {
    if (left > from || right > into) {
      changes.push({
        line: firstLine + from,
        before: one.slice(from, left),
        after: two.slice(into, right),
      })
    }
    from = left + 1
    into = right + 1
  }
  return changes
}

/** How lines end, and how many blank ones the file ends in, is no change of what it says. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/)
  while (lines.at(-1)?.trim() === '') lines.pop()
  return lines
}

/** The line of an offset, counted from one. */
function lineCounter(text: string): (offset: number) => number {
  const starts = [0]
  for (const { index, 0: ending } of text.matchAll(/\r\n|\n|\r/g)) {
    starts.push(index + ending.length)
  }
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

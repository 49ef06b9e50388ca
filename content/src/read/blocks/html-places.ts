import type { FlowBlock } from '#/document/nodes.ts'
import type { EmbeddedReader, HtmlNode } from '#/html/html-node.ts'
import { type HtmlPlaces, parseHtml } from '#/html/parse-html.ts'
import { type BlockRun, blocksFromHtml, type Run, runsOf } from '#/html/read-blocks.ts'
import { isBlank } from '#/html/white-space.ts'

import type { Placed, Range } from '../source-block.ts'

/**
 * The places of several blocks that one element around Markdown contains, `<div align="center">`:
 * its tags belong to the first and the last block. Undefined when the blocks are not those of the
 * Markdown.
 */
export function placesOfMarkdown(
  range: Range,
  blocks: readonly FlowBlock[],
  children: readonly Placed[],
): readonly Range[] | undefined {
  const isEach = blocks.every(({ type }, index) => type === children[index]?.node.type)
  return isEach && children.length === blocks.length ? spread(children, range) : undefined
}

/** The limit of nested wrappers: an element is read once more for each wrapper around it. */
const wrappersMax = 8

/** The place of each block in a piece of HTML; undefined when it cannot be determined. */
export function placesInHtml(
  source: string,
  range: Range,
  reader: EmbeddedReader,
): readonly Range[] | undefined {
  const html = source.slice(range.start, range.end)
  const places: HtmlPlaces = new Map<object, Range>()
  const found = rangesOf(parseHtml(html, places), { start: 0, end: html.length })
  return found?.map(({ start, end }) => ({
    start: range.start + start,
    end: range.start + end,
  }))

  function rangesOf(
    nodes: readonly HtmlNode[],
    around: Range,
    depth = 0,
  ): readonly Range[] | undefined {
    if (depth > wrappersMax) return undefined
    const runs = runsOf(nodes)
    let from = around.start
    const ranges: Range[] = []
    for (const [index, run] of runs.entries()) {
      const end = placeOf(runs[index + 1])?.start ?? around.end
      const inside =
        'block' in run ? rangesOfBlock(run, depth + 1) : rangesOfLine(run.line, from, end)
      if (inside === undefined) return undefined
      for (const one of inside) ranges.push(one)
      from = placeOf(run)?.end ?? end
    }
    return ranges.length > 1 ? spread(ranges, around) : ranges
  }

  function rangesOfBlock(run: BlockRun, depth: number): readonly Range[] | undefined {
    const place = placeOf(run)
    const node = run.block
    const blocks = blocksFromHtml([node], reader)
    if (place === undefined || 'notUnderstood' in blocks) return undefined
    if (blocks.length < 2) return blocks.map(() => place)
    return node.type === 'element' ? rangesOf(node.children, place, depth) : undefined
  }

  function placeOf(run: Run | undefined): Range | undefined {
    if (run === undefined || !('block' in run)) return undefined
    const { block } = run
    return places.get(block.type === 'element' ? block.children : block)
  }

  /** The range of text between blocks; at the ends of an element it includes the tags. */
  function rangesOfLine(
    line: readonly HtmlNode[],
    start: number,
    end: number,
  ): readonly Range[] {
    if (line.every(isBlank)) return []
    const text = html.slice(start, end)
    const from = end - text.trimStart().length
    return [{ start: from, end: start + text.trimEnd().length }]
  }
}

/** The places, the first from the start and the last to the end of the range around them. */
function spread(places: readonly Range[], { start, end }: Range): readonly Range[] {
  return places.map((place, index) => ({
    start: index === 0 ? start : place.start,
    end: index === places.length - 1 ? end : place.end,
  }))
}

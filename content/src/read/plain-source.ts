import type { SourceBlock } from './reading.ts'
import type { Placed } from './source-block.ts'

/** A normalised source, and the mapping from its offsets back to those of the original. */
export interface PlainSource {
  readonly text: string
  readonly restore: (blocks: readonly Placed[]) => readonly Placed[]
  readonly offset: (offset: number) => number
}

/** Replaces every line ending by `\n`, and characters that no document can hold by U+FFFD. */
export function plainSource(source: string): PlainSource {
  const text = source.toWellFormed().replaceAll('\0', '\uFFFD')
  if (!text.includes('\r')) {
    return { text, restore: (blocks) => blocks, offset: (offset) => offset }
  }
  const offsets = lineFeeds(text)
  const original = (offset: number) => offset + countUpTo(offsets, offset)
  return {
    text: text.replaceAll(/\r\n?/g, '\n'),
    restore: (blocks) => blocks.map((block) => moved(block, original)),
    offset: original,
  }
}

/** The offsets, in the normalised text, of line endings that were two characters. */
function lineFeeds(text: string): number[] {
  const offsets: number[] = []
  let at = text.indexOf('\r\n')
  while (at !== -1) {
    offsets.push(at - offsets.length)
    at = text.indexOf('\r\n', at + 2)
  }
  return offsets
}

/** The number of offsets before this one. */
function countUpTo(offsets: readonly number[], offset: number): number {
  let low = 0
  let high = offsets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle] ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}

function moved<Block extends SourceBlock>(
  block: Block,
  original: (offset: number) => number,
): Block {
  return {
    ...block,
    start: original(block.start),
    end: original(block.end),
    children: block.children.map((child) => moved(child, original)),
  }
}

import { fingerprint } from '#/document/fingerprint.ts'
import type { Block, JSONDocument, Phrasing } from '#/document/nodes.ts'
import { normalise } from '#/document/normalise.ts'
import { mapDocument } from '#/document/walk.ts'
import { applyDocument } from '#/edit/apply-document.ts'
import { read } from '#/read/read.ts'
import type { Reading, SourceBlock } from '#/read/reading.ts'

/** Every block that stands in the source, at all levels. */
export function sourceBlocks(reading: Reading): readonly SourceBlock[] {
  const all: SourceBlock[] = []
  const waiting = [...reading.blocks]
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    all.push(block)
    for (const child of block.children) {
      // An element that says nothing itself stands for the block inside it.
      if (child.node !== block.node) waiting.push(child)
    }
  }
  return all
}

export function isEditable({ node }: SourceBlock): boolean {
  return (
    node.type === 'paragraph' || node.type.startsWith('heading-') || node.type === 'code'
  )
}

/** Why an edit of one block is no good; undefined when it changes that block's bytes and nothing else. */
export function editOne(
  reading: Reading,
  block: SourceBlock,
  apply: (reading: Reading, document: JSONDocument) => Reading = applyDocument,
): string | undefined {
  const document = mapDocument(reading.document, (node, before) =>
    before === block.node ? [withWord(block.node)] : [node],
  )
  const after = apply(reading, document).source
  if (after === reading.source) return 'the edit is not in the source'
  const kept = keptAround(reading.source, after)
  // Spaces at the end of a line are of no block, but an edit at the end may come after them.
  const end =
    block.end + (/^[ \t]*/.exec(reading.source.slice(block.end))?.[0].length ?? 0)
  if (kept.start < block.start || kept.end > end) {
    return `bytes ${kept.start}–${kept.end} changed, the block has ${block.start}–${block.end}`
  }
  const same = fingerprint(read(after).document) === fingerprint(normalise(document))
  return same ? undefined : 'the edited source does not read as the edited document'
}

const word = 'zzz'

/** The block with one more word in it. */
function withWord(block: Block): Block {
  if (block.type === 'code') {
    const [first, ...rest] = block.nodes
    const line = first ?? codeLine
    const nodes = [...line.nodes, leaf(` ${word}`)]
    return { ...block, nodes: [{ ...line, nodes: joined(nodes) }, ...rest] }
  }
  if (block.type !== 'paragraph' && !isHeading(block)) return block
  return { ...block, nodes: [...block.nodes, leaf(` ${word}`)] }
}

function isHeading(
  block: Block,
): block is Extract<Block, { type: 'heading-1' | 'heading-2' | 'heading-3' }> {
  return (
    block.type === 'heading-1' || block.type === 'heading-2' || block.type === 'heading-3'
  )
}

function leaf(text: string) {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] } as const
}

const codeLine = {
  object: 'block',
  type: 'code-line',
  isVoid: false,
  data: {},
  nodes: [leaf('')],
} as const

function joined<Node extends Phrasing>(nodes: readonly Node[]): readonly Node[] {
  return nodes
}

/** The range of the old text outside of which nothing changed. */
function keptAround(before: string, after: string): { start: number; end: number } {
  let start = 0
  while (start < before.length && before[start] === after[start]) start++
  let end = before.length
  let afterEnd = after.length
  while (end > start && afterEnd > start && before[end - 1] === after[afterEnd - 1]) {
    end--
    afterEnd--
  }
  return { start, end }
}

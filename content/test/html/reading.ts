import assert from 'node:assert/strict'

import type { FlowBlock, Phrasing } from '#/document/nodes.ts'
import type { EmbeddedReader } from '#/html/html-node.ts'
import { parseHtml } from '#/html/parse-html.ts'
import { blocksFromHtml } from '#/html/read-blocks.ts'
import { phrasingFromHtml } from '#/html/read-phrasing.ts'

/** For HTML without Markdown in it; the footnote `1` says `Note.` */
export const htmlOnly: EmbeddedReader = {
  blocks: () => assert.fail('nothing is embedded'),
  phrasing: () => assert.fail('nothing is embedded'),
  footnote: (label) => (label === '1' ? [paragraphOf('Note.')] : undefined),
}

/** The blocks of HTML that must be understood. */
export function readBlocks(html: string): FlowBlock[] {
  const blocks = blocksFromHtml(parseHtml(html), htmlOnly)
  if ('notUnderstood' in blocks) assert.fail(blocks.notUnderstood)
  return blocks
}

/** The only block of HTML that must be understood. */
export function readBlock<Type extends FlowBlock['type']>(
  html: string,
  type: Type,
): BlockOf<Type> {
  const [block, ...more] = readBlocks(html)
  assert.equal(more.length, 0)
  if (!isOf(block, type)) assert.fail(`no ${type} but ${block?.type ?? 'nothing'}`)
  return block
}

/** The text of HTML that must be understood. */
export function readText(html: string): Phrasing[] {
  const phrasing = phrasingFromHtml(parseHtml(html), [], htmlOnly)
  if ('notUnderstood' in phrasing) assert.fail(phrasing.notUnderstood)
  return phrasing
}

/** Why HTML is kept as it is. */
export function refusal(html: string): string | undefined {
  const blocks = blocksFromHtml(parseHtml(html), htmlOnly)
  return 'notUnderstood' in blocks ? blocks.notUnderstood : undefined
}

export function textOf(text: string, ...marks: Leaf['marks']): Phrasing {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks }] }
}

export function paragraphOf(text: string): FlowBlock {
  const nodes = [textOf(text)]
  return { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes }
}

/** Headings are of three types at once. */
type BlockOf<Type> = FlowBlock extends infer Block
  ? Block extends FlowBlock
    ? Type extends Block['type']
      ? Block
      : never
    : never
  : never

type Leaf = Extract<Phrasing, { object: 'text' }>['leaves'][number]

function isOf<Type extends FlowBlock['type']>(
  block: FlowBlock | undefined,
  type: Type,
): block is BlockOf<Type> {
  return block?.type === type
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assert as assertProperty, property } from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { normalise } from '#/document/normalise.ts'
import type { FlowBlock } from '#/document/nodes.ts'
import { flow } from '#test/arbitraries/blocks.ts'
import type { HtmlContext } from './html-context.ts'
import type { EmbeddedReader } from './html-node.ts'
import { parseHtml } from './parse-html.ts'
import { blocksFromHtml } from './read-blocks.ts'
import { htmlFromBlocks } from './write-blocks.ts'
import { htmlFromCode } from './write-code.ts'
import { htmlFromImages } from './write-images.ts'
import { htmlFromTable } from './write-table.ts'

const runs = { numRuns: 300 }

test('reads what it wrote for any blocks inside of HTML', () => {
  assertProperty(
    property(flow(2, true), (nodes) => {
      const blocks = normalised(nodes)
      const { context, reader } = footnotes()
      const html = htmlFromBlocks(blocks, context)
      assert.doesNotMatch(html, /\n[\t ]*\n/u)
      assert.deepEqual(read(`<div>${html}</div>`, reader), blocks)
    }),
    runs,
  )
})

test('writes tables, images and code that Markdown takes as one piece of HTML', () => {
  assertProperty(
    property(flow(3, true), (nodes) => {
      for (const block of normalised(nodes)) {
        const { context, reader } = footnotes()
        const html = htmlOf(block, context)
        if (html === undefined) continue
        const [only, ...more] = fromMarkdown(html).children
        assert.equal(more.length, 0)
        assert.equal(only?.type === 'html' ? only.value : undefined, html)
        assert.deepEqual(read(html, reader), [block])
      }
    }),
    runs,
  )
})

function htmlOf(block: FlowBlock, context: HtmlContext): string | undefined {
  if (block.type === 'table') return htmlFromTable(block, context)
  if (block.type === 'images' || block.type === 'drawing') {
    return htmlFromImages(block, context)
  }
  return block.type === 'code' ? htmlFromCode(block, context) : undefined
}

/** The blocks as the reader returns them, without the odd prototypes of generated objects. */
function normalised(nodes: readonly FlowBlock[]): readonly FlowBlock[] {
  return structuredClone(normalise({ object: 'document', data: {}, nodes }).nodes)
}

function read(html: string, reader: EmbeddedReader): readonly FlowBlock[] {
  const blocks = blocksFromHtml(parseHtml(html), reader)
  if ('notUnderstood' in blocks) assert.fail(`${blocks.notUnderstood}: ${html}`)
  return blocks
}

/** Stores the bodies of footnotes as they are; the label is the index. */
function footnotes(): { context: HtmlContext; reader: EmbeddedReader } {
  const bodies: (readonly FlowBlock[])[] = []
  return {
    context: {
      footnote: (annotation) =>
        String(bodies.push(annotation.fragments[0]?.nodes ?? []) - 1),
    },
    reader: {
      blocks: () => assert.fail('nothing is embedded'),
      phrasing: () => assert.fail('nothing is embedded'),
      footnote: (label) => bodies[Number(label)],
    },
  }
}

import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { fingerprint } from '#/document/fingerprint.ts'
import { mapFlow } from '#/document/map-flow.ts'
import type { FlowBlock, JSONDocument } from '#/document/nodes.ts'
import { normalise } from '#/document/normalise.ts'
import { read } from '#/read/read.ts'
import { write } from '#/write/write.ts'
import { document } from '#test/arbitraries/document.ts'
import { fixturesFolder, markdownFiles } from '#test/markdown-files.ts'

import { applyDocument } from './apply-document.ts'

const pages = markdownFiles(fixturesFolder).map(({ text }) => text)

const spellings: readonly ((page: string) => string)[] = [
  (page) => page,
  (page) => page.trimEnd(),
  (page) => page.replaceAll(/\r?\n/g, '\r\n'),
  (page) => `\uFEFF${page}`,
]

interface Change {
  /** `list` counts the lists of blocks from the innermost, `at` is an index in that list. */
  readonly list: number
  readonly at: number
  readonly kind: 'take' | 'double' | 'first' | 'add' | 'replace'
  readonly others: JSONDocument
}

const changes: fc.Arbitrary<Change> = fc.record({
  list: fc.nat(40),
  at: fc.nat(20),
  kind: fc.constantFrom('take', 'double', 'first', 'add', 'replace'),
  others: document,
})

/** The document with one list of blocks, at any depth, changed. */
function changed(before: JSONDocument, { list, ...change }: Change): JSONDocument {
  let count = 0
  mapFlow(before, (blocks) => {
    count += 1
    return blocks
  })
  let index = 0
  return mapFlow(before, (blocks) =>
    index++ === list % count ? changedList(blocks, change) : blocks,
  )
}

function changedList(
  blocks: readonly FlowBlock[],
  { at, kind, others }: Omit<Change, 'list'>,
): readonly FlowBlock[] {
  const place = at % Math.max(blocks.length, 1)
  const [before, block, after] = [
    blocks.slice(0, place),
    blocks.slice(place, place + 1),
    blocks.slice(place + 1),
  ]
  switch (kind) {
    case 'take':
      return [...before, ...after]
    case 'double':
      return [...before, ...block, ...block, ...after]
    case 'first':
      return [...block, ...before, ...after]
    case 'add':
      return [...before, ...block, ...others.nodes, ...after]
    default:
      return [...before, ...others.nodes, ...after]
  }
}

test('a page reads as the document that was applied to it, whatever changed where', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...pages),
      fc.constantFrom(...spellings),
      changes,
      (page, spell, change) => {
        const reading = read(spell(page))
        const wanted = changed(reading.document, change)
        // Verbatim Markdown may read differently in its new place, and a footnote has no footnotes.
        fc.pre(said(read(write(wanted)).document) === said(normalise(wanted)))
        const { source, document: found } = applyDocument(reading, wanted)
        assert.equal(said(found), said(normalise(wanted)))
        assert.equal(said(read(source).document), said(found))
      },
    ),
    { numRuns: 60 },
  )
})

function said(value: JSONDocument): string {
  return fingerprint({ ...value, data: {} })
}

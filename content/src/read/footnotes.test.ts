import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sketch } from '#test/sketch.ts'

import { read } from './read.ts'

function assertReads(cases: readonly (readonly [string, string])[]): void {
  for (const [markdown, expected] of cases) {
    assert.equal(sketch(read(markdown).document), expected, markdown)
  }
}

test('annotates the word before the reference', () => {
  assertReads([
    [
      'a b[^1] c\n\n[^1]: d',
      'paragraph("a " annotation("b" annotation-body=(paragraph("d"))) " c")',
    ],
    [
      'a**b**[^1]\n\n[^1]: d',
      'paragraph(annotation("a" bold("b") annotation-body=(paragraph("d"))))',
    ],
    [
      'a [^1]\n\n[^1]: d',
      'paragraph("a " annotation("" annotation-body=(paragraph("d"))))',
    ],
  ])
})

test('copies a body into each reference', () => {
  assertReads([
    [
      'a[^x] b[^x]\n\n[^x]: c\n\n    d',
      'paragraph(annotation("a" annotation-body=(paragraph("c") paragraph("d"))) " " annotation("b" annotation-body=(paragraph("c") paragraph("d"))))',
    ],
  ])
})

test('keeps references inside bodies as text, and the definitions nobody else refers to', () => {
  assertReads([
    [
      'a[^1]\n\n[^1]: b[^2]\n\n[^2]: c',
      'paragraph(annotation("a" annotation-body=(paragraph("b[^2]"))))\nverbatim{markdown:"[^2]: c",reason:"footnote-definition"}',
    ],
    ['[^1]: b', 'verbatim{markdown:"[^1]: b",reason:"footnote-definition"}'],
    ['a[^1]', 'paragraph("a[^1]")'],
  ])
})

test('keeps the definition when the text that refers to it is kept as it is', () => {
  assertReads([
    [
      'a[^1] <u>\n\n[^1]: b',
      'verbatim{markdown:"a[^1] <u>",reason:"<u> without its pair"}\nverbatim{markdown:"[^1]: b",reason:"footnote-definition"}',
    ],
  ])
})

test('copies no more than a page can bear', () => {
  const source = `${'a[^1]\n\n'.repeat(500)}[^1]: ${'b'.repeat(10_000)}`
  const { document } = read(source)
  const kept = document.nodes.filter(({ type }) => type === 'verbatim')
  assert.ok(kept.length > 200)
  assert.ok(JSON.stringify(document).length < 4_000_000)
})

test('reads a footnote in a quote without the signs of the quote', () => {
  const { document } = read('a[^1]\n\n> [^1]: b\n> <video controls></video>\n')
  assert.match(JSON.stringify(document), /"b\\n<video controls><\/video>"/)
})

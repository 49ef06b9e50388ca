import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sketch } from '#test/sketch.ts'

import { read } from '../read.ts'

function assertReads(cases: readonly (readonly [string, string])[]): void {
  for (const [markdown, expected] of cases) {
    assert.equal(sketch(read(markdown).document), expected, markdown)
  }
}

test('reads marks, each once and in their order', () => {
  assertReads([
    [
      '*a* **b** ~~c~~ `d`',
      'paragraph(italic("a") " " bold("b") " " strikethrough("c") " " code("d"))',
    ],
    ['***a***', 'paragraph(bold(italic("a")))'],
    ['*~~a~~*', 'paragraph(strikethrough(italic("a")))'],
    ['*a*_b_', 'paragraph(italic("ab"))'],
    ['<b>*a*</b><b>c</b>', 'paragraph(bold(italic("a")) bold("c"))'],
  ])
})

test('reads line breaks: a soft one is a space, a hard one stays', () => {
  assertReads([
    ['a  \nb\\\nc\nd<br>e', 'paragraph("a\\nb\\nc d\\ne")'],
    ['`a\nb`', 'paragraph(code("a b"))'],
  ])
})

test('reads links, mentions and images', () => {
  assertReads([
    ['[*a*](b.md "c")', `paragraph(link{${url('b.md')},title:"c"}(italic("a")))`],
    ['[a](#b)', 'paragraph(link{ref:{"kind":"anchor","anchor":"b"}}("a"))'],
    ['[](b)', `paragraph(link{${url('b')}}(""))`],
    ['[a.md](a.md "mention")', `paragraph(mention{${url('a.md')}})`],
    ['[a](a.md "mention")', `paragraph(mention{${url('a.md')},label:"a"})`],
    ['<https://a.b>', `paragraph(link{${url('https://a.b')}}("https://a.b"))`],
    ['see www.a.b', `paragraph("see " link{${url('http://www.a.b')}}("www.a.b"))`],
    ['x@a.b', `paragraph(link{${url('mailto:x@a.b')}}("x@a.b"))`],
    ['a ![b](c)', `paragraph("a " inline-image{${url('c')},alt:"b"})`],
    ['[![b](c)](d)', `paragraph(link{${url('d')}}(inline-image{${url('c')},alt:"b"}))`],
  ])
})

test('leaves escaped addresses, emoji and tags as text', () => {
  assertReads([
    [String.raw`https\://a.b x\@a.b \:smile:`, 'paragraph("https://a.b x@a.b :smile:")'],
  ])
})

test('reads emoji of known names only', () => {
  assertReads([
    ['a :smile:', 'paragraph("a " emoji{code:"1f604"})'],
    [':no-such-thing: 10:100:5', 'paragraph(":no-such-thing: 10:100:5")'],
  ])
})

test('reads formulas inside text, but single dollars are money', () => {
  assertReads([['$1 $$x$$ $2', 'paragraph("$1 " inline-math{formula:"x"} " $2")']])
})

test('reads HTML elements with Markdown inside', () => {
  assertReads([
    ['<kbd>*a*</kbd>', 'paragraph(italic(keyboard("a")))'],
    ['<b>a <i>b</i></b>', 'paragraph(bold("a ") bold(italic("b")))'],
  ])
})

test('takes names that are no element for text', () => {
  assertReads([
    ['press <space> or <your-token>', 'paragraph("press <space> or <your-token>")'],
  ])
})

test('keeps a text as it is when something in it has no place', () => {
  assertReads([
    ['a <b>c', 'verbatim{markdown:"a <b>c",reason:"<b> without its pair"}'],
    ['a </b>', 'verbatim{markdown:"a </b>",reason:"<b> without its pair"}'],
    ['a <u>b</u>', 'verbatim{markdown:"a <u>b</u>",reason:"element <u>"}'],
  ])
})

function url(address: string): string {
  return `ref:{"kind":"url","url":"${address}"}`
}

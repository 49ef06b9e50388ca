import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { FlowBlock, JSONDocument } from '#/document/nodes.ts'
import { read } from '#/read/read.ts'

import { applyDocument } from './apply-document.ts'

/** Applies the document of another Markdown text, as a client would send it. */
function applied(markdown: string, wanted: string): string {
  return applyDocument(read(markdown), read(wanted).document).source
}

function withNodes(
  markdown: string,
  change: (nodes: readonly FlowBlock[]) => FlowBlock[],
): string {
  const reading = read(markdown)
  const document: JSONDocument = {
    ...reading.document,
    nodes: change(reading.document.nodes),
  }
  return applyDocument(reading, document).source
}

const odd = [
  'Title',
  '=====',
  '',
  '* tight',
  '* list   with `code`',
  '    1) deep',
  '',
  '',
  '| a | b |',
  '|--|:-:|',
  '| 1|2 |',
  '',
  '{% hint style="info" %}',
  'A hint',
  'over two lines',
  '{% endhint %}',
  '',
  '<details><summary>More</summary>',
  '',
  'inside',
  '',
  '</details>',
].join('\n')

describe('applying a document', () => {
  it('keeps the bytes of a document that says the same', () => {
    assert.equal(
      withNodes(odd, (nodes) => [...nodes]),
      odd,
    )
  })

  it('writes a changed block and no other', () => {
    assert.equal(
      applied(odd, odd.replace('Title', 'Name')),
      odd.replace('Title\n=====', '## Name').replace('## ', '# '),
    )
  })

  it('writes the changed item of a list and no other', () => {
    assert.equal(
      applied(odd, odd.replace('tight', 'loose')),
      odd.replace('tight', 'loose'),
    )
    assert.equal(
      applied(odd, odd.replace('deep', 'deeper')),
      odd.replace('deep', 'deeper'),
    )
  })

  it('writes the changed paragraph of a hint and not its tag', () => {
    const wanted = odd.replace('A hint\nover two lines', 'Another')
    assert.equal(applied(odd, wanted), wanted)
  })

  it('writes the tag of a hint and not what is inside', () => {
    const wanted = odd.replace('style="info"', 'style="danger"')
    assert.equal(applied(odd, wanted), wanted)
  })

  it('changes what is inside an expandable', () => {
    const wanted = odd.replace('inside', 'within')
    assert.equal(applied(odd, wanted), wanted)
  })

  it('ticks a task and keeps the rest of its line', () => {
    const tasks = '- [ ] *one*\n- [x] two'
    assert.equal(applied(tasks, tasks.replace('[ ]', '[x]')), '- [x] *one*\n- [x] two')
  })

  it('adds an item with the marker and the spacing of the list', () => {
    assert.equal(applied('+ a\n+ b\n', '+ a\n+ b\n+ c\n'), '+ a\n+ b\n+ c\n')
    assert.equal(applied('3) a\n\n4) b\n', '3) a\n4) b\n5) c'), '3) a\n\n4) b\n\n5) c\n')
  })

  it('adds and takes away blocks between others', () => {
    assert.equal(applied('a\n\n\nc\n', 'a\n\nb\n\nc'), 'a\n\nb\n\n\nc\n')
    assert.equal(applied('a\n\n\nb\n\nc\n', 'a\n\nc'), 'a\n\nc\n')
    assert.equal(applied('a\n\n***\n\nc\n', 'c'), 'c\n')
  })

  it('writes everything when nothing is left of the page', () => {
    assert.equal(applied('a\n', ''), '')
    assert.equal(applied('', 'a'), 'a\n')
  })

  it('keeps footnotes of blocks nobody touched', () => {
    const page = 'one[^n]\n\ntwo\n\n[^n]: note   with *odd* bytes\n'
    assert.equal(
      applied(page, page.replace('two', 'three')),
      page.replace('two', 'three'),
    )
  })

  it('keeps the definition of a footnote whose paragraph is edited', () => {
    const page = 'one word[^n] here\n\ntwo\n\n[^n]: note   with *odd* bytes\n'
    const wanted = page.replace('here', 'there')
    assert.equal(applied(page, wanted), wanted)
  })

  it('takes the definition of a footnote away with its last reference', () => {
    const page = 'one[^n]\n\ntwo[^m]\n\n[^n]: first\n\n[^m]: second\n'
    assert.equal(
      applied(page, 'one\n\ntwo[^m]\n\n[^m]: second\n'),
      'one\n\ntwo[^m]\n\n[^m]: second\n',
    )
  })

  it('gives a new footnote a label that is free', () => {
    const page = 'one[^1]\n\ntwo\n\n[^1]: *first*\n'
    assert.equal(
      applied(page, 'one[^1]\n\ntwo[^2]\n\n[^1]: *first*\n\n[^2]: second\n'),
      'one[^1]\n\ntwo[^2]\n\n[^1]: *first*\n\n[^2]: second\n',
    )
  })

  it('adds a block inside a list item, and a list item before the first', () => {
    for (const wanted of ['* a\n\n  more\n* b\n', '* new\n* a\n* b\n']) {
      assert.equal(applied('* a\n* b\n', wanted), wanted)
    }
    assert.equal(applied('*\ta\n*\tb\n', '*\ta\n\n\tc\n*\tb\n'), '*\ta\n\n    c\n*\tb\n')
  })

  it('keeps the bytes of a block that moves', () => {
    const page = '__one__ word\n\n+ a\n+ b\n\n\nTitle\n=====\n'
    assert.equal(
      withNodes(page, (nodes) => nodes.toReversed()),
      'Title\n=====\n\n+ a\n+ b\n\n__one__ word\n',
    )
    assert.equal(
      applied('+ __a__\n+ b\n+ c\n', '+ b\n+ c\n+ __a__\n'),
      '+ b\n+ c\n+ __a__\n',
    )
  })

  it('keeps a list beside another apart by a marker that is free', () => {
    const two = '* a\n\n- __b__\n'
    assert.equal(
      withNodes(two, ([first, second]) =>
        [first, first, second].filter((block) => block !== undefined),
      ),
      '* a\n\n+ a\n\n- __b__\n',
    )
    assert.equal(
      applied('- a\n\ntext\n\n- __b__\n', '- a\n\n* __b__\n'),
      '- a\n\n* **b**\n',
    )
  })

  it('writes a changed block that shares its line with others and no other', () => {
    const line = 'Before {% hint style="info" %} inside {% endhint %} after.'
    const end = (text: string) => line.replace('after.', text)
    assert.equal(applied(line, end('after all.')), end('after all.'))
    const start = line.replace('Before', 'Long before')
    assert.equal(applied(line, start), start)
  })

  it('gives a block that cannot share a line one of its own', () => {
    const line = '{% hint style="info" %} inside {% endhint %} after.'
    const wanted = '{% hint style="info" %}\ninside\n{% endhint %}\n\n## After'
    assert.equal(
      applied(line, wanted),
      '{% hint style="info" %} inside {% endhint %}\n\n## After',
    )
  })

  it('makes room where a new block would run into the next', () => {
    const close = '## Title\n__text__\n'
    assert.equal(
      applied(close, '## Title\n\nnew\n\n__text__\n'),
      '## Title\n\nnew\n\n__text__\n',
    )
    assert.equal(applied('__a__\n***\n__b__\n', '__a__\n\n__b__'), '__a__\n\n**b**\n')
  })

  it('keeps where a list starts when its first item goes', () => {
    assert.equal(
      applied('1. __a__\n2. __b__\n3. c\n', '1. __b__\n2. c\n'),
      '1. __b__\n3. c\n',
    )
  })

  it('writes links whose definition is gone and nothing else', () => {
    const page = '__keep__\n\n[a][ref]\n\n[ref]: b.md\n'
    assert.equal(applied(page, '__keep__\n\n[a](b.md)\n'), '__keep__\n\n[a](b.md)\n')
  })

  it('recognises a container when another comes before it', () => {
    const hint = '{% hint style="info" %}\n__a__\n\nb\n{% endhint %}\n'
    const other = '{% hint style="info" %}\nnew\n{% endhint %}\n\n'
    const wanted = other + hint.replace('b\n', 'c\n')
    assert.equal(applied(hint, wanted), wanted)
  })

  it('keeps the line endings of a page that has to be written as a whole', () => {
    assert.equal(applied('a\r\n\r\nb\r\n', ''), '')
    assert.equal(applied('\r\n', 'a\n\nb'), 'a\r\n\r\nb\r\n')
  })

  it('asks nobody to know why a block is verbatim', () => {
    const page = '__a__\n\n<video></video>\n'
    assert.equal(
      withNodes(page, (nodes) =>
        nodes.map((node) =>
          node.type === 'verbatim'
            ? { ...node, data: { markdown: node.data.markdown } }
            : node,
        ),
      ),
      page,
    )
  })

  it('keeps the rest of a page whose verbatim Markdown comes to mean something', () => {
    const page = '__a__\n\n<video></video>\n'
    assert.equal(
      withNodes(page, (nodes) =>
        nodes.map((node) =>
          node.type === 'verbatim' ? { ...node, data: { markdown: 'text' } } : node,
        ),
      ),
      '__a__\n\ntext\n',
    )
  })

  it('edits one of several blocks that one piece of HTML says', () => {
    const page = '<h1 align="center">T</h1>\n<p align="center">a</p>\n\n__end__\n'
    assert.equal(applied(page, page.replace('>a<', '>b<')), page.replace('>a<', '>b<'))
    const centred = '<div align="center">\n\n# T\n\n__a__\n\n</div>\n\n__end__\n'
    assert.equal(
      withNodes(centred, (nodes) => nodes.slice(1)),
      '<p align="center"><strong>a</strong></p>\n\n__end__\n',
    )
  })

  it('adds and takes away footnotes beside and inside of blocks that change', () => {
    const spaced = '> quote   \n'
    const noted = '> quote\n>\n> more[^1]\n\n[^1]: note\n'
    for (const [page, wanted] of [
      [spaced, noted],
      [noted, spaced],
      ['> a[^1]\n>\n> [^1]: note\n\nb\n', '> c\n\nb\n'],
      ['> a[^1]\n>\n> [^1]: note\n\nb\n', 'c\n\nb[^2]\n\n[^2]: other\n'],
      ['a   \n\n[^1]: x\n\nb[^1]   \n', 'c\n\nd\n'],
    ] as const) {
      const result = read(applied(page, wanted))
      assert.deepEqual(result.document, read(wanted).document, page)
    }
  })
})

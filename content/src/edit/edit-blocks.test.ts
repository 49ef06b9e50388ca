import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { blockKeys } from '#/read/keys.ts'
import { read } from '#/read/read.ts'

import { type BlockEdit, editBlocks } from './edit-blocks.ts'

/** The key of the innermost block whose bytes start with `beginning`. */
function keyOf(markdown: string, beginning: string): string {
  const reading = read(markdown)
  const found = [...blockKeys(reading)].filter(([{ start }]) =>
    markdown.startsWith(beginning, start),
  )
  const key = found.at(-1)?.[1]
  assert.ok(key, `a block begins with ${beginning}`)
  return key
}

function edited(markdown: string, ...edits: readonly BlockEdit[]): string {
  const outcome = editBlocks(read(markdown), edits)
  return 'reading' in outcome
    ? outcome.reading.source
    : `problem: ${outcome.problem.kind}`
}

const page = '# One\n\nFirst   *odd*  spacing\n\n\n+ a\n+ b\n\n> quoted\n> words\n\nLast'

describe('editing blocks by their keys', () => {
  it('replaces one block and keeps every other byte', () => {
    assert.equal(
      edited(page, { kind: 'update', block: keyOf(page, 'First'), markdown: 'New\n' }),
      page.replace('First   *odd*  spacing', 'New'),
    )
  })

  it('replaces a block inside a quote, line by line', () => {
    assert.equal(
      edited(page, {
        kind: 'update',
        block: keyOf(page, 'quoted'),
        markdown: 'one\n\ntwo',
      }),
      page.replace('> quoted\n> words', '> one\n>\n> two'),
    )
  })

  it('takes a block away with the space before it', () => {
    assert.equal(
      edited(page, { kind: 'delete', block: keyOf(page, 'First') }),
      page.replace('\n\nFirst   *odd*  spacing', ''),
    )
    assert.equal(
      edited(page, { kind: 'delete', block: keyOf(page, '# One') }),
      page.replace('# One\n\n', ''),
    )
    assert.equal(
      edited(page, { kind: 'delete', block: keyOf(page, 'Last') }),
      page.slice(0, -6),
    )
  })

  it('adds blocks before and after another', () => {
    const block = keyOf(page, 'Last')
    assert.equal(
      edited(page, { kind: 'insert-before', block, markdown: 'x' }),
      page.replace('Last', 'x\n\nLast'),
    )
    assert.equal(
      edited(page, { kind: 'insert-after', block, markdown: 'x' }),
      `${page}\n\nx`,
    )
  })

  it('keeps the line endings of the page', () => {
    const windows = page.replaceAll('\n', '\r\n')
    assert.equal(
      edited(windows, {
        kind: 'update',
        block: keyOf(windows, 'Last'),
        markdown: 'a\n\nb',
      }),
      windows.replace('Last', 'a\r\n\r\nb'),
    )
  })

  it('does several edits at once', () => {
    assert.equal(
      edited(
        page,
        { kind: 'update', block: keyOf(page, 'Last'), markdown: 'End' },
        { kind: 'delete', block: keyOf(page, '# One') },
      ),
      page.replace('# One\n\n', '').replace('Last', 'End'),
    )
  })

  it('refuses a block that is not there', () => {
    assert.equal(
      edited(page, { kind: 'delete', block: 'gone' }),
      'problem: unknown-block',
    )
  })

  it('refuses two edits of one block', () => {
    const block = keyOf(page, 'Last')
    const edit = { kind: 'update', block, markdown: 'x' } as const
    assert.equal(edited(page, edit, edit), 'problem: overlap')
  })

  it('refuses Markdown that would swallow its neighbours', () => {
    const block = keyOf(page, 'First')
    for (const markdown of [
      '```\nnever closed',
      '<details>\n\nopen',
      '{% hint style="info" %}',
    ]) {
      const outcome = edited(page, { kind: 'update', block, markdown })
      assert.ok(
        outcome === 'problem: spills-over' ||
          outcome.endsWith(page.slice(page.indexOf('\n\n\n+'))),
        outcome,
      )
    }
    assert.equal(
      edited(page, { kind: 'update', block, markdown: '```\nnever closed' }),
      'problem: spills-over',
    )
  })

  it('adds blocks inside containers', () => {
    const nested = '* a\n  * b\n\n{% hint style="info" %}\nc\n{% endhint %}\n\n> d\n'
    const add = (beginning: string, markdown: string) =>
      edited(nested, { kind: 'insert-after', block: keyOf(nested, beginning), markdown })
    assert.equal(add('c\n', 'x\n\ny'), nested.replace('c\n', 'c\n\nx\n\ny\n'))
    assert.equal(add('d\n', 'x'), nested.replace('> d', '> d\n>\n> x'))
    assert.equal(add('b\n', 'x'), nested.replace('* b', '* b\n\n    x'))
    assert.equal(add('* b', '* x'), nested.replace('* b', '* b\n  * x'))
  })

  it('makes room where blocks stand close together', () => {
    const close = '## Title\ntext\n***\nmore\n'
    const block = keyOf(close, '## Title')
    assert.equal(
      edited(close, { kind: 'insert-after', block, markdown: 'x' }),
      close.replace('Title\n', 'Title\n\nx\n\n'),
    )
    assert.equal(
      edited(close, { kind: 'delete', block: keyOf(close, '***') }),
      '## Title\ntext\n\nmore\n',
    )
  })

  it('takes away blocks that follow each other, and a list with its last item', () => {
    const block = (beginning: string) => keyOf(page, beginning)
    assert.equal(
      edited(
        page,
        { kind: 'delete', block: block('# One') },
        { kind: 'delete', block: block('First') },
      ),
      page.slice(page.indexOf('+ a')),
    )
    assert.equal(
      edited('a\n\n* b\n', { kind: 'delete', block: keyOf('a\n\n* b\n', '* b') }),
      'a\n',
    )
  })

  it('keeps where a list starts', () => {
    const list = '1. a\n2. b\n3. c\n'
    assert.equal(
      edited(list, { kind: 'delete', block: keyOf(list, '1. a') }),
      '1. b\n3. c\n',
    )
  })

  it('names the block that is edited together with what is inside it', () => {
    const quote = keyOf(page, '> quoted')
    const inside = keyOf(page, 'quoted')
    const outcome = editBlocks(read(page), [
      { kind: 'update', block: quote, markdown: 'x' },
      { kind: 'insert-after', block: inside, markdown: 'y' },
    ])
    assert.deepEqual(outcome, { problem: { kind: 'overlap', block: inside } })
  })

  it('does not miss what reads otherwise further out', () => {
    const hint =
      '{% hint style="info" %}\na\n{% endhint %}\n\n[link][ref]\n\n[ref]: b.md\n'
    const after = (markdown: string) =>
      edited(hint, { kind: 'insert-after', block: keyOf(hint, 'a\n'), markdown })
    assert.equal(after('{% endhint %}'), 'problem: spills-over')
    assert.equal(after('[ref]: c.md'), 'problem: spills-over')
    assert.equal(
      edited(hint, { kind: 'delete', block: keyOf(hint, '[ref]') }),
      'problem: spills-over',
    )
  })
})

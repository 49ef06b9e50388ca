import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Table } from '#/document/tables.ts'
import { paragraphOf, readBlock, refusal } from '#test/html/reading.ts'
import { htmlFromTable, isPlainTable } from './write-table.ts'

const context = { footnote: () => '1' }

function read(html: string): Table {
  return readBlock(html, 'table')
}

test('reads a grid with widths, alignment, hidden columns and cells of blocks', () => {
  const html =
    '<table data-full-width="false"><thead><tr><th width="174.379">A</th><th align="center" valign="top">B <em>x</em></th><th data-hidden>C</th></tr></thead>' +
    '<tbody><tr><td>1</td><td align="center" valign="top"><p>a</p><ul><li>b</li></ul></td><td></td></tr></tbody></table>'
  const table = read(html)
  assert.deepEqual(table.data.view, {
    type: 'grid',
    columns: ['c1', 'c2'],
    columnWidths: { c1: 174.379 },
    hideHeader: false,
  })
  assert.deepEqual(table.data.definition['c2'], {
    id: 'c2',
    title: 'B x',
    type: 'text',
    textAlignment: 'center',
    verticalAlignment: 'top',
  })
  assert.deepEqual(
    table.fragments.map(({ fragment, nodes }) => [
      fragment,
      nodes.map(({ type }) => type),
    ]),
    [
      ['title:c2', ['paragraph']],
      ['c1r1', ['paragraph']],
      ['c2r1', ['paragraph', 'list-unordered']],
      ['c3r1', ['paragraph']],
    ],
  )
  assert.equal(htmlFromTable(table, context), html)
})

test('reads cards with their target, covers and attributes that it does not know', () => {
  const html =
    '<table data-card-size="large" data-view="cards" data-card-wrap="false"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref">Link</th><th data-hidden data-card-cover data-type="image"></th><th data-hidden data-card-cover-dark data-type="files"></th></tr></thead>' +
    '<tbody><tr><td><strong>A</strong></td><td><a href="a/b.md">b.md</a></td><td><a href="c.png">Cover</a></td><td><a href="d.png">d.png</a></td></tr></tbody></table>'
  const table = read(html)
  assert.deepEqual(table.data.view, {
    type: 'cards',
    cardSize: 'large',
    columns: ['c1'],
    targetDefinition: 'c2',
    coverDefinition: 'c3',
    coverDefinitionDark: 'c4',
  })
  assert.deepEqual(table.meta?.attributes, { 'data-card-wrap': 'false' })
  assert.deepEqual(table.data.records['r1'], {
    orderIndex: '1',
    values: {
      c1: 'c1r1',
      c2: { kind: 'url', url: 'a/b.md' },
      c3: { ref: { kind: 'url', url: 'c.png' } },
      c4: ['d.png'],
    },
    labels: { c3: ['Cover'] },
  })
  assert.equal(htmlFromTable(table, context), html)
})

test('reads the values of every type of column', () => {
  const table = read(
    '<table><thead><tr><th data-type="number"></th><th data-type="checkbox"></th><th data-type="rating" data-max="3"></th><th data-type="users" data-multiple></th></tr></thead>' +
      '<tbody><tr><td>0.5</td><td>true</td><td>2</td><td><span data-user="u1">u1</span></td></tr>' +
      '<tr><td>0.50</td><td>false</td><td></td><td></td></tr></tbody></table>',
  )
  assert.deepEqual(table.data.definition['c3'], {
    id: 'c3',
    title: '',
    type: 'rating',
    max: 3,
  })
  assert.deepEqual(table.data.records['r1']?.values, {
    c1: 0.5,
    c2: true,
    c3: 2,
    c4: ['u1'],
  })
  assert.deepEqual(table.data.records['r2']?.values, { c1: '0.50', c2: false })
})

test('reads select columns, also of exports that name options only in cells', () => {
  const table = read(
    '<table><thead><tr><th>State<select multiple><option value="a" label="Open" color="blue"></option><option value="b" label="Done"></option></select></th><th><select></select></th></tr></thead>' +
      '<tbody><tr><td><span data-option="a">Open, </span><span data-option="b">Done</span></td><td><span data-option="x">Other</span></td></tr>' +
      '<tr><td>Done</td><td></td></tr></tbody></table>',
  )
  assert.deepEqual(table.data.definition['c1'], {
    id: 'c1',
    title: 'State',
    type: 'select',
    multiple: true,
    options: [
      { value: 'a', label: 'Open', color: 'blue' },
      { value: 'b', label: 'Done', color: '' },
    ],
  })
  const other = table.data.definition['c2']
  assert.deepEqual(other?.type === 'select' && other.options, [
    { value: 'x', label: 'Other', color: '' },
  ])
  assert.deepEqual(table.data.records['r1']?.values, { c1: ['a', 'b'], c2: ['x'] })
  assert.deepEqual(table.data.records['r2']?.values, { c1: ['b'] })
})

test('hides the header where there is none, or where the table says so', () => {
  const bare = read('<table><tr><td>a</td></tr><tr><td>b</td><td>c</td></tr></table>')
  assert.ok(bare.data.view.type === 'grid' && bare.data.view.hideHeader)
  assert.deepEqual(Object.keys(bare.data.definition), ['c1', 'c2'])
  assert.deepEqual(bare.fragments[1]?.nodes, [paragraphOf('')])
  const hidden = read(
    '<table data-header-hidden><thead><tr><th width="231">A</th></tr></thead></table>',
  )
  assert.ok(hidden.data.view.type === 'grid' && hidden.data.view.hideHeader)
  assert.equal(hidden.data.definition['c1']?.title, 'A')
})

test('takes the alignment of cells for that of the column, or of their text', () => {
  const all = read(
    '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td style="text-align:right" valign="top">a</td></tr></tbody></table>',
  )
  assert.deepEqual(all.data.definition['c1'], {
    id: 'c1',
    title: 'A',
    type: 'text',
    textAlignment: 'right',
    verticalAlignment: 'top',
  })
  const one = read(
    '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td align="center">a</td></tr><tr><td>b</td></tr></tbody></table>',
  )
  const [first] = one.fragments[0]?.nodes ?? []
  assert.equal(first?.type === 'paragraph' && first.data.align, 'center')
})

test('says what a table has that the model has no place for', () => {
  const reasons = {
    '<table><tr><td colspan="2">a</td></tr></table>': 'attribute colspan of <td>',
    '<table><caption>a</caption></table>': 'element <caption> in <table>',
    '<table><tr><td>a</td></tr><tr><th>b</th></tr></table>': '<th> in a row',
    '<table><tr><td>a<u>b</u></td></tr></table>': 'element <u>',
    '<table>text</table>': 'text in <table>',
  }
  for (const [html, reason] of Object.entries(reasons)) {
    assert.equal(refusal(html), reason, html)
  }
})

test('knows the tables that Markdown can say', () => {
  const plain =
    '<table><thead><tr><th>A</th><th align="right">B</th></tr></thead><tbody><tr><td>a</td><td></td></tr></tbody></table>'
  assert.equal(isPlainTable(read(plain)), true)
  const others = [
    plain.replace('<th>', '<th width="10">'),
    plain.replace('<th>', '<th data-hidden>'),
    plain.replace('<th>', '<th valign="top">'),
    plain.replace('<th>', '<th class="x">'),
    plain.replace('<th>', '<th data-type="number">').replace('<td>a', '<td>1'),
    plain.replace('<table>', '<table data-full-width="true">'),
    plain.replace('<table>', '<table data-header-hidden>'),
    plain.replace('<table>', '<table data-view="cards">'),
    plain.replace('<td>a', '<td><p>a</p><p>b</p>'),
    plain.replace('<td>a', '<td><p align="center">a</p>'),
    plain.replace('<td>a', '<td><h4>a</h4>'),
  ]
  for (const html of others) assert.equal(isPlainTable(read(html)), false, html)
})

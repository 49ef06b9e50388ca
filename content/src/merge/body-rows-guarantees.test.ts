import assert from 'node:assert/strict'
import { test } from 'node:test'
import { merges } from '#test/merge/body-case.ts'
import { mergeBodies } from './merge-bodies.ts'

const table = `| Name | Meaning |
| --- | --- |
| port | Where the server listens |
| host | The name of the server |
| level | How much is logged |
`

merges('a table row added by each side at different ends', {
  base: table,
  ours: table.replace('| port', '| path | Where files are |\n| port'),
  theirs: `${table}| color | Whether the log is in color |\n`,
  merged: `${table.replace('| port', '| path | Where files are |\n| port')}| color | Whether the log is in color |\n`,
})

merges('neighbouring table rows edited by each side', {
  base: table,
  ours: table.replace(
    'Where the server listens',
    'Where the server listens for requests',
  ),
  theirs: table.replace('The name of the server', 'The full name of the server'),
  merged: table
    .replace('Where the server listens', 'Where the server listens for requests')
    .replace('The name of the server', 'The full name of the server'),
})

merges('a table row deleted by one and another edited by the other', {
  base: table,
  ours: table.replace('| host | The name of the server |\n', ''),
  theirs: table.replace('How much is logged', 'How much of it is logged'),
  merged: table
    .replace('| host | The name of the server |\n', '')
    .replace('How much is logged', 'How much of it is logged'),
})

merges('a column title changed by one and a row by the other', {
  base: table,
  ours: table.replace('| Meaning |', '| What it means |'),
  theirs: table.replace('How much is logged', 'How much is written'),
  merged: table
    .replace('| Meaning |', '| What it means |')
    .replace('How much is logged', 'How much is written'),
})

const htmlTable =
  '<table><thead><tr><th>Name</th><th width="200">Meaning</th></tr></thead><tbody><tr><td>port</td><td>Where the server listens</td></tr><tr><td>host</td><td>The name of the server</td></tr></tbody></table>\n'

merges('rows of a table on one line of HTML edited by each side', {
  base: htmlTable,
  ours: htmlTable.replace('Where the server listens', 'Where it listens'),
  theirs: htmlTable.replace('The name of the server', 'The name of it'),
  merged: htmlTable
    .replace('Where the server listens', 'Where it listens')
    .replace('The name of the server', 'The name of it'),
})

merges('a row added to a table of HTML by one and a column made wider by the other', {
  base: htmlTable,
  ours: htmlTable.replace(
    '</tbody>',
    '<tr><td>level</td><td>How much is logged</td></tr></tbody>',
  ),
  theirs: htmlTable.replace('width="200"', 'width="300"'),
  merged: htmlTable
    .replace('</tbody>', '<tr><td>level</td><td>How much is logged</td></tr></tbody>')
    .replace('width="200"', 'width="300"'),
})

const code = `\`\`\`js
import { start } from 'server'

const server = start()
server.listen(80)

server.close()
\`\`\`
`

merges('lines of a code block that are apart, edited by each side', {
  base: code,
  ours: code.replace("'server'", "'@example/server'"),
  theirs: code.replace('server.close()', 'await server.close()'),
  merged: code
    .replace("'server'", "'@example/server'")
    .replace('server.close()', 'await server.close()'),
})

merges('the language of a code block set by one and its last line edited by the other', {
  base: code,
  ours: code.replace('```js', '```ts'),
  theirs: code.replace('server.close()', 'await server.close()'),
  merged: code
    .replace('```js', '```ts')
    .replace('server.close()', 'await server.close()'),
})

merges('lines of one wrapped paragraph that are apart, edited by each side', {
  base: 'The first line of it,\nthe second line of it,\nthe third line of it,\nthe last line of it.\n',
  ours: 'The very first line of it,\nthe second line of it,\nthe third line of it,\nthe last line of it.\n',
  theirs:
    'The first line of it,\nthe second line of it,\nthe third line of it,\nthe very last line of it.\n',
  merged:
    'The very first line of it,\nthe second line of it,\nthe third line of it,\nthe very last line of it.\n',
})

merges('line endings changed by one and a paragraph edited by the other', {
  base: 'First paragraph of it.\n\nSecond paragraph\nof it.\n',
  ours: 'First paragraph of it.\r\n\r\nSecond paragraph\r\nof it.\r\n',
  theirs: 'First paragraph of this.\n\nSecond paragraph\nof it.\n',
  merged: 'First paragraph of this.\r\n\r\nSecond paragraph\r\nof it.\r\n',
})

merges('a page in Windows line endings edited by both keeps them', {
  base: 'First paragraph of it.\r\n\r\nSecond paragraph of it.\r\n',
  ours: 'First paragraph of this.\r\n\r\nSecond paragraph of it.\r\n',
  theirs: 'First paragraph of it.\r\n\r\nSecond paragraph of that.\r\n',
  merged: 'First paragraph of this.\r\n\r\nSecond paragraph of that.\r\n',
})

merges(
  'a missing line ending at the end of the page is added by one, a paragraph by the other',
  {
    base: 'First paragraph.\n\nSecond paragraph.',
    ours: 'First paragraph.\n\nSecond paragraph.\n',
    theirs: 'A new beginning.\n\nFirst paragraph.\n\nSecond paragraph.',
    merged: 'A new beginning.\n\nFirst paragraph.\n\nSecond paragraph.\n',
  },
)

merges('a paragraph added after a page without a last line ending', {
  base: 'First paragraph of it.\n\nSecond paragraph of it.',
  ours: 'First paragraph of it.\n\nSecond paragraph of it.\n\nThird paragraph.',
  theirs: 'First paragraph of this.\n\nSecond paragraph of it.',
  merged: 'First paragraph of this.\n\nSecond paragraph of it.\n\nThird paragraph.',
})

merges(
  'blank lines between blocks are changed by one without touching what the other edits',
  {
    base: 'First paragraph of it.\n\nSecond paragraph of it.\n',
    ours: 'First paragraph of it.\n\n\n\nSecond paragraph of it.\n',
    theirs: 'First paragraph of it.\n\nSecond paragraph of that.\n',
    merged: 'First paragraph of it.\n\n\n\nSecond paragraph of that.\n',
  },
)

merges('a footnote added by one and a paragraph edited by the other', {
  base: 'Water boils at 100 degrees.\n\nIce melts at zero degrees.\n',
  ours: 'Water boils at 100 degrees[^1].\n\nIce melts at zero degrees.\n\n[^1]: At sea level.\n',
  theirs: 'Water boils at 100 degrees.\n\nIce melts at zero degrees Celsius.\n',
  merged:
    'Water boils at 100 degrees[^1].\n\nIce melts at zero degrees Celsius.\n\n[^1]: At sea level.\n',
})

merges('an image replaced by one and the text around it edited by the other', {
  base: 'Look at this picture.\n\n![A cat](cat.png)\n\nIt is a cat.\n',
  ours: 'Look at this picture.\n\n![A cat](large-cat.png)\n\nIt is a cat.\n',
  theirs: 'Look at this nice picture.\n\n![A cat](cat.png)\n\nIt is a cat.\n',
  merged: 'Look at this nice picture.\n\n![A cat](large-cat.png)\n\nIt is a cat.\n',
})

merges(
  'an expandable section edited inside by one and followed by a new block of the other',
  {
    base: '<details>\n\n<summary>More</summary>\n\nThe details of it all.\n\n</details>\n',
    ours: '<details>\n\n<summary>More</summary>\n\nThe many details of it all.\n\n</details>\n',
    theirs:
      '<details>\n\n<summary>More</summary>\n\nThe details of it all.\n\n</details>\n\nAnd one thing more.\n',
    merged:
      '<details>\n\n<summary>More</summary>\n\nThe many details of it all.\n\n</details>\n\nAnd one thing more.\n',
  },
)

test('merging with an unchanged side gives the other byte for byte', () => {
  const base = `${table}\n${code}`
  const odd = '﻿* odd\r\n\r\n\r\n   spacing\t\n> and `marks'
  assert.equal(mergeBodies(base, base, odd).merged, odd)
  assert.equal(mergeBodies(base, odd, base).merged, odd)
  assert.equal(mergeBodies(base, odd, odd).merged, odd)
})

test('an empty page filled by one side only has that text', () => {
  assert.equal(mergeBodies('', 'Text\n', '').merged, 'Text\n')
  assert.equal(mergeBodies('Text\n', '', 'Text\n').merged, '')
})

test('merges a page of thousands of blocks in bounded time', () => {
  const blocks = Array.from(
    { length: 3000 },
    (_, index) => `Paragraph ${index} of the page.`,
  )
  const base = blocks.join('\n\n')
  const ours = base.replaceAll(/Paragraph (\d*)3 /g, 'Passage $13 ')
  const theirs = base.replaceAll(/Paragraph (\d*)7 /g, 'Section $17 ')
  const merged = mergeBodies(base, ours, theirs)
  assert.equal(merged.complete, true)
  assert.equal(merged.merged, ours.replaceAll(/Paragraph (\d*)7 /g, 'Section $17 '))
})

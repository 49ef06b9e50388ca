import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sketch } from '#test/sketch.ts'

import { reasonNotToParse } from './limits.ts'
import { read } from './read.ts'

const size = 1_000_000

test('keeps a page as it is when reading it would take too long or go too deep', () => {
  const pages: [string, string][] = [
    ['too long', 'é'.repeat(600_000)],
    ['too deep', '>'.repeat(size)],
    ['too deep', '* '.repeat(size / 2)],
    ['too deep', '[^a]: '.repeat(1000)],
    ['too heavy', ']'.repeat(size)],
    ['too heavy', '*a '.repeat(size / 6) + 'a* '.repeat(size / 6)],
    ['too heavy', '[a](b "'.repeat(size / 7)],
    ['too heavy', `a ${'<!-- '.repeat(size / 5)}`],
    ['too heavy', `http://a${'&a;'.repeat(size / 3)}`],
    ['too heavy', `\`\`\`\n%}\n\`\`\`\n${']'.repeat(size / 2)}\n\`\`\`\n`],
    ['too heavy', `a\n<div>\n\`\`\`\n\n${']'.repeat(size / 2)}`],
    ['too heavy', `<!A\n\`\`\`\n>\n${']'.repeat(size / 2)}`],
    ['too heavy', 'a\n-\n'.repeat(size / 4)],
    ['too heavy', `> a\n${'b\n'.repeat(size / 2)}`],
    ['too heavy', 'a\n\n'.repeat(size / 3)],
    ['too heavy', `\`\`\`\n<!--\n\`\`\`\n-->\n${']'.repeat(size / 2)}`],
  ]
  for (const [reason, page] of pages) {
    assert.equal(reasonNotToParse(page), reason, page.slice(0, 20))
  }
  const { document, blocks } = read(`\n${'>'.repeat(500)}\n`)
  assert.equal(
    sketch(document),
    `verbatim{markdown:"${'>'.repeat(500)}",reason:"too deep"}`,
  )
  assert.deepEqual([blocks[0]?.start, blocks[0]?.end], [1, 501])
})

test('lets through what people write, however long', () => {
  const prose =
    'Some *emphasis*, a [link](page.md), `code` and **more** text in a line.\n'
  const pages = [
    `${prose.repeat(5)}\n`.repeat(2000),
    `* ${prose}`.repeat(6000),
    `| a | b |\n|---|---|\n${'| [x](y) **b** | `c` &lt; d |\n'.repeat(3000)}`,
    `\`\`\`json\n${'  "key": [1, 2, { "a": "<b>*" }],\n'.repeat(15_000)}\`\`\`\n`,
    `<table>${'<tr><td>**a**</td><td>[b]</td></tr>'.repeat(20_000)}</table>\n`,
    `${'a'.repeat(900_000)}\n`,
  ]
  for (const page of pages) {
    assert.equal(reasonNotToParse(page), undefined, page.slice(0, 30))
  }
})

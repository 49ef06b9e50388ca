import { deepEqual, equal, match } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

import { inspectPage } from '../tools/inspect/inspection.ts'
import { printInspection } from '../tools/inspect/print.ts'
import { fixturesFolder } from './markdown-files.ts'

const page = `---
icon: leaf
owner: me
---

# Title

See [this](a.md).

- item

<!-- note -->
`

describe('inspect', () => {
  it('says where each block stands in the file', () => {
    const { blocks } = inspectPage(page)
    deepEqual(
      blocks.map(({ type, start, end, line }) => [type, page.slice(start, end), line]),
      [
        ['paragraph', 'See [this](a.md).', 8],
        ['list-unordered', '- item', 10],
        ['verbatim', '<!-- note -->', 12],
      ],
    )
  })

  it('names links, verbatim blocks and what a round trip would change', () => {
    const { links, verbatim, changes } = inspectPage(page)
    deepEqual(links, [{ to: 'a.md', text: 'this', role: 'link' }])
    deepEqual(verbatim, [{ reason: 'comment', line: 12, markdown: '<!-- note -->' }])
    deepEqual(changes, [{ line: 10, before: ['- item'], after: ['* item'] }])
  })

  it('prints all of it without colours where nobody can see them', () => {
    const printed = printInspection('a.md', inspectPage(page), (_style, text) => text)
    match(printed, /icon +leaf/)
    match(printed, /kept, not known: owner/)
    match(printed, /would change 1 place/)
    match(
      printInspection('a.md', inspectPage('Text\n'), (_style, text) => text),
      /would change nothing/,
    )
  })

  it('says what is wrong with a file it cannot read', async () => {
    match(await refused('nowhere.md'), /There is no file/)
    match(await refused('pages'), /is a folder/)
    match(await refused('pages/bytes/not-utf-8.md'), /not UTF-8: byte 12, in line 3/)
  })
})

async function refused(file: string): Promise<string> {
  const tool = path.resolve(import.meta.dirname, '../tools/inspect.ts')
  try {
    await promisify(execFile)(process.execPath, [tool, path.join(fixturesFolder, file)])
    return ''
  } catch (error) {
    equal(error instanceof Error && 'code' in error && error.code, 2)
    return error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  }
}

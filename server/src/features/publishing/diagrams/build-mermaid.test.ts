import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { buildMermaid } from './build-mermaid.ts'

const title = /^(@?[\w./-]+) \d[\w.-]*, (.+)$/

describe('the script that draws diagrams', () => {
  it('comes with the licence of every package in it, and its text', async () => {
    const { licences } = await buildMermaid()
    const parts = licences.split('\n\n')
    const titles = parts.filter((part) => title.test(part))
    const names = titles.map((part) => title.exec(part)?.[1])
    for (const name of ['mermaid', 'd3', 'dompurify', 'cytoscape', '@iconify/utils']) {
      assert.ok(names.includes(name), name)
    }
    for (const name of ['katex', 'elkjs']) assert.ok(!names.includes(name), name)
    for (const [at, part] of parts.entries()) {
      if (!title.test(part)) continue
      assert.doesNotMatch(part, /undefined/)
      const next = parts[at + 1] ?? ''
      assert.ok(next !== '' && !title.test(next), `${part} has no text`)
    }
  })
})

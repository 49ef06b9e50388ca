import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import * as fc from 'fast-check'

import { walk } from '#/document/walk.ts'
import { saidLine, saidParagraph } from '#/openapi/said-text.ts'
import { read } from '#/read/read.ts'

const signs =
  '` `` \\ [ ]( ( ) https://a.b www.a.b x@y.z <b> <script> {% if_x %} { % } ! [^ $$ &lt; * _ ~~ : @ <!-- --> | # 1. - a " \n'

const text = fc
  .array(
    fc.constantFrom(...signs.split(' ').map((sign) => sign.replace('_', ' ')), ' '),
    {
      maxLength: 14,
    },
  )
  .map((parts) => parts.join(''))

const harmless = new Set(['paragraph', 'list-unordered', 'list-item', 'link'])

describe('a line of what strangers write', () => {
  it('is one line of text, with links to the web alone', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (written, isItem) => {
        const said = isItem ? `* field: ${saidLine(written)}` : saidParagraph(written)
        const { document } = read(said)
        assert.ok(document.nodes.length <= 1, said)
        for (const { node } of walk(document)) {
          if (node.object !== 'block' && node.object !== 'inline') continue
          assert.ok(harmless.has(node.type), said)
          if (node.type !== 'link') continue
          const { ref } = node.data
          assert.ok(ref.kind === 'url' && /^(?:https?:|mailto:)/.test(ref.url), said)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('keeps emphasis, code and links', () => {
    const line = 'A **bold** `<code>` and [a link](https://example.com/a).'
    assert.equal(saidLine(line), line)
  })
})

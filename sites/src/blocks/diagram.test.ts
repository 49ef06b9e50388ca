import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { Diagram } from '#/model.ts'
import { viewOf } from '#test/page-view.ts'
import { assertHarmless } from '#test/strict-html.ts'

import { diagramLimits, diagramSourcesIn } from './diagram-source.ts'
import { renderBody } from './render-body.tsx'

const source = 'flowchart LR\n  A["<b>"] --> B'
const fence = `\`\`\`mermaid\n${source}\n\`\`\`\n`
const drawn: Diagram = {
  kind: 'drawn',
  light: '/~diagrams/light.svg',
  dark: '/~diagrams/dark.svg',
  width: 300,
  height: 90,
}

async function bodyOf(diagram: Diagram | undefined, among?: 'printed'): Promise<string> {
  const body = await renderBody(
    viewOf(fence, {
      context: { diagram: (asked) => (asked === source ? diagram : undefined) },
      ...(among && { among: { id: 'p-1', levelsLower: 0 } }),
    }),
  )
  assertHarmless(body)
  return body
}

describe('a diagram on a page', () => {
  it('is a picture for each theme, whose text is the source, with the source behind it', async () => {
    const body = await bodyOf(drawn)
    const alt = 'alt="flowchart LR\n  A[&quot;&lt;b&gt;&quot;] --&gt; B"'
    for (const theme of ['light', 'dark']) {
      assert.ok(
        body.includes(
          `<img class="only-${theme}" src="/~diagrams/${theme}.svg" ${alt} width="300" height="90"`,
        ),
        theme,
      )
    }
    assert.match(body, /<details class="diagram-source"><summary>Source of the diagram</)
    assert.match(body, /aria-label="Enlarge the picture: Diagram"/)
  })

  it('is the light picture alone on paper', async () => {
    const body = await bodyOf(drawn, 'printed')
    assert.match(
      body,
      /<figure class="diagram"><picture><img src="\/~diagrams\/light\.svg"/,
    )
    assert.doesNotMatch(body, /dark\.svg|<details|<a /)
  })

  it('is its source until it is drawn, and with the reason if it cannot be', async () => {
    const waiting = await bodyOf(undefined)
    assert.match(waiting, /flowchart LR/)
    assert.doesNotMatch(waiting, /<figure|<img/)
    const coming = await bodyOf({ kind: 'coming' })
    assert.match(coming, /flowchart LR[^]+<figcaption>The drawing is being made…</)
    assert.doesNotMatch(await bodyOf({ kind: 'coming' }, 'printed'), /being made/)
    for (const failure of ['invalid', 'expensive'] as const) {
      const failed = await bodyOf({ kind: 'failed', failure })
      assert.match(failed, /flowchart LR[^]*<figcaption>This diagram could not be drawn/)
    }
  })

  it('is asked for only within the limits, once for each source', () => {
    const many = Array.from(
      { length: 40 },
      (_, n) => `\`\`\`mermaid\npie\n "${n % 35}" : 1\n\`\`\`\n`,
    )
    const { document } = viewOf(
      [
        '```mermaid\n\n```\n',
        '```MERMAID\nb\n```\n',
        '```js\nc\n```\n',
        `\`\`\`mermaid\n${'x'.repeat(diagramLimits.characters + 1)}\n\`\`\`\n`,
        ...many,
      ].join('\n'),
    )
    const sources = diagramSourcesIn([document, document])
    assert.equal(sources.length, diagramLimits.perPage)
    assert.equal(sources[0], 'b')
    assert.equal(new Set(sources).size, sources.length)
  })
})

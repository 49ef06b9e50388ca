import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { printerIsMissing } from '#test/test-browser.ts'

import { type Drawn, type DrawingBoard, openDrawingBoard } from './drawing-board.ts'

const chromium = { path: '/usr/bin/chromium', isSandboxed: true }
const limits = { timeoutMs: 20_000, memoryBytesMax: 1024 ** 3, bytesMax: 1024 ** 2 }

const kinds: Readonly<Record<string, { source: string; says: readonly string[] }>> = {
  flowchart: {
    source: 'flowchart LR\n  A[Write] -->|propose| B{Reviewed?}\n  B --> C((Publish))',
    says: ['Write', 'propose', 'Reviewed?', 'Publish'],
  },
  sequence: {
    source:
      'sequenceDiagram\n  participant R as Reader\n  R->>Site: Open a page\n  Site-->>R: The page\n  Note over R: Reads',
    says: ['Reader', 'Site', 'Open a page', 'The page', 'Reads'],
  },
  class: {
    source:
      'classDiagram\n  class Page {\n    +String title\n    +publish() void\n  }\n  Page <|-- Group',
    says: ['Page', 'Group', 'title', 'publish'],
  },
  state: {
    source:
      'stateDiagram-v2\n  [*] --> Draft\n  Draft --> Open : ask for review\n  Open --> [*]',
    says: ['Draft', 'Open', 'ask for review'],
  },
  gantt: {
    source:
      'gantt\n  title A release\n  dateFormat YYYY-MM-DD\n  section Work\n  Write : a, 2026-01-01, 10d\n  Review : after a, 5d',
    says: ['A release', 'Work', 'Write', 'Review'],
  },
}

/** The words of a drawing, in which labels may be cut into pieces. */
function wordsIn(svg: string): string {
  return svg
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(/<\/text>/g, '\n')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[ \t]+/g, ' ')
}

/** The red, green and blue of what fills a shape. */
function colorIn(shape: string): readonly number[] {
  const [, hex = ''] = /fill="#([\da-f]{6})"/i.exec(shape) ?? []
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
}

function drawnOf(drawn: Drawn, about: string): Extract<Drawn, { kind: 'drawn' }> {
  assert.equal(drawn.kind, 'drawn', about)
  if (drawn.kind !== 'drawn') throw new Error(about)
  return drawn
}

describe('drawing diagrams', { skip: printerIsMissing }, () => {
  const requests: string[] = []
  let board: DrawingBoard
  before(() => {
    board = openDrawingBoard({ chromium, limits, onRequest: (url) => requests.push(url) })
  })
  after(async () => board.close())

  for (const [kind, { source, says }] of Object.entries(kinds)) {
    it(`draws a ${kind} diagram with all its words, light and dark`, async () => {
      const { light, dark } = drawnOf(await board.draw(source), kind)
      for (const { svg, width, height } of [light, dark]) {
        const words = wordsIn(svg)
        for (const word of says) assert.ok(words.includes(word), `${word} in ${words}`)
        assert.ok(width > 50 && height > 30, `${width} × ${height}`)
        assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
      }
      assert.notEqual(light.svg, dark.svg)
    })
  }

  it('gives slices next to each other colors that can be told apart', async () => {
    const source = 'pie\n  "One" : 40\n  "Two" : 30\n  "Three" : 20\n  "Four" : 10'
    const { light, dark } = drawnOf(await board.draw(source), 'pie')
    for (const { svg } of [light, dark]) {
      const slices = [...svg.matchAll(/<path[^>]*class="pieCircle"[^>]*>/g)]
      const colors = slices.map(([slice]) => colorIn(slice))
      assert.equal(colors.length, 4)
      for (const [index, color] of colors.entries()) {
        const next = colors[(index + 1) % colors.length] ?? []
        const apart = Math.hypot(...color.map((part, at) => part - (next[at] ?? 0)))
        assert.ok(apart > 60, `${color.join(' ')} beside ${next.join(' ')}`)
      }
    }
  })

  it('puts the name of a state into the middle of its box', async () => {
    const { light } = drawnOf(await board.draw(kinds['state']?.source ?? ''), 'state')
    const label =
      /class="node +statediagram-state".*?<rect[^>]* x="(-[\d.]+)" [^>]*width="([\d.]+)".*?class="label"[^>]*transform="translate\(([-\d.]+),.*?<text([^>]*)>/s
    const [, x, width, at, text = ''] = label.exec(light.svg) ?? []
    assert.deepEqual([Number(at), Number(x)], [0, -Number(width) / 2])
    assert.match(text, /text-anchor="middle"/)
  })

  it('gives the rows of a described state the same air above and below, light and dark', async () => {
    const source =
      'stateDiagram-v2\n  state "Open" as O\n  O : is read\n  O : and judged\n  O --> [*] : done'
    const { light, dark } = drawnOf(await board.draw(source), 'described')
    for (const { svg } of [light, dark]) {
      const described =
        /title-state"[^>]* y="(-[\d.]+)"[^>]* height="([\d.]+)".*?class="divider"[^>]* y1="([-\d.]+)"(.*?)<\/g><\/g><\/g>/s
      const [, top, height, divider, rows = ''] = described.exec(svg) ?? []
      const [above, between, below] = [
        Number(top),
        Number(divider),
        Number(top) + Number(height),
      ]
      const texts = [...rows.matchAll(/<text[^>]*>/g)].map(([text]) => text)
      const middles = texts.map((text) => {
        assert.match(text, /text-anchor="middle"/)
        return Number(/translate\(0, ([-\d.]+)\)/.exec(text)?.[1]).toFixed(2)
      })
      const expected = [(above + between) / 2, (between + below) / 2]
      assert.deepEqual(
        middles,
        expected.map((middle) => middle.toFixed(2)),
      )
      const offsets = [...rows.matchAll(/outer-tspan[^>]* y="([-\d.]+)em"/g)]
      assert.deepEqual(
        offsets.map(([, offset]) => Number(offset).toFixed(2)),
        ['0.35', '-0.20', '0.90'],
      )
    }
  })

  it('lets no line show through the label on it, and nothing white on dark', async () => {
    const source = 'erDiagram\n  A ||--o{ B : places\n'
    const flow = drawnOf(await board.draw(kinds['flowchart']?.source ?? ''), 'flowchart')
    assert.match(
      flow.dark.svg,
      /class="background"[^>]*opacity: 1; fill: (?:#15181e|rgb)/,
    )
    assert.doesNotMatch(drawnOf(await board.draw(source), 'er').dark.svg, /fill="white"/)
  })

  it('draws the same source to the same bytes', async () => {
    const source = kinds['flowchart']?.source ?? ''
    const [one, other] = [await board.draw(source), await board.draw(source)]
    assert.equal(drawnOf(one, '').light.svg, drawnOf(other, '').light.svg)
  })

  it('leaves nothing active of hostile sources, and asks nobody for anything', async () => {
    requests.length = 0
    const far = 'https://far.example'
    for (const source of [
      `flowchart LR\n  A["<script>fetch('${far}/a')</script>"] --> B["<img src=x onerror=alert(1)>"]`,
      `flowchart LR\n  A --> B\n  click A "javascript:alert(1)" "tip"\n  click B call alert(1)`,
      `flowchart LR\n  A --> B\n  click A href "${far}/out" _blank`,
      `%%{init: {"themeCSS": "* { background: url(${far}/css); } @import '${far}/b.css';"}}%%\nflowchart LR\n  A --> B`,
      `%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%\nflowchart LR\n  A["<b onclick='alert(1)'>x</b><iframe src='${far}/frame'></iframe>"] --> B`,
      `%%{init: {"fontFamily": "x; } * { background: url(${far}/font) } .y {"}}%%\nflowchart LR\n  A --> B`,
      `%%{init: {"themeVariables": {"primaryColor": "url(${far}/color)", "lineColor": "#000;} @import url(${far}/v)"}}}%%\nflowchart LR\n  A --> B`,
      `flowchart LR\n  A:::evil --> B\n  classDef evil fill:url(${far}/class),background:url(${far}/d)\n  style B fill:url(${far}/style)`,
      `flowchart LR\n  A@{ img: "${far}/image.png", label: "x" } --> B`,
      `sequenceDiagram\n  participant A as <img src=${far}/s onerror=alert(1)>\n  A->>B: <script>alert(1)</script>\n  link A: x @ javascript:alert(1)`,
      `---\nconfig:\n  securityLevel: loose\n  htmlLabels: true\n---\nclassDiagram\n  class A["<svg onload=alert(1)>"]\n  link A "javascript:alert(1)" "x"`,
    ]) {
      const drawn = await board.draw(source)
      if (drawn.kind === 'failed') continue
      for (const { svg } of [drawn.light, drawn.dark]) {
        assert.doesNotMatch(
          svg,
          /<(?:script|foreignObject|iframe|image|img|a|animate|set)\b/i,
          source,
        )
        assert.doesNotMatch(svg, /<[^>]*\s(?:on\w+|href)\s*=\s*"(?!#)/i, source)
        assert.doesNotMatch(svg, /url\((?!["']?#)|@import/i, source)
        assert.doesNotMatch(svg.replaceAll(/>[^<]*</g, '><'), /javascript:|far\.example/i)
      }
    }
    assert.deepEqual(requests, [])
  })

  it('fails a broken source as invalid, and draws the next one', async () => {
    for (const source of ['flowchart LR\n  A -->', 'nothing of the kind']) {
      assert.deepEqual(await board.draw(source), { kind: 'failed', failure: 'invalid' })
    }
    drawnOf(await board.draw('flowchart LR\n  A --> B'), 'the next')
  })

  it('stops what takes too long, takes too much, or grows too large', async () => {
    const edges = Array.from(
      { length: 400 },
      (_, n) => `  N${n % 40} --> N${(n * 7) % 39}`,
    )
    const huge = `flowchart LR\n${edges.join('\n')}`
    const hurried = openDrawingBoard({ chromium, limits: { ...limits, timeoutMs: 50 } })
    const small = openDrawingBoard({ chromium, limits: { ...limits, bytesMax: 2000 } })
    const poor = openDrawingBoard({ chromium, limits: { ...limits, memoryBytesMax: 1 } })
    try {
      for (const bounded of [hurried, small, poor]) {
        const drawn = await bounded.draw(huge)
        assert.deepEqual(drawn, { kind: 'failed', failure: 'expensive' })
      }
    } finally {
      await Promise.all([hurried.close(), small.close(), poor.close()])
    }
    const beyond = `flowchart LR\n${'  A --> B\n'.repeat(600)}`
    assert.equal((await board.draw(beyond)).kind, 'failed')
  })
})
